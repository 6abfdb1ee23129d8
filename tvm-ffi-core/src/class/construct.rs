//! Constructors.

use core::ffi::{c_int, c_void};
use core::marker::PhantomData;

use super::describe::FromFields;
use super::field::FieldValue;
use super::unsupported;
use crate::abi::TVMFFIAny;
use crate::any::Any;

/// The arguments of a constructor from the fields, in the order of the fields.
pub struct FieldValues<'call> {
    marker: PhantomData<&'call Any>,
}

impl FieldValues<'_> {
    /// The value of the next field, or its default if the caller gave none.
    pub fn next<V: FieldValue>(&mut self, default: Option<fn() -> V>) -> Option<V> {
        default.map(|default| default())
    }
}

/// The constructor from the fields.
///
/// # Safety
///
/// The SafeCall contract of [`crate::abi`].
pub unsafe extern "C" fn construct_from_fields<T: FromFields>(
    _: *mut c_void,
    _: *const TVMFFIAny,
    _: i32,
    _: *mut TVMFFIAny,
) -> c_int {
    unsupported(T::TYPE_KEY)
}
