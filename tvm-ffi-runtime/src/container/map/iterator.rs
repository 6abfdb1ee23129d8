//! Iterators over maps and dicts: functions that take a command.
//!
//! An iterator is a position. The entries of a dict may change while it is used, so it is checked at each command.

use core::sync::atomic::{AtomicU64, Ordering};

use super::{Map, changed};
use crate::builtin::{Function, of_integer};
use crate::catch::{Result, fail};
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
        // SAFETY: the state holds the object. Users of a dict keep other threads away.
        let map = unsafe { Map::of(self.map.header()) };
        if map.fields().slots != self.slots {
            return Err(fail!(RuntimeError, "The dict was changed while its entries were iterated over"));
        }
        let position = self.position.load(Ordering::Relaxed);
        if command != 0 && command != 1 {
            let next = map.next(position);
            self.position.store(next, Ordering::Relaxed);
            return Ok(Value::bool(map.at(next).is_some()));
        }
        let entry = map.at(position);
        let entry = entry.ok_or_else(|| fail!(IndexError, "The iterator is not at an entry of the map"))?;
        // SAFETY: the map holds its entries, and nothing changes them here.
        let RawEntry { key, value } = unsafe { entry.as_ref() };
        // SAFETY: the map holds both.
        Ok(unsafe { Value::copy_of(if command == 0 { key } else { value }) })
    }
}
