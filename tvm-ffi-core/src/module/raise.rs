//! Errors of virtual functions.
//!
//! A virtual function of C++ fails by an exception. Code in Rust cannot throw one, but the runtime in C++ throws an error that a function of a
//! library raised, if that function is called through `cpp_call`. So a function that fails with the error that is raised already is registered as
//! one of the system library. The runtime in Rust has no `cpp_call`: it looks for an error that a virtual function has left raised.

use core::ffi::{c_int, c_void};
use std::ffi::CString;
use std::sync::OnceLock;

use super::Module;
use crate::abi::{TVMFFIAny, TVMFFIFunctionCell};
use crate::error::{Result, check};
use crate::function::Function;
use crate::runtime::{find, table};

/// Throws the error that is raised on this thread, in the runtime in C++.
static THROW: OnceLock<Function> = OnceLock::new();

/// The signature of `cpp_call`.
type CppCall = unsafe extern "C-unwind" fn(
    function: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
);

/// Fails. The error is raised already.
unsafe extern "C" fn fail(
    _context: *mut c_void,
    _args: *const TVMFFIAny,
    _num_args: i32,
    _result: *mut TVMFFIAny,
) -> c_int {
    -1
}

/// Finds the function that throws, so that this cannot fail when there is an error to throw.
pub(super) fn prepare() -> Result<()> {
    if THROW.get().is_some() {
        return Ok(());
    }
    find()?;
    let address = fail as *mut c_void;
    // Each library that this code is linked into has a function of its own.
    let name = format!("rust.raise.{address:?}");
    let symbol = CString::new(format!("__tvm_ffi_{name}")).unwrap_or_default();
    // SAFETY: the name is NUL-terminated, and the symbol is a function with the signature of those of modules.
    check(unsafe { table::TVMFFIEnvModRegisterSystemLibSymbol(symbol.as_ptr(), address) })?;
    let function = Module::system_lib("")?.function(&name)?;
    let _ = THROW.set(function);
    Ok(())
}

/// Throws the error that is raised on this thread, if the runtime has exceptions. No destructor may be needed in the frames above, up to C++.
pub(super) fn throw_raised() {
    let Some(throw) = THROW.get() else { return };
    // SAFETY: Object validity: the body of a function.
    let cell = unsafe { throw.as_object().body::<TVMFFIFunctionCell>().as_ref() };
    if cell.cpp_call.is_null() {
        return;
    }
    // SAFETY: a function of the runtime in C++ has a `cpp_call` of this type.
    let cpp_call = unsafe { core::mem::transmute::<*mut c_void, CppCall>(cell.cpp_call) };
    let mut result = TVMFFIAny::NONE;
    // SAFETY: there are no arguments, and the result is writable. The exception passes only frames that may unwind.
    unsafe { cpp_call(throw.as_object().handle(), core::ptr::null(), 0, &mut result) };
}
