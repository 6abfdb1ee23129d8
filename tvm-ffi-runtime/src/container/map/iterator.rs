//! Iterators over maps and dicts: functions that take a command.
//!
//! An iterator is a position. The entries of a dict may change while it is used, so it is checked at each command.

use core::sync::atomic::{AtomicU64, Ordering};

use tvm_ffi_abi::map::NO_SLOT;

use super::{Map, changed};
use crate::builtin::{Function, of_integer};
use crate::catch::{Failure, Result, fail};
use crate::container::table::RawEntry;
use crate::object::Object;
use crate::value::Value;

/// An iterator at the first entry: 0 gives its key, 1 its value, another number moves on and gives whether there is an entry.
pub(super) fn iterator(map: Map) -> Result<Function> {
    let held = map.hold().ok_or_else(changed)?;
    let state = State { position: AtomicU64::new(map.first()), slots: map.fields().slots, map: held };
    Ok(of_integer(move |command| state.run(command)))
}

struct State {
    map: Object,
    /// The number of slots when the position was taken. Positions mean nothing in a table of another size.
    slots: u64,
    /// Atomic, since nothing keeps two threads from calling the function at once.
    position: AtomicU64,
}

impl State {
    fn run(&self, command: i64) -> Result<Value> {
        // SAFETY: the state holds the object.
        let map = unsafe { Map::of(self.map.header()) };
        let _lock = map.lock()?;
        if map.fields().slots != self.slots {
            return Err(table_changed());
        }
        let position = self.position.load(Ordering::Relaxed);
        if !(0..=1).contains(&command) {
            let next = map.next(position);
            self.position.store(next, Ordering::Relaxed);
            // The table links its entries only.
            let is_entry = if map.is_small() { next < map.size() } else { next != NO_SLOT };
            return Ok(Value::bool(is_entry));
        }
        let entry = map.at(position);
        let entry = entry.ok_or_else(no_entry)?;
        // SAFETY: the map holds its entries, and nothing changes them here.
        let RawEntry { key, value } = unsafe { entry.as_ref() };
        // SAFETY: the map holds both.
        Ok(unsafe { Value::copy_of(if command == 0 { key } else { value }) })
    }
}

#[cold]
#[inline(never)]
fn table_changed() -> Failure {
    fail!(RuntimeError, "The dict was changed while its entries were iterated over")
}

#[cold]
#[inline(never)]
fn no_entry() -> Failure {
    fail!(IndexError, "The iterator is not at an entry of the map")
}
