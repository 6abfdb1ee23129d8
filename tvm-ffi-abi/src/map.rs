//! The layout of maps and dicts.
//!
//! The C ABI does not have it, but the headers of the C++ runtime compile it into every C++ library, which reads and changes maps in place.
//!
//! A *small* map has at most [`SMALL_MAX`] entries, next to each other. A *dense* one is a hash table, whose entries are linked in their order.
//! The slot of a key's hash is its home. Keys with one home make a chain: the first is at home, and each has the number of the jump to the
//! next.

use core::ffi::c_void;
use core::mem::offset_of;
use core::ptr::NonNull;

use crate::TVMFFIObject;

/// One entry of a map or a dict. `V` has the layout of a value.
#[repr(C)]
#[derive(Debug, Clone, Copy)]
pub struct Entry<V> {
    /// The key, which no code changes while the entry is in a map.
    pub key: V,
    /// The value.
    pub value: V,
}

/// The body of a map or a dict.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct MapCell {
    /// The entries of a small map, or the blocks of a dense one.
    pub data: *mut c_void,
    /// The number of entries.
    pub size: u64,
    /// The number of places for entries, and [`SMALL`].
    pub slots: u64,
    /// Frees `data`. NULL if that is part of the object.
    pub data_deleter: Option<unsafe extern "C" fn(*mut c_void)>,
}

/// What follows the [`MapCell`] of a dense map.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct DenseCell {
    /// A hash has so many bits more than the index of a slot.
    pub shift: u32,
    /// The slot of the first entry.
    pub first: u64,
    /// The slot of the last entry.
    pub last: u64,
}

/// Marks a small map in [`MapCell::slots`].
pub const SMALL: u64 = 1 << 63;

/// A small map has so many slots at most.
pub const SMALL_MAX: usize = 4;

/// In place of a slot, where there is none.
pub const NO_SLOT: u64 = u64::MAX;

/// One slot of a dense map.
#[repr(C)]
pub struct Node<V> {
    /// The entry.
    pub entry: Entry<V>,
    /// The slot of the entry before this one, in the order of the map.
    pub previous: u64,
    /// The slot of the entry after this one.
    pub next: u64,
}

/// The size of a node.
const NODE_SIZE: usize = 48;

/// The slots of a dense map are in blocks: a byte of metadata for each of 16 slots, and then the slots.
pub const BLOCK: usize = 16;
/// The size of a block.
pub const BLOCK_SIZE: usize = BLOCK + BLOCK * NODE_SIZE;

/// The metadata of an empty slot.
///
/// That of a slot with an entry has [`FOLLOWS`] unless the entry is at home; the rest is the number of the jump to the next entry of the chain, 0
/// for the last.
pub const EMPTY: u8 = 0xff;
/// The metadata of a slot that C++ keeps empty while it moves entries.
pub const PROTECTED: u8 = 0xfe;
/// The bit of an entry that is not the first of its chain.
pub const FOLLOWS: u8 = 0x80;

const _: () = {
    assert!(size_of::<TVMFFIObject>() == 24 && size_of::<MapCell>() == 32 && size_of::<DenseCell>() == 24);
    assert!(offset_of!(DenseCell, first) == 8 && offset_of!(DenseCell, last) == 16);
    assert!(size_of::<Node<crate::TVMFFIAny>>() == NODE_SIZE && BLOCK_SIZE == 784);
};

/// The number of jumps. Jump 0 ends a chain.
pub const JUMPS: u8 = 126;

/// How many slots each jump passes. There are zeros for the other numbers of seven bits.
static DISTANCES: [u64; 128] = distances();

/// How many slots the jump passes that the metadata of a slot names: 0 for the last entry of a chain.
#[inline(always)]
pub fn distance(metadata: u8) -> u64 {
    DISTANCES[usize::from(metadata & !FOLLOWS)]
}

/// The distances after the triangular numbers.
const LARGE_JUMPS: [u64; 43] = [
    8515,
    19110,
    42778,
    96141,
    216153,
    486591,
    1092981,
    2458653,
    5532801,
    12442566,
    27993903,
    62983476,
    141717030,
    318844378,
    717352503,
    1614057336,
    3631522476,
    8170957530,
    18384510628,
    41364789378,
    93070452520,
    209408356380,
    471168559170,
    1060128894105,
    2385289465695,
    5366898840628,
    12075518705635,
    27169915244790,
    61132312065111,
    137547689707000,
    309482283181501,
    696335127828753,
    1566753995631385,
    3525196511162271,
    7931691992677701,
    17846306936293605,
    40154190677507445,
    90346928918121501,
    203280589587557251,
    457381325854679626,
    1029107982097042876,
    2315492959180353330,
    5209859154120846435,
];

const fn distances() -> [u64; 128] {
    let mut distances = [0; 128];
    let mut number = 0;
    while number < JUMPS as usize {
        distances[number] = match number {
            0..16 => number as u64,
            16..83 => (number as u64 - 10) * (number as u64 - 9) / 2,
            _ => LARGE_JUMPS[number - 83],
        };
        number += 1;
    }
    distances
}

/// The home of a hash.
#[inline(always)]
pub const fn home(hash: u64, shift: u32) -> u64 {
    // The shift is less than 64 in a map that is not empty.
    hash.wrapping_mul(11400714819323198485) >> (shift & 63)
}

/// The shift of a table with so many slots, a power of two.
#[inline(always)]
pub const fn shift(slots: u64) -> u32 {
    64 - slots.trailing_zeros()
}

/// The slots of a table for so many entries.
pub const fn slots_for(count: u64) -> u64 {
    let slots = 1 << (64 - count.leading_zeros());
    if slots < 2 * count { 2 * slots } else { slots }
}

/// Whether a table has no room for one more entry.
#[inline(always)]
pub fn is_full(size: u64, slots: u64) -> bool {
    (size + 1) as f64 > slots as f64 * 0.99
}

/// The node of a slot.
///
/// # Safety
///
/// `blocks` are those of a dense map with more slots than `slot`.
#[inline(always)]
pub unsafe fn node<V>(blocks: NonNull<u8>, slot: u64) -> NonNull<Node<V>> {
    let slot = slot as usize;
    // As many bytes of metadata as the blocks up to this one have.
    let bytes = (slot & !(BLOCK - 1)) + BLOCK;
    // SAFETY: the caller's contract.
    unsafe { blocks.add(bytes + slot * NODE_SIZE) }.cast()
}

/// The metadata of a slot.
///
/// # Safety
///
/// As for [`node`].
#[inline(always)]
pub unsafe fn metadata(blocks: NonNull<u8>, slot: u64) -> NonNull<u8> {
    let slot = slot as usize;
    // SAFETY: the caller's contract.
    unsafe { blocks.add(slot / BLOCK * BLOCK_SIZE + slot % BLOCK) }
}

/// The body of a map or a dict.
///
/// # Safety
///
/// Object validity of a map or a dict in this layout.
#[inline(always)]
pub unsafe fn cell(map: NonNull<TVMFFIObject>) -> NonNull<MapCell> {
    // SAFETY: Object validity: the body follows the header.
    unsafe { map.add(1) }.cast()
}

/// The rest of the body of a dense map.
///
/// # Safety
///
/// As for [`cell`], and the map is dense.
#[inline(always)]
pub unsafe fn dense_cell(cell: NonNull<MapCell>) -> NonNull<DenseCell> {
    // SAFETY: the caller's contract.
    unsafe { cell.add(1) }.cast()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_room_for_twice_their_entries() {
        let slots = |count| slots_for(count);
        assert_eq!([4, 5, 7, 8, 16, 1000].map(slots), [8, 16, 16, 16, 32, 2048]);
    }

    #[test]
    fn a_table_is_full_at_99_percent() {
        assert!(!is_full(6, 8) && is_full(7, 8));
        assert!(!is_full(125, 128) && is_full(126, 128));
    }

    #[test]
    fn jumps_are_small_numbers_then_triangular_ones_then_large_ones() {
        assert_eq!([0, 1, 15, 16, 17].map(distance), [0, 1, 15, 21, 28]);
        assert_eq!([81, 82, 83, 125].map(distance), [2556, 2628, 8515, 5209859154120846435]);
        assert_eq!([126, 127].map(distance), [0, 0]);
        assert!((1..JUMPS).all(|jump| distance(jump - 1) < distance(jump)));
    }
}
