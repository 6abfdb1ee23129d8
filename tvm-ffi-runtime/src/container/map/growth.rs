//! How the entries of a map get more room.

use tvm_ffi_abi::map::{MapCell, SMALL, SMALL_MAX};

use super::{Map, changed};
use crate::catch::Result;
use crate::container::memory::{allocate, release};
use crate::container::table::{RawEntry, Table};
use crate::key;

impl Map {
    /// Moves the entries of a small map to one with [`SMALL_MAX`] slots.
    pub(super) fn grow_small(self) -> Result {
        let old = self.fields();
        let place = allocate(SMALL_MAX, size_of::<RawEntry>())?;
        // SAFETY: the new place has room for all entries of a small map, which move.
        unsafe {
            place.cast::<RawEntry>().as_ptr().copy_from_nonoverlapping(old.data.cast(), old.size as usize)
        };
        let slots = SMALL_MAX as u64 | SMALL;
        let data_deleter = Some(release as unsafe extern "C" fn(_));
        // SAFETY: Object validity.
        unsafe {
            self.cell().write(MapCell { data: place.as_ptr().cast(), size: old.size, slots, data_deleter })
        };
        free_data(old);
        Ok(())
    }

    /// Moves all entries to a table with at least so many slots.
    pub(super) fn rehash(self, mut slots: u64) -> Result {
        let order = self.hashes()?;
        let table = loop {
            match self.table_of(&order, slots)? {
                Some(table) => break table,
                None => slots *= 2,
            }
        };
        let old = self.fields();
        // SAFETY: the entries were copied to the table. Even a small map has room for the fields of a dense one.
        unsafe { table.install(self.cell()) };
        free_data(old);
        Ok(())
    }

    /// A table with copies of the entries at these positions. `None` if it is too small.
    fn table_of(self, order: &[(u64, u64)], slots: u64) -> Result<Option<Table>> {
        let mut table = Table::new(slots)?;
        for (position, hash) in order {
            let (Some(entry), Some(slot)) = (self.view(*position), table.make_room(*hash)) else {
                table.free();
                return Ok(None);
            };
            table.push(slot, entry);
        }
        Ok(Some(table))
    }

    /// The positions of all entries in their order, and the hashes of their keys.
    fn hashes(self) -> Result<Vec<(u64, u64)>> {
        let size = self.size();
        let mut order = Vec::with_capacity(size as usize);
        let mut ran_code = false;
        let mut position = self.first();
        while let Some(RawEntry { key, .. }) = self.view(position) {
            // SAFETY: the map holds its key.
            let hash = unsafe { key::hash(&key) }?;
            if key::may_run_code(&key) {
                self.check_key(position, &key)?;
                ran_code = true;
            }
            order.push((position, hash));
            if order.len() as u64 > size {
                return Err(changed());
            }
            position = self.next(position);
        }
        if ran_code {
            self.check_order(&order)?;
        }
        Ok(order)
    }

    /// Fails unless the entries are at these positions, in this order.
    fn check_order(self, order: &[(u64, u64)]) -> Result {
        let mut position = self.first();
        for (expected, _) in order {
            if self.at(position).is_none() || position != *expected {
                return Err(changed());
            }
            position = self.next(position);
        }
        if self.at(position).is_none() && self.size() == order.len() as u64 { Ok(()) } else { Err(changed()) }
    }
}

/// Frees what the fields of a map led to, after the entries have moved.
fn free_data(fields: MapCell) {
    if let Some(deleter) = fields.data_deleter {
        // SAFETY: this is the deleter of `data`, which no map has any more.
        unsafe { deleter(fields.data) };
    }
}
