//! Hash tables: the slots of dense maps.
//!
//! A table neither hashes nor compares keys, so no code of others runs here.

use core::ffi::c_void;
use core::ptr::NonNull;

use tvm_ffi_abi::TVMFFIAny;
use tvm_ffi_abi::map::{
    self, BLOCK, BLOCK_SIZE, DenseCell, EMPTY, Entry, FOLLOWS, JUMPS, MapCell, NO_SLOT, PROTECTED, distance,
};

use crate::catch::Result;

use super::memory::{allocate, release};

/// An entry, as it is in the table.
pub(super) type RawEntry = Entry<TVMFFIAny>;
type Node = map::Node<TVMFFIAny>;

/// A copy of the fields of a dense map. What changes them has to be written back.
///
/// All slots that are given to its functions are less than `slots`.
#[derive(Clone, Copy)]
pub(super) struct Table {
    blocks: NonNull<u8>,
    slots: u64,
    shift: u32,
    size: u64,
    pub(super) first: u64,
    last: u64,
}

impl Table {
    /// A table with at least so many slots, a power of two.
    pub(super) fn new(slots: u64) -> Result<Self> {
        let count = usize::try_from(slots).unwrap_or(usize::MAX).div_ceil(BLOCK);
        let blocks = allocate(count, BLOCK_SIZE)?;
        for block in 0..count {
            // SAFETY: there are so many blocks.
            let metadata = unsafe { blocks.add(block * BLOCK_SIZE) };
            // SAFETY: a block begins with the metadata of its slots.
            unsafe { metadata.write_bytes(EMPTY, BLOCK) };
        }
        Ok(Self { blocks, slots, shift: map::shift(slots), size: 0, first: NO_SLOT, last: NO_SLOT })
    }

    /// The table of a dense map; `None` of one without slots, which C++ leaves when it takes the contents.
    ///
    /// # Safety
    ///
    /// The map is dense and alive.
    #[inline(always)]
    pub(super) unsafe fn of(cell: NonNull<MapCell>) -> Option<Self> {
        // SAFETY: the caller's contract.
        let MapCell { data, size, slots, .. } = unsafe { cell.read() };
        let blocks = NonNull::new(data.cast())?;
        // SAFETY: the caller's contract.
        let dense = unsafe { map::dense_cell(cell) };
        // SAFETY: the caller's contract.
        let DenseCell { shift, first, last } = unsafe { dense.read() };
        (slots != 0).then_some(Self { blocks, slots, shift, size, first, last })
    }

    /// Writes the fields back, after the entries were changed.
    ///
    /// # Safety
    ///
    /// The map is dense and alive, this is its table, and nothing has changed it since it was read.
    #[inline(always)]
    pub(super) unsafe fn write_back(&self, cell: NonNull<MapCell>) {
        // SAFETY: the caller's contract.
        unsafe { (*cell.as_ptr()).size = self.size };
        // SAFETY: the caller's contract.
        let dense = unsafe { map::dense_cell(cell) };
        // SAFETY: the caller's contract.
        unsafe { dense.write(DenseCell { shift: self.shift, first: self.first, last: self.last }) };
    }

    /// Makes this the table of a map.
    ///
    /// # Safety
    ///
    /// The map is alive, and has room for the fields of a dense one. The caller has taken over what the map held.
    pub(super) unsafe fn install(self, cell: NonNull<MapCell>) {
        let data = self.blocks.as_ptr().cast::<c_void>();
        let fields = MapCell { data, size: self.size, slots: self.slots, data_deleter: Some(release) };
        // SAFETY: the caller's contract.
        unsafe { cell.write(fields) };
        // SAFETY: the caller's contract.
        unsafe { self.write_back(cell) };
    }

    /// Frees a table that no map has. Its entries are not dropped.
    pub(super) fn free(self) {
        // SAFETY: `new` allocated the blocks.
        unsafe { release(self.blocks.as_ptr().cast()) };
    }

    pub(super) fn size(&self) -> u64 {
        self.size
    }

    pub(super) fn slots(&self) -> u64 {
        self.slots
    }

    /// The slot of a hash.
    #[inline(always)]
    pub(super) fn home(&self, hash: u64) -> u64 {
        map::home(hash, self.shift) & (self.slots - 1)
    }

    #[inline(always)]
    fn metadata(&self, slot: u64) -> u8 {
        // SAFETY: the slot is one of the table.
        let place = unsafe { map::metadata(self.blocks, slot) };
        // SAFETY: all metadata is initialised.
        unsafe { place.read() }
    }

    #[inline(always)]
    fn set_metadata(&self, slot: u64, metadata: u8) {
        // SAFETY: the slot is one of the table.
        let place = unsafe { map::metadata(self.blocks, slot) };
        // SAFETY: as above.
        unsafe { place.write(metadata) };
    }

    #[inline(always)]
    fn node(&self, slot: u64) -> *mut Node {
        // SAFETY: the slot is one of the table.
        unsafe { map::node(self.blocks, slot) }.as_ptr()
    }

    /// Whether there is such a slot, and it has an entry.
    #[inline(always)]
    pub(super) fn has_entry(&self, slot: u64) -> bool {
        slot < self.slots && !matches!(self.metadata(slot), EMPTY | PROTECTED)
    }

    /// Whether a slot has an entry that is the first of its chain.
    #[inline(always)]
    pub(super) fn is_head(&self, slot: u64) -> bool {
        self.metadata(slot) & FOLLOWS == 0
    }

    /// The entry of a slot that has one.
    #[inline(always)]
    pub(super) fn entry(&self, slot: u64) -> NonNull<RawEntry> {
        // SAFETY: the slot is one of the table; a node begins with its entry.
        unsafe { map::node::<TVMFFIAny>(self.blocks, slot) }.cast()
    }

    /// A view of the key in a slot that has an entry.
    #[inline(always)]
    pub(super) fn key(&self, slot: u64) -> TVMFFIAny {
        // SAFETY: the slot has an entry.
        unsafe { (*self.node(slot)).entry.key }
    }

    /// The slot after another in the order of the map.
    #[inline(always)]
    pub(super) fn next(&self, slot: u64) -> u64 {
        // SAFETY: the slot has an entry.
        unsafe { (*self.node(slot)).next }
    }

    /// The slot that a jump gets to.
    #[inline(always)]
    fn after(&self, slot: u64, jump: u8) -> u64 {
        slot.wrapping_add(distance(jump)) & (self.slots - 1)
    }

    /// The slot after another in its chain.
    #[inline(always)]
    pub(super) fn following(&self, slot: u64) -> Option<u64> {
        let metadata = self.metadata(slot);
        if distance(metadata) == 0 { None } else { Some(self.after(slot, metadata)) }
    }

    fn set_jump(&self, slot: u64, jump: u8) {
        self.set_metadata(slot, self.metadata(slot) & FOLLOWS | jump);
    }

    /// The slot before another in its chain.
    fn preceding(&self, slot: u64) -> Option<u64> {
        (1..JUMPS).find_map(|jump| {
            let before = slot.wrapping_sub(distance(jump)) & (self.slots - 1);
            (self.metadata(before) & !FOLLOWS == jump).then_some(before)
        })
    }

    /// The first jump from a slot that gets to an empty one, and that one.
    #[inline(always)]
    fn empty_after(&self, slot: u64, is_free: impl Fn(u64) -> bool) -> Option<(u8, u64)> {
        (1..JUMPS)
            .map(|jump| (jump, self.after(slot, jump)))
            .find(|(_, slot)| self.metadata(*slot) == EMPTY && is_free(*slot))
    }

    /// Finds a slot for a new key with this hash, and puts it in its chain. The caller writes the entry, with [`push`](Self::push). `None` if the
    /// table has to grow.
    pub(super) fn make_room(&mut self, hash: u64) -> Option<u64> {
        let home = self.home(hash);
        let metadata = self.metadata(home);
        if metadata == EMPTY {
            self.set_metadata(home, 0);
            return Some(home);
        }
        if map::is_full(self.size, self.slots) {
            return None;
        }
        if metadata & FOLLOWS != 0 {
            self.evict(home)?;
            self.set_metadata(home, 0);
            return Some(home);
        }
        let mut tail = home;
        while let Some(slot) = self.following(tail) {
            tail = slot;
        }
        let (jump, slot) = self.empty_after(tail, |_| true)?;
        self.set_jump(tail, jump);
        self.set_metadata(slot, FOLLOWS);
        Some(slot)
    }

    /// Moves the end of a chain, from this slot on, to empty slots. `None` if there are none in reach; then nothing has changed.
    fn evict(&mut self, slot: u64) -> Option<()> {
        let before = self.preceding(slot)?;
        let mut moves: Vec<Move> = Vec::new();
        let (mut from, mut last) = (Some(slot), before);
        while let Some(slot) = from {
            let (jump, to) = self.empty_after(last, |slot| moves.iter().all(|moved| moved.to != slot))?;
            moves.push(Move { from: slot, to, jump });
            (from, last) = (self.following(slot), to);
        }
        let mut last = before;
        for Move { from, to, jump } in moves {
            self.move_entry(from, to);
            self.set_metadata(from, EMPTY);
            self.set_metadata(to, FOLLOWS);
            self.set_jump(last, jump);
            last = to;
        }
        Some(())
    }

    /// Moves an entry, with its place in the order.
    fn move_entry(&mut self, from: u64, to: u64) {
        // SAFETY: the slot has an entry.
        let node = unsafe { self.node(from).read() };
        let (previous, next) = (node.previous, node.next);
        // SAFETY: the slot is one of the table, and has no entry that is still needed.
        unsafe { self.node(to).write(node) };
        self.set_next(previous, to);
        self.set_previous(next, to);
    }

    /// Sets what follows a slot in the order, or comes first.
    #[inline(always)]
    fn set_next(&mut self, slot: u64, next: u64) {
        if slot == NO_SLOT {
            self.first = next;
        } else {
            // SAFETY: slots in the order have entries.
            unsafe { (*self.node(slot)).next = next };
        }
    }

    /// Sets what precedes a slot in the order, or comes last.
    #[inline(always)]
    fn set_previous(&mut self, slot: u64, previous: u64) {
        if slot == NO_SLOT {
            self.last = previous;
        } else {
            // SAFETY: slots in the order have entries.
            unsafe { (*self.node(slot)).previous = previous };
        }
    }

    /// Writes an entry into the slot that [`make_room`](Self::make_room) gave, as the last of the order.
    #[inline(always)]
    pub(super) fn push(&mut self, slot: u64, entry: RawEntry) {
        // SAFETY: the slot is one of the table, and has no entry.
        unsafe { self.node(slot).write(Node { entry, previous: NO_SLOT, next: NO_SLOT }) };
        self.append_to_order(slot);
        self.size += 1;
    }

    fn append_to_order(&mut self, slot: u64) {
        let last = self.last;
        // SAFETY: the slot has an entry.
        let node = unsafe { &mut *self.node(slot) };
        (node.previous, node.next) = (last, NO_SLOT);
        self.set_next(last, slot);
        self.last = slot;
    }

    fn remove_from_order(&mut self, slot: u64) {
        // SAFETY: the slot has an entry.
        let node = unsafe { &*self.node(slot) };
        let (previous, next) = (node.previous, node.next);
        self.set_next(previous, next);
        self.set_previous(next, previous);
    }

    /// Makes an entry the last of the order.
    pub(super) fn move_to_end(&mut self, slot: u64) {
        self.remove_from_order(slot);
        self.append_to_order(slot);
    }

    /// Takes the entry of a slot that has one. The last entry of its chain moves into the slot.
    pub(super) fn remove(&mut self, slot: u64) -> RawEntry {
        // SAFETY: the slot has an entry.
        let entry = unsafe { self.entry(slot).read() };
        self.remove_from_order(slot);
        self.size -= 1;
        let (mut last, mut before) = (slot, None);
        while let Some(following) = self.following(last) {
            (last, before) = (following, Some(last));
        }
        if let Some(before) = before {
            self.move_entry(last, slot);
            self.set_jump(before, 0);
        } else if !self.is_head(slot)
            && let Some(before) = self.preceding(slot)
        {
            self.set_jump(before, 0);
        }
        self.set_metadata(last, EMPTY);
        entry
    }

    /// Takes all entries, in their order.
    pub(super) fn take_all(&mut self) -> Vec<RawEntry> {
        let mut entries = Vec::with_capacity(self.size as usize);
        let mut slot = self.first;
        while self.has_entry(slot) {
            // SAFETY: the slot has an entry.
            entries.push(unsafe { self.entry(slot).read() });
            self.set_metadata(slot, EMPTY);
            slot = self.next(slot);
        }
        (self.size, self.first, self.last) = (0, NO_SLOT, NO_SLOT);
        entries
    }
}

/// An entry of a chain that moves to another slot, and the jump that gets there.
struct Move {
    from: u64,
    to: u64,
    jump: u8,
}
