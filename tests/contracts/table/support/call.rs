//! Calls through the C ABI.

use tvm_ffi::__private::take_raised_if_any;
use tvm_ffi::abi::{TVMFFIAny, TypeIndex};
use tvm_ffi::{Any, Result, Tensor};

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
    Err(take_raised_if_any().expect("a call that fails raises an error"))
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
