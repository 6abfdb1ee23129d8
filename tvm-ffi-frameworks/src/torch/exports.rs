//! Functions of every library with the feature `torch`, which the manifest does not list.

use core::ffi::{c_int, c_void};

use tvm_ffi_core::__private::{
    AnyType, Args, Description, ParameterProbe, Reader, Returned, Shim, Slot, TVMFFIAny, call,
};
use tvm_ffi_core::{Error, Result};

use super::{failure, register};
use crate::texts::texts;

fn describe_register(read: Reader<'_>) {
    const TEXT: &str = texts!(
        "tvm_ffi_torch_register",
        "Registers the exports of this library as operators of PyTorch; returns JSON.",
        "namespace"
    );
    // SAFETY: the function keeps the contract.
    let shim = unsafe { Shim::new(torch_register) };
    let parameters = [ParameterProbe::<&str>::TYPE];
    read(&Description::new(TEXT, shim, &parameters, Returned::<Result<String>>::tag().result_type()));
}

/// `tvm_ffi_torch_register(namespace: str) -> str`
#[unsafe(export_name = "__tvm_ffi_tvm_ffi_torch_register")]
unsafe extern "C" fn torch_register(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    let body = |args: Args<'_>, slot: Slot<'_>| {
        args.require_count(1, 1)?;
        let mut holder = ();
        let namespace = args.get::<AnyType, &str, _>(0, &mut holder)?;
        let value = register::register(namespace);
        Some(Returned::of(&value).write_or_raise(value, slot, "tvm_ffi_torch_register"))
    };
    // SAFETY: the SafeCall contract; the function takes no tensor.
    unsafe { call(describe_register, None, args, num_args, result, body) }
}

fn describe_reraise(read: Reader<'_>) {
    const TEXT: &str =
        texts!("tvm_ffi_reraise", "Raises the last error of an operator of this library on this thread.");
    // SAFETY: the function keeps the contract.
    let shim = unsafe { Shim::new(reraise) };
    read(&Description::new(TEXT, shim, &[], Returned::<Result<()>>::tag().result_type()));
}

/// `tvm_ffi_reraise() -> None`. Without an error to raise it does nothing.
#[unsafe(export_name = "__tvm_ffi_tvm_ffi_reraise")]
unsafe extern "C" fn reraise(
    _: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    let body = |args: Args<'_>, slot: Slot<'_>| {
        args.require_count(0, 0)?;
        let value: Result<(), Error> = failure::take().map_or(Ok(()), Err);
        Some(Returned::of(&value).write_or_raise(value, slot, "tvm_ffi_reraise"))
    };
    // SAFETY: the SafeCall contract.
    unsafe { call(describe_reraise, None, args, num_args, result, body) }
}
