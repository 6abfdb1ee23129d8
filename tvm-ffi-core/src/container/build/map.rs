//! Maps and dicts, built in the known layout.

use core::ffi::c_void;
use core::ptr::NonNull;

use crate::abi::map::{
    BLOCK, BLOCK_SIZE, EMPTY, FOLLOWS, JUMPS, PROTECTED, SMALL_MAX, distance, home, metadata, shift,
    slots_for,
};
use crate::abi::{TVMFFIObject, key};
use crate::any::Any;
use crate::container::layout::{DenseCell, Entry, MapCell, NO_SLOT, Node, SMALL, cell, node};
use crate::new_object::{Body, allocate, free, new_object};
use crate::object_ref::ObjectRef;

/// A new map or dict. The entries are given back where functions of the runtime have to make it: if the hash of a key is an object's own,
/// if keys are equal, or if too many keys have hashes of the same slot.
pub(in crate::container) fn map(type_index: i32, entries: Vec<Entry>) -> Result<ObjectRef, Vec<Entry>> {
    if entries.len() <= SMALL_MAX { small(type_index, entries) } else { dense(type_index, entries) }
}

impl Body for MapCell {
    unsafe fn drop_contents(object: NonNull<TVMFFIObject>) {
        // SAFETY: the caller's contract. This library made the map in the known layout.
        let cell = unsafe { cell(object) };
        // SAFETY: as above. C++ may have replaced the contents.
        let MapCell { data, size, slots, data_deleter } = unsafe { cell.read() };
        let Some(place) = NonNull::new(data) else { return };
        if slots & SMALL != 0 {
            let entries = core::ptr::slice_from_raw_parts_mut(data.cast::<Entry>(), size as usize);
            // SAFETY: the map owns its entries, which are not used any more.
            unsafe { entries.drop_in_place() };
        } else {
            for slot in 0..slots {
                // SAFETY: the slot is one of the map.
                let metadata = unsafe { metadata(place.cast(), slot) };
                // SAFETY: the blocks have a metadata byte for each slot.
                let metadata = unsafe { metadata.read() };
                if metadata != EMPTY && metadata != PROTECTED {
                    // SAFETY: as above.
                    let entry = unsafe { node::<Any>(place.cast(), slot) }.cast::<Entry>();
                    // SAFETY: the slot has an entry, which is not used any more.
                    unsafe { entry.drop_in_place() };
                }
            }
        }
        if let Some(deleter) = data_deleter {
            // SAFETY: this is the deleter of `data`, which is not used again.
            unsafe { deleter(data) };
        }
    }
}

fn small(type_index: i32, entries: Vec<Entry>) -> Result<ObjectRef, Vec<Entry>> {
    let are_distinct = entries.iter().enumerate().all(|(index, entry)| {
        hash(&entry.key).is_some()
            && !entries[..index].iter().any(|other| is_same_key(&entry.key, &other.key))
    });
    if !are_distinct {
        return Err(entries);
    }
    // C++ turns a small dict into a dense one in the same object, which has room for that with two slots.
    let slots = entries.len().max(2);
    Ok(new_object(type_index, slots * size_of::<Entry>(), |place| {
        let size = entries.len() as u64;
        for (index, entry) in entries.into_iter().enumerate() {
            // SAFETY: the index is less than the number of slots.
            let place = unsafe { place.cast::<Entry>().add(index) };
            // SAFETY: as above, so there is room for the entry.
            unsafe { place.write(entry) };
        }
        MapCell { data: place.as_ptr().cast(), size, slots: slots as u64 | SMALL, data_deleter: None }
    }))
}

/// The body of a dense map.
#[repr(C)]
struct Dense {
    map: MapCell,
    dense: DenseCell,
}

impl Body for Dense {
    unsafe fn drop_contents(object: NonNull<TVMFFIObject>) {
        // SAFETY: the caller's contract; the body begins with a `MapCell`.
        unsafe { MapCell::drop_contents(object) };
    }
}

fn dense(type_index: i32, mut entries: Vec<Entry>) -> Result<ObjectRef, Vec<Entry>> {
    let slots = slots_for(entries.len() as u64);
    let Some((table, places)) = Table::of(slots, &entries) else { return Err(entries) };
    table.link(&places);
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return Err(entries) };
    let map = MapCell {
        data: table.blocks.as_ptr().cast::<c_void>(),
        size: entries.len() as u64,
        slots,
        data_deleter: Some(free),
    };
    let dense = DenseCell { shift: table.shift, first, last };
    // SAFETY: the table has copies of the entries, and owns them from here on.
    unsafe { entries.set_len(0) };
    core::mem::forget(table);
    Ok(new_object(type_index, 0, |_| Dense { map, dense }))
}

/// The slots of a dense map that is being made.
struct Table {
    blocks: NonNull<u8>,
    slots: u64,
    shift: u32,
}

impl Table {
    /// A table with copies of the entries, and the slot of each.
    fn of(slots: u64, entries: &[Entry]) -> Option<(Self, Vec<u64>)> {
        let count = (slots as usize).div_ceil(BLOCK);
        let blocks = allocate(count.saturating_mul(BLOCK_SIZE));
        let table = Self { blocks, slots, shift: shift(slots) };
        for block in 0..count {
            // SAFETY: there are so many blocks.
            let bytes = unsafe { blocks.add(block * BLOCK_SIZE) };
            // SAFETY: a block begins with a byte for each of its slots.
            unsafe { bytes.write_bytes(EMPTY, BLOCK) };
        }
        // Where all first entries come first, none is in a slot that another hash has, so none has to be moved.
        let mut places = Vec::with_capacity(entries.len());
        let mut following = Vec::new();
        for (index, entry) in entries.iter().enumerate() {
            let home = home(hash(&entry.key)?, table.shift);
            if table.metadata(home) == EMPTY {
                table.put(home, 0, entry);
            } else {
                following.push(index);
            }
            places.push(home);
        }
        for index in following {
            places[index] = table.append(places[index], &entries[index])?;
        }
        Some((table, places))
    }

    fn metadata(&self, slot: u64) -> u8 {
        debug_assert!(slot < self.slots);
        // SAFETY: the slots that this type computes are those of the table.
        let place = unsafe { metadata(self.blocks, slot) };
        // SAFETY: `of` has written the metadata of all slots.
        unsafe { place.read() }
    }

    fn set_metadata(&self, slot: u64, byte: u8) {
        debug_assert!(slot < self.slots);
        // SAFETY: as in `metadata`.
        let place = unsafe { metadata(self.blocks, slot) };
        // SAFETY: as in `metadata`.
        unsafe { place.write(byte) };
    }

    fn node(&self, slot: u64) -> *mut Node {
        debug_assert!(slot < self.slots);
        // SAFETY: as in `metadata`.
        unsafe { node(self.blocks, slot) }.as_ptr()
    }

    /// Puts a copy of an entry in an empty slot.
    fn put(&self, slot: u64, metadata: u8, entry: &Entry) {
        self.set_metadata(slot, metadata);
        // SAFETY: the slot is one of the table. The copy is not dropped, unless the original is forgotten.
        unsafe { core::ptr::copy_nonoverlapping(entry, self.node(slot).cast(), 1) };
    }

    /// Puts an entry behind those with hashes of the same slot. `None` if one of them has the same key, or no slot is empty that a jump gets
    /// to.
    fn append(&self, home: u64, entry: &Entry) -> Option<u64> {
        let mut tail = home;
        loop {
            // SAFETY: the slot has an entry.
            let found = unsafe { &(*self.node(tail)).entry };
            if is_same_key(&found.key, &entry.key) {
                return None;
            }
            match self.metadata(tail) & !FOLLOWS {
                0 => break,
                number => tail = self.after(tail, number),
            }
        }
        let number = (1..JUMPS).find(|number| self.metadata(self.after(tail, *number)) == EMPTY)?;
        let slot = self.after(tail, number);
        self.put(slot, FOLLOWS, entry);
        self.set_metadata(tail, self.metadata(tail) | number);
        Some(slot)
    }

    /// The slot that a jump gets to.
    fn after(&self, slot: u64, number: u8) -> u64 {
        (slot + distance(number)) & (self.slots - 1)
    }

    /// Links the entries in their order.
    fn link(&self, places: &[u64]) {
        let mut previous = NO_SLOT;
        for (index, place) in places.iter().enumerate() {
            let next = places.get(index + 1).copied().unwrap_or(NO_SLOT);
            let node = self.node(*place);
            // SAFETY: the place is a slot of the table.
            unsafe { (*node).previous = previous };
            // SAFETY: as above.
            unsafe { (*node).next = next };
            previous = *place;
        }
    }
}

impl Drop for Table {
    fn drop(&mut self) {
        // SAFETY: `of` allocated the blocks. The entries in them are copies.
        unsafe { free(self.blocks.as_ptr().cast()) };
    }
}

/// The hash of a key, as the runtime computes it. `None` for objects that are not text or bytes: their type may have a hash of its own.
fn hash(key: &Any) -> Option<u64> {
    if Any::only_views_hold(key.type_index()) {
        return None;
    }
    // SAFETY: AnyView validity of an owned value.
    unsafe { key::hash(key.as_raw()) }
}

/// Whether two keys are equal to the runtime. Both have a [`hash`].
fn is_same_key(a: &Any, b: &Any) -> bool {
    // SAFETY: AnyView validity of owned values.
    unsafe { key::equal(a.as_raw(), b.as_raw()) == Some(true) }
}
