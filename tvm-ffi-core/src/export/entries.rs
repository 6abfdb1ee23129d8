//! The functions through which this library is called from outside.

use super::fail::{call_failed, call_panicked};
use super::metadata::{doc, metadata};
use super::registry;
use crate::description::{is_class_entry, raise_error};
use crate::panic::{guarded, guarded_call, raise_panic};

/// Whether a function catches panics for the ABI: a shim, or one of the cold functions that a shim ends in, which may have taken
/// over its frame.
pub(crate) fn is_boundary(function: usize) -> bool {
    is_cold_path(function) || is_shim(function)
}

/// Whether an address is that of a shim, or of another function that is called from outside.
fn is_shim(address: usize) -> bool {
    registry::exports().any(|export| export.is_entry(address)) || is_class_entry(address)
}

fn is_cold_path(function: usize) -> bool {
    [
        guarded as *const () as usize,
        guarded_call as *const () as usize,
        raise_panic as *const () as usize,
        raise_error as *const () as usize,
        call_failed as *const () as usize,
        call_panicked as *const () as usize,
        metadata as *const () as usize,
        doc as *const () as usize,
    ]
    .contains(&function)
}
