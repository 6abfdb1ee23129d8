//! Helpers for the topics.

mod argument;
mod call;
mod case;
mod memory;

pub(crate) use argument::*;
pub(crate) use case::Table;

use tvm_ffi::abi::TVMFFISafeCallType;

/// The C entry point of an export.
pub(crate) type Shim = TVMFFISafeCallType;

/// The C entry point of an export, by its symbol.
macro_rules! shim {
    ($name:ident) => {
        shim!(@ stringify!($name))
    };
    ($name:literal) => {
        shim!(@ $name)
    };
    (@ $name:expr) => {{
        unsafe extern "C" {
            #[link_name = concat!("__tvm_ffi_", $name)]
            fn shim(
                _: *mut ::core::ffi::c_void,
                _: *const ::tvm_ffi::abi::TVMFFIAny,
                _: i32,
                _: *mut ::tvm_ffi::abi::TVMFFIAny,
            ) -> ::core::ffi::c_int;
        }
        shim as $crate::support::Shim
    }};
}
pub(crate) use shim;

/// Sums elements, starting from 0, because `Iterator::sum` returns -0 for no elements.
pub(crate) fn sum<'a>(elements: impl IntoIterator<Item = &'a f32>) -> f32 {
    elements.into_iter().fold(0.0, |sum, element| sum + element)
}
