//! A function of every library with the feature `jax`, which the manifest does not list.

use core::ffi::{c_int, c_void};

use tvm_ffi_core::__private::{
    AnyType, Args, Description, ParameterProbe, Reader, Returned, Shim, Slot, TVMFFIAny, call,
};
use tvm_ffi_core::{Error, ErrorKind, Result};

use super::handler_of;
use crate::texts::texts;

fn describe(read: Reader<'_>) {
    const TEXT: &str = texts!(
        "tvm_ffi_xla_handler",
        "The address of an export's handler for XLA's FFI; an error says why there is none.",
        "name"
    );
    // SAFETY: the function keeps the contract.
    let shim = unsafe { Shim::new(xla_handler) };
    let parameters = [ParameterProbe::<&str>::TYPE];
    read(&Description::new(TEXT, shim, &parameters, Returned::<Result<i64>>::tag().result_type()));
}

/// `tvm_ffi_xla_handler(name: str) -> int`
#[unsafe(export_name = "__tvm_ffi_tvm_ffi_xla_handler")]
unsafe extern "C" fn xla_handler(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    let body = |args: Args<'_>, slot: Slot<'_>| {
        args.require_count(1, 1)?;
        let mut holder = ();
        let name = args.get::<AnyType, &str, _>(0, &mut holder)?;
        let value = handler_of(name);
        let value = value
            .map(|thunk| thunk as usize as i64)
            .map_err(|reason| Error::new(ErrorKind::TypeError, reason));
        Some(Returned::of(&value).write_or_raise(value, slot, "tvm_ffi_xla_handler"))
    };
    // SAFETY: the SafeCall contract; the function takes no tensor.
    unsafe { call(describe, None, args, num_args, result, body) }
}
