//! Whether the maps of the runtime have the known layout, and the known hashes.

use core::ptr::NonNull;
use core::sync::atomic::{AtomicU8, Ordering};

use super::{DenseCell, Entries, MapCell, SMALL, cell, dense_cell, entries};
use crate::abi::{TVMFFIAny, TVMFFIObject};
use crate::container::build::{Container, from_runtime};
use crate::container::items::read_entries;
use crate::container::mapping::{ERASE, SET};
use crate::container::owned::{call, is_same};
use crate::convert::IntoAny;
use crate::error::Result;
use crate::function::Function;
use crate::object_ref::ObjectRef;

const UNCHECKED: u8 = 0;
const KNOWN: u8 = 1;
const UNKNOWN: u8 = 2;

static STATE: AtomicU8 = AtomicU8::new(UNCHECKED);

/// Whether there is a runtime whose maps have the layout of this module. The first call checks it, and may bind to the runtime.
#[inline]
pub fn is_known() -> bool {
    // A test chooses another layout for its thread.
    #[cfg(test)]
    if let Some(is_known) = super::fabricated::is_known(|| matches_runtime().unwrap_or(false)) {
        return is_known;
    }
    match STATE.load(Ordering::Relaxed) {
        UNCHECKED => check(),
        state => state == KNOWN,
    }
}

#[cold]
#[inline(never)]
fn check() -> bool {
    // There may be one later.
    if crate::runtime::find().is_err() {
        return false;
    }
    let is_known = matches_runtime().unwrap_or(false);
    STATE.store(if is_known { KNOWN } else { UNKNOWN }, Ordering::Relaxed);
    is_known
}

/// Compares maps of all kinds: empty, small, full, dense, of several blocks, and changed.
fn matches_runtime() -> Result<bool> {
    // Runtimes before 0.1.9 have no dicts.
    let has_dicts = Function::get_global("ffi.Dict").is_ok();
    let kinds: &[Container] = if has_dicts { &[Container::Map, Container::Dict] } else { &[Container::Map] };
    for &kind in kinds {
        for count in [0, 1, 4, 5, 18] {
            if !matches(kind, &numbered(kind, count))? {
                return Ok(false);
            }
        }
    }
    Ok(!has_dicts || changed_dicts_match()?)
}

/// Compares dicts after some entries were erased and a value was replaced.
fn changed_dicts_match() -> Result<bool> {
    for count in [3, 18] {
        let dict = numbered(Container::Dict, count);
        for key in (0..count).step_by(2) {
            call(ERASE.get(), &dict, &[*key.into_any().as_raw()])?;
        }
        call(SET.get(), &dict, &[*1i64.into_any().as_raw(), TVMFFIAny::NONE])?;
        if !matches(Container::Dict, &dict)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A map with this many entries, made by the runtime.
fn numbered(kind: Container, count: i64) -> ObjectRef {
    from_runtime(kind, (0..count).flat_map(|key| [key.into_any(), (key * key).into_any()]).collect())
}

/// Whether reading by layout gives what functions of the runtime give.
fn matches(kind: Container, map: &ObjectRef) -> Result<bool> {
    let expected = read_entries(kind, map)?;
    let found = is_plausible(map.as_ptr(), expected.len()).then(|| {
        // SAFETY: no other code has a reference to the map. What its body contains is what the layout says.
        unsafe { entries(map.as_ptr()) }
    });
    let is_equal = |found: Entries<'_>| {
        let all_same =
            found.zip(&expected).all(|(a, b)| is_same(&a.key, &b.key) && is_same(&a.value, &b.value));
        let all_same_back = found.rev().zip(expected.iter().rev()).all(|(a, b)| is_same(&a.key, &b.key));
        all_same && all_same_back
    };
    Ok(found.is_some_and(is_equal))
}

/// Whether the body of a map may be what the layout says, so that its pointers can be followed.
///
/// An object with another layout may be shorter. So the empty maps come first, whose first word leads into the object, and that is compared
/// before the others are read.
fn is_plausible(map: NonNull<TVMFFIObject>, count: usize) -> bool {
    // SAFETY: every map has a body of at least one word.
    let cell = unsafe { cell(map) };
    // SAFETY: as above.
    let data = unsafe { cell.cast::<*mut MapCell>().read() };
    let is_inline = data == cell.as_ptr().wrapping_add(1);
    if count == 0 && !is_inline {
        return false;
    }
    // SAFETY: the body of a map of this kind is long enough: that of an empty one leads to what follows the cell.
    let MapCell { size, slots, .. } = unsafe { cell.read() };
    if size != count as u64 || data.is_null() {
        return false;
    }
    if slots & SMALL != 0 {
        return (size..=4).contains(&(slots & !SMALL));
    }
    // SAFETY: as above, the body has room for at least two entries.
    let dense = unsafe { dense_cell(cell) };
    // SAFETY: as above.
    let DenseCell { shift, first, last } = unsafe { dense.read() };
    slots.is_power_of_two() && shift == 64 - slots.trailing_zeros() && first < slots && last < slots
}
