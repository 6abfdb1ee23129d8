//! A runtime in Rust, for the unit tests and for Miri, which cannot call the C library.
//!
//! It implements the functions that this crate needs, by the ownership rules of the C API. Every object is freed with
//! its last reference, so Miri reports a wrong reference count as a leak or a use after free.

mod attributes;
pub(crate) mod bigint;
mod class;
mod container;
pub(crate) mod error;
mod function;
pub(crate) mod object;
#[cfg(test)]
pub(crate) mod rvalue;
mod tensor;
mod types;

pub(crate) use class::object_type;

use std::ffi::{CStr, c_int, c_void};
use std::ptr::NonNull;

use crate::abi::{DLPackManagedTensorAllocator, TVMFFIByteArray, TVMFFIVersion};
use crate::runtime::{Provider, install_provider};

/// The name of the provider.
const NAME: &str = "testing";

/// Makes this the runtime to which the library binds.
pub(crate) fn install() {
    // SAFETY: the functions below behave as the C API says, and the search stops at this provider in tests.
    let installed = unsafe { install_provider(Provider { name: NAME, symbol }) };
    debug_assert!(installed.is_ok() || installed.is_err_and(|provider| provider.name == NAME));
}

/// `(name, address)` of C functions.
macro_rules! addresses {
    ($($module:ident::$name:ident),* $(,)?) => {
        &[$((stringify!($name), |_| $module::$name as *mut c_void),)*]
    };
}

type Address = fn(()) -> *mut c_void;

/// Functions rather than addresses: a constant cannot hold the address of a function as data.
const FUNCTIONS: &[(&str, Address)] = addresses![
    attributes::TVMFFIGetTypeAttrColumn,
    attributes::TVMFFITypeRegisterAttr,
    bigint::TVMFFIBigIntFromByteArray,
    env::TVMFFIEnvCheckSignals,
    env::TVMFFIEnvGetDLPackManagedTensorAllocator,
    env::TVMFFIEnvGetStream,
    env::TVMFFIEnvModRegisterSystemLibSymbol,
    env::TVMFFIGetVersion,
    error::TVMFFIErrorCreate,
    error::TVMFFIErrorCreateWithCauseAndExtraContext,
    error::TVMFFIErrorMoveFromRaised,
    error::TVMFFIErrorSetRaised,
    error::TVMFFIErrorSetRaisedFromCStr,
    function::TVMFFIFunctionCall,
    function::TVMFFIFunctionCreate,
    function::TVMFFIFunctionGetGlobal,
    function::TVMFFIFunctionSetGlobal,
    function::TVMFFIFunctionSetGlobalFromMethodInfo,
    object::TVMFFIObjectDecRef,
    object::TVMFFIObjectIncRef,
    tensor::TVMFFITensorFromDLPackVersioned,
    tensor::TVMFFITensorToDLPackVersioned,
    types::TVMFFIGetTypeInfo,
    types::TVMFFITypeGetOrAllocIndex,
    types::TVMFFITypeKeyToIndex,
    types::TVMFFITypeRegisterField,
    types::TVMFFITypeRegisterMetadata,
    types::TVMFFITypeRegisterMethod,
];

fn symbol(name: &CStr) -> Option<NonNull<c_void>> {
    let found = FUNCTIONS.iter().find(|(known, _)| known.as_bytes() == name.to_bytes());
    NonNull::new(found.map_or(unsupported as *mut c_void, |(_, address)| address(())))
}

/// Replaces functions that no test needs.
extern "C" fn unsupported() -> ! {
    eprintln!("a test calls a C function that `testing::FUNCTIONS` does not have");
    std::process::abort();
}

/// The bytes of an array from a caller.
///
/// # Safety
///
/// `array` points to a byte array whose bytes are readable for `'a`, or that has none.
unsafe fn bytes<'a>(array: *const TVMFFIByteArray) -> &'a [u8] {
    // SAFETY: the caller's contract.
    let array = unsafe { &*array };
    // SAFETY: the caller's contract.
    unsafe { array.bytes() }
}

/// The environment functions, without a host.
#[allow(non_snake_case, reason = "the C names")]
mod env {
    use super::*;

    pub(super) unsafe extern "C" fn TVMFFIGetVersion(version: *mut TVMFFIVersion) {
        // SAFETY: the caller gives a place for a version.
        unsafe { version.write(crate::API_VERSION) };
    }

    pub(super) extern "C" fn TVMFFIEnvCheckSignals() -> c_int {
        0
    }

    pub(super) extern "C" fn TVMFFIEnvGetDLPackManagedTensorAllocator() -> DLPackManagedTensorAllocator {
        None
    }

    pub(super) extern "C" fn TVMFFIEnvGetStream(_: i32, _: i32) -> *mut c_void {
        core::ptr::null_mut()
    }

    pub(super) extern "C" fn TVMFFIEnvModRegisterSystemLibSymbol(
        _: *const std::ffi::c_char,
        _: *mut c_void,
    ) -> c_int {
        0
    }
}
