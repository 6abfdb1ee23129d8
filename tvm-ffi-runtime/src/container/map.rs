//! Maps and dicts. They have one layout, but C++ copies a map before it changes it, unless it has one reference; users of a dict share it, and keep
//! other threads away.

mod functions;
mod growth;
mod iterator;
mod search;

use core::ptr::NonNull;

use tvm_ffi_abi::map::{self as layout, MapCell, NO_SLOT, SMALL, SMALL_MAX};
use tvm_ffi_abi::{TVMFFIAny, TVMFFIObject, TypeIndex};

use crate::catch::{Failure, Result, fail};
use crate::key;
use crate::object::Object;
use crate::value::Value;

use super::lock::Locked;
use super::memory::{Body, new_object};
use super::table::{RawEntry, Table};

pub(crate) use functions::missing;
pub(super) use functions::{BUILTINS, converted};

/// A new map without entries.
pub(crate) fn map() -> Result<Object> {
    new_map(TypeIndex::MAP)
}

/// The value of a key.
///
/// # Errors
///
/// What the hash or the equality of the key's type fails with.
///
/// # Safety
///
/// The object is a map or a dict, which other threads do not change.
pub(crate) unsafe fn map_get(map: &Object, key: &Value) -> Result<Option<Value>> {
    // SAFETY: the caller's contract.
    (unsafe { Map::of(map.header()) }).get(key.view())
}

/// Sets the value of a key.
///
/// # Errors
///
/// What the hash or the equality of the type of a key fails with.
///
/// # Safety
///
/// The object is a map or a dict, and nothing else uses it meanwhile.
pub(crate) unsafe fn map_set(map: &Object, key: Value, value: Value) -> Result {
    // SAFETY: the caller's contract.
    (unsafe { Map::of(map.header()) }).set(key, value, 0)
}

/// A new map or dict without entries. A small one becomes a dense one in the same memory.
fn new_map(type_index: i32) -> Result<Object> {
    new_object(type_index, SMALL_MAX, size_of::<RawEntry>(), |place| MapCell {
        data: place.as_ptr().cast(),
        size: 0,
        slots: SMALL_MAX as u64 | SMALL,
        data_deleter: None,
    })
}

impl Body for MapCell {
    unsafe fn drop_contents(object: NonNull<TVMFFIObject>) {
        // SAFETY: the caller's contract.
        let map = unsafe { Map::of(object) };
        // C++ may have replaced the contents, or made the map dense.
        let fields = map.fields();
        if fields.slots & SMALL != 0 {
            for index in 0..fields.size {
                // SAFETY: the index is less than the size.
                let entry = unsafe { map.small_entry(index) };
                // SAFETY: as above.
                drop_entry(unsafe { entry.read() });
            }
        } else if let Some(table) = map.table() {
            let mut slot = table.first;
            for _ in 0..table.size() {
                // SAFETY: the table has so many entries.
                let entry = unsafe { table.entry(slot).read() };
                slot = table.next(slot);
                drop_entry(entry);
            }
        }
        if let Some(deleter) = fields.data_deleter {
            // SAFETY: this is the deleter of `data`, which is not used again.
            unsafe { deleter(fields.data) };
        }
    }
}

/// Drops an entry that no map holds any more.
#[inline(always)]
fn drop_entry(entry: RawEntry) {
    // SAFETY: the callers took the entry out of a map.
    unsafe { Value::from_owned(entry.key) }.drop_held();
    // SAFETY: as above.
    unsafe { Value::from_owned(entry.value) }.drop_held();
}

/// A map or a dict that is alive, and that other threads do not change. Code of others may change it: where it runs, the position of an
/// entry is checked again.
///
/// The position of an entry is an index in a small map, and a slot in a dense one.
#[derive(Clone, Copy)]
struct Map(NonNull<TVMFFIObject>);

impl Map {
    /// # Safety
    ///
    /// Object validity of a map or a dict for as long as this is used. Other threads do not change it meanwhile.
    #[inline(always)]
    unsafe fn of(object: NonNull<TVMFFIObject>) -> Self {
        Self(object)
    }

    /// One more reference to the object. Code of others could give away the one that is lent here.
    #[inline(always)]
    fn hold(self) -> Option<Object> {
        // SAFETY: Object validity.
        unsafe { Object::from_lent(self.0.as_ptr().cast()) }
    }

    /// The lock of the dict.
    fn lock(self) -> Result<Locked> {
        Locked::new(self.0)
    }

    #[inline(always)]
    fn cell(self) -> NonNull<MapCell> {
        // SAFETY: Object validity.
        unsafe { layout::cell(self.0) }
    }

    /// A copy of the fields.
    #[inline(always)]
    fn fields(self) -> MapCell {
        // SAFETY: Object validity.
        unsafe { self.cell().read() }
    }

    /// The number of entries.
    fn size(self) -> u64 {
        self.fields().size
    }

    #[inline(always)]
    fn is_small(self) -> bool {
        self.fields().slots & SMALL != 0
    }

    /// The table of a dense map.
    #[inline(always)]
    fn table(self) -> Option<Table> {
        // SAFETY: Object validity.
        if self.is_small() { None } else { unsafe { Table::of(self.cell()) } }
    }

    /// The place of an entry in a small map.
    ///
    /// # Safety
    ///
    /// The index is less than the number of slots.
    #[inline(always)]
    unsafe fn small_entry(self, index: u64) -> *mut RawEntry {
        // SAFETY: the caller's contract.
        unsafe { self.fields().data.cast::<RawEntry>().add(index as usize) }
    }

    /// The entry at a position, if there is one.
    #[inline(always)]
    fn at(self, position: u64) -> Option<NonNull<RawEntry>> {
        let fields = self.fields();
        if fields.slots & SMALL == 0 {
            let table = self.table()?;
            return table.has_entry(position).then(|| table.entry(position));
        }
        // SAFETY: the index is that of an entry.
        if position < fields.size { NonNull::new(unsafe { self.small_entry(position) }) } else { None }
    }

    /// Views of the entry at a position, if there is one.
    #[inline(always)]
    fn view(self, position: u64) -> Option<RawEntry> {
        // SAFETY: the entry is one of the map.
        self.at(position).map(|entry| unsafe { entry.read() })
    }

    /// The position of the first entry. Where there is none, no entry is at the position.
    fn first(self) -> u64 {
        if self.is_small() { 0 } else { self.table().map_or(NO_SLOT, |table| table.first) }
    }

    /// The position after another. Where there is none, no entry is at the position.
    fn next(self, position: u64) -> u64 {
        match self.table() {
            Some(table) if table.has_entry(position) => table.next(position),
            None if position < self.size() => position + 1,
            _ => NO_SLOT,
        }
    }

    /// The value of a key.
    fn get(self, key: &TVMFFIAny) -> Result<Option<Value>> {
        let Some(entry) = self.find(key)?.and_then(|position| self.view(position)) else { return Ok(None) };
        // SAFETY: the map holds the entry.
        Ok(Some(unsafe { Value::copy_of(&entry.value) }))
    }

    /// Sets the value of a key. If the map becomes dense, it gets room for so many entries.
    fn set(self, key: Value, value: Value, expected: u64) -> Result {
        let fields = self.fields();
        if fields.slots & SMALL != 0 {
            if fields.size < SMALL_MAX as u64 {
                return self.set_small(key, value);
            }
            self.rehash(layout::slots_for(fields.size.max(expected)))?;
        }
        // SAFETY: the key is held here.
        let hash = unsafe { key::hash(key.view()) }?;
        let slot = self.find_hashed(key.view(), hash)?;
        match (slot, self.table()) {
            (Some(slot), Some(mut table)) => {
                table.move_to_end(slot);
                // SAFETY: the table was just read.
                unsafe { table.write_back(self.cell()) };
                self.replace(table.entry(slot), value);
                Ok(())
            }
            (None, Some(table)) => self.insert(table, hash, key, value),
            (_, None) => Err(changed()),
        }
    }

    /// Replaces the value of an entry.
    fn replace(self, entry: NonNull<RawEntry>, value: Value) {
        // SAFETY: the entry is one of the map.
        let place = unsafe { &raw mut (*entry.as_ptr()).value };
        // SAFETY: as above.
        let old = unsafe { place.replace(value.into_raw()) };
        // SAFETY: the value does not belong to the map any more.
        drop(unsafe { Value::from_owned(old) });
    }

    /// Inserts an entry into a dense map that does not have the key.
    fn insert(self, mut table: Table, hash: u64, key: Value, value: Value) -> Result {
        let slot = loop {
            if let Some(slot) = table.make_room(hash) {
                break slot;
            }
            self.rehash(table.slots() * 2)?;
            table = self.table().ok_or_else(changed)?;
        };
        table.push(slot, RawEntry { key: key.into_raw(), value: value.into_raw() });
        // SAFETY: the table was read after the last code of others ran.
        unsafe { table.write_back(self.cell()) };
        Ok(())
    }

    /// Sets the value of a key of a small map, which has less than [`SMALL_MAX`] entries.
    fn set_small(self, key: Value, value: Value) -> Result {
        if let Some(entry) = self.find(key.view())?.and_then(|index| self.at(index)) {
            self.replace(entry, value);
            return Ok(());
        }
        let fields = self.fields();
        // Code of others may have run, and filled the map or made it dense.
        if fields.slots & SMALL == 0 || fields.size >= SMALL_MAX as u64 {
            return Err(changed());
        }
        if fields.size >= fields.slots & !SMALL {
            self.grow_small()?;
        }
        // SAFETY: there is a slot after the last entry.
        let place = unsafe { self.small_entry(fields.size) };
        // SAFETY: as above.
        unsafe { place.write(RawEntry { key: key.into_raw(), value: value.into_raw() }) };
        self.set_size(fields.size + 1);
        Ok(())
    }

    /// Sets the number of entries of a small map, all of which are initialised.
    fn set_size(self, size: u64) {
        // SAFETY: Object validity.
        unsafe { (*self.cell().as_ptr()).size = size };
    }

    /// Removes the entry at a position, and drops it.
    fn remove(self, position: u64) {
        let Some(entry) = self.at(position) else { return };
        let entry = match self.table() {
            Some(mut table) => {
                let entry = table.remove(position);
                // SAFETY: the table was just read.
                unsafe { table.write_back(self.cell()) };
                entry
            }
            None => {
                // SAFETY: the entry is one of the map.
                let removed = unsafe { entry.read() };
                let last = self.size() - 1;
                // SAFETY: an entry follows, or the end of the entries.
                let following = unsafe { entry.add(1) };
                // SAFETY: the entries after this one move by one.
                unsafe { entry.copy_from(following, (last - position) as usize) };
                self.set_size(last);
                removed
            }
        };
        drop_entry(entry);
    }

    /// Removes all entries. The slots stay.
    fn clear(self) {
        let entries = match self.table() {
            Some(mut table) => {
                let entries = table.take_all();
                // SAFETY: the table was just read.
                unsafe { table.write_back(self.cell()) };
                entries
            }
            None => {
                let entries = (0..self.size()).map_while(|index| self.view(index)).collect();
                self.set_size(0);
                entries
            }
        };
        entries.into_iter().for_each(drop_entry);
    }
}

/// The failure of code of others that changes a map while its keys are hashed or compared.
#[cold]
fn changed() -> Failure {
    fail!(RuntimeError, "The map was changed while its keys were hashed or compared")
}

/// Views of the values of a map or a dict, in order.
///
/// # Safety
///
/// Object validity of a map or a dict, which no code changes while they are read.
pub(super) unsafe fn values(map: NonNull<TVMFFIObject>) -> impl Iterator<Item = TVMFFIAny> {
    // SAFETY: the caller's contract.
    let map = unsafe { Map::of(map) };
    let mut position = map.first();
    core::iter::from_fn(move || {
        let entry = map.view(position)?;
        position = map.next(position);
        Some(entry.value)
    })
}
