//! What the unit tests, and Miri, add to a runtime: objects of any type, and functions that fail or differ on demand.
//!
//! The tests use the runtime in Rust, or the one that `TVM_FFI_LIBRARY` names. Under Miri every object is freed with its last reference, so
//! a wrong reference count is a leak or a use after free.

pub(crate) mod bigint;
mod container;
pub(crate) mod error;
pub(crate) mod object;
pub(crate) mod rvalue;

use std::ffi::{CStr, c_void};
use std::ptr::NonNull;

/// The function that the tests call in the place of one of the runtime.
pub(crate) fn replaced(name: &CStr, function: NonNull<c_void>) -> NonNull<c_void> {
    match name.to_bytes() {
        b"TVMFFIErrorCreateWithCauseAndExtraContext" => error::replace(function),
        b"TVMFFIFunctionGetGlobal" => container::replace(function),
        b"TVMFFITypeGetOrAllocIndex" => {
            take_key(function);
            function
        }
        _ => function,
    }
}

/// Defines a function of the C API that replaces the runtime's, and the place where that is kept.
///
/// The body calls the runtime's as `original`.
macro_rules! replacement {
    (fn $replace:ident as $original:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block) => {
        pub(super) fn $replace(function: core::ptr::NonNull<core::ffi::c_void>) -> core::ptr::NonNull<core::ffi::c_void> {
            type Function = unsafe extern "C" fn($($type),*) -> $result;
            static ORIGINAL: core::sync::atomic::AtomicPtr<core::ffi::c_void> =
                core::sync::atomic::AtomicPtr::new(core::ptr::null_mut());

            unsafe extern "C" fn $original($($argument: $type),*) -> $result {
                let address = ORIGINAL.load(core::sync::atomic::Ordering::Acquire);
                // SAFETY: the address of the runtime's function of this signature, which was stored before this one was given out.
                let function = unsafe { core::mem::transmute::<*mut core::ffi::c_void, Function>(address) };
                // SAFETY: the caller's contract is the same.
                unsafe { function($($argument),*) }
            }

            unsafe extern "C" fn replacement($($argument: $type),*) -> $result $body

            ORIGINAL.store(function.as_ptr(), core::sync::atomic::Ordering::Release);
            let replacement: Function = replacement;
            // SAFETY: functions have an address.
            unsafe { core::ptr::NonNull::new_unchecked(replacement as *mut core::ffi::c_void) }
        }
    };
}
pub(crate) use replacement;

/// Registers the type key `tests.Taken`, as another library would that was loaded before.
fn take_key(function: core::ptr::NonNull<core::ffi::c_void>) {
    use crate::abi::{TVMFFIByteArray, TypeIndex};
    type Register = unsafe extern "C" fn(*const TVMFFIByteArray, i32, i32, i32, i32, i32) -> i32;
    // SAFETY: the C API promises this signature for the function that the caller found.
    let register = unsafe { core::mem::transmute::<*mut core::ffi::c_void, Register>(function.as_ptr()) };
    // SAFETY: the key is readable; every object is an `Object`.
    unsafe { register(&TVMFFIByteArray::of(b"tests.Taken"), -1, 1, 0, 1, TypeIndex::OBJECT) };
}
