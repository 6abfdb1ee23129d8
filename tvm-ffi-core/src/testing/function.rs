//! Functions and the registry of global ones.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{bytes, container, error, object};
use crate::abi::{
    TVMFFIAny, TVMFFIByteArray, TVMFFIFunctionCell, TVMFFIMethodInfo, TVMFFIObjectHandle, TVMFFISafeCallType,
    TypeIndex,
};
use crate::object_ref::ObjectRef;

/// A function around a C function and its context.
#[repr(C)]
struct Body {
    cell: TVMFFIFunctionCell,
    context: *mut c_void,
    safe_call: TVMFFISafeCallType,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
}

impl Drop for Body {
    fn drop(&mut self) {
        if let Some(deleter) = self.deleter {
            // SAFETY: this is the end of the function, and it is not called any more.
            unsafe { deleter(self.context) };
        }
    }
}

/// The entry point of every function: hands on the context in the place of the object.
unsafe extern "C" fn enter(
    function: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller lends a function that was made below.
    let body = unsafe { object::body::<Body>(function) };
    // SAFETY: the SafeCall contract is the caller's.
    unsafe { (body.safe_call)(body.context, args, num_args, result) }
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIFunctionCreate(
    context: *mut c_void,
    safe_call: TVMFFISafeCallType,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    // SAFETY: the caller gives a place for the handle.
    unsafe { out.write(create(context, safe_call, deleter)) };
    0
}

fn create(
    context: *mut c_void,
    safe_call: TVMFFISafeCallType,
    deleter: Option<unsafe extern "C" fn(*mut c_void)>,
) -> TVMFFIObjectHandle {
    let cell = TVMFFIFunctionCell { safe_call: Some(enter), cpp_call: null_mut() };
    object::new(TypeIndex::FUNCTION, Body { cell, context, safe_call, deleter })
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIFunctionCall(
    function: TVMFFIObjectHandle,
    args: *mut TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller lends a function, which begins with its cell.
    let cell = unsafe { object::body::<TVMFFIFunctionCell>(function) };
    match cell.safe_call {
        // SAFETY: the SafeCall contract is the caller's.
        Some(safe_call) => unsafe { safe_call(function, args, num_args, result) },
        None => -1,
    }
}

static GLOBALS: Mutex<BTreeMap<Vec<u8>, ObjectRef>> = Mutex::new(BTreeMap::new());

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIFunctionGetGlobal(
    name: *const TVMFFIByteArray,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    // SAFETY: the caller gives readable bytes.
    let name = unsafe { bytes(name) };
    let found = GLOBALS.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
    let function = match (found, container::function(name)) {
        (Some(function), _) => function.into_raw().as_ptr().cast(),
        (None, Some(safe_call)) => create(null_mut(), safe_call, None),
        (None, None) => null_mut(),
    };
    // SAFETY: the caller gives a place for the handle.
    unsafe { out.write(function) };
    0
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIFunctionSetGlobal(
    name: *const TVMFFIByteArray,
    function: TVMFFIObjectHandle,
    allow_override: c_int,
) -> c_int {
    // SAFETY: the caller gives readable bytes.
    let name = unsafe { bytes(name) }.to_vec();
    // SAFETY: the caller lends the function.
    let function = unsafe { object::retain(function) };
    // SAFETY: the reference was taken above.
    let Some(function) = (unsafe { ObjectRef::from_handle(function) }) else { return -1 };
    let mut globals = GLOBALS.lock().unwrap_or_else(PoisonError::into_inner);
    if allow_override == 0 && globals.contains_key(&name) {
        let name = String::from_utf8_lossy(&name);
        error::raise("RuntimeError", &format!("Global Function `{name}` is already registered"));
        return -1;
    }
    let before = globals.insert(name, function);
    // Dropping a function may run code of the user.
    drop(globals);
    drop(before);
    0
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFIFunctionSetGlobalFromMethodInfo(
    info: *const TVMFFIMethodInfo,
    allow_override: c_int,
) -> c_int {
    // SAFETY: the caller lends the info.
    let info = unsafe { &*info };
    // SAFETY: the info is that of a function.
    unsafe { TVMFFIFunctionSetGlobal(&info.name, info.method.payload.ptr(), allow_override) }
}
