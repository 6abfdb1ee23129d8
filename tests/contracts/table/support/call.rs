//! Calls through the C ABI.

use core::ffi::{c_int, c_void};
use std::sync::OnceLock;

use tvm_ffi::abi::{TVMFFIAny, TypeIndex};
use tvm_ffi::{Any, Error, Function, Result, Tensor};

use super::Shim;

/// Calls an export as Python does.
pub(crate) fn call(shim: Shim, args: &[TVMFFIAny]) -> Result<Any> {
    let mut result = TVMFFIAny::NONE;
    // SAFETY: the arguments are views that outlive the call, and the result owns nothing.
    let code = unsafe { shim(core::ptr::null_mut(), args.as_ptr(), args.len() as i32, &mut result) };
    if code == 0 {
        // SAFETY: the call returned an owned value.
        return Ok(unsafe { Any::from_raw(result) });
    }
    assert_eq!((code, result.type_index), (-1, TypeIndex::NONE), "a call that fails leaves no result");
    Err(raised())
}

/// The error that is raised on this thread: a function that fails without raising one of its own passes it on.
fn raised() -> Error {
    unsafe extern "C" fn fails(_: *mut c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny) -> c_int {
        -1
    }
    static FAILS: OnceLock<Function> = OnceLock::new();
    let function = FAILS.get_or_init(|| {
        // SAFETY: the function obeys the SafeCall contract, without a context or a deleter.
        let address = unsafe { Any::from_pointer(fails as Shim as *mut c_void) };
        let make = Function::get_global("ffi.FunctionFromExternC").expect("the runtime has it");
        make.call(((), address, ())).and_then(Any::cast).expect("a function")
    });
    function.call(()).expect_err("the function fails")
}

/// The text of a result in the cases.
pub(crate) fn show(value: &Any) -> String {
    match value.type_index() {
        TypeIndex::STR | TypeIndex::SMALL_STR => value.clone().cast().expect("text"),
        TypeIndex::TENSOR => format!("{:?}", value.clone().cast::<Tensor>().expect("a tensor")),
        TypeIndex::ARRAY => {
            let items: Vec<Any> = value.clone().cast().expect("an array");
            let items: Vec<String> = items.iter().map(show).collect();
            format!("[{}]", items.join(", "))
        }
        _ => format!("{value:?}"),
    }
}
