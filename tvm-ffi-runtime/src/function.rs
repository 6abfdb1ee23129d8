//! Functions: how they are made, and how they are called.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIFunctionCell, TVMFFIObjectHandle, TVMFFISafeCallType, TypeIndex};

use crate::catch::{self, Failure, Result, fail};
use crate::object::{Object, body_of};
use crate::value::Value;

/// Frees the context of a function.
pub(crate) type ContextDeleter = unsafe extern "C" fn(context: *mut c_void);

/// The body of a function that calls a C function with a context of the caller's.
#[repr(C)]
struct WithContext {
    cell: TVMFFIFunctionCell,
    context: *mut c_void,
    call: TVMFFISafeCallType,
    deleter: Option<ContextDeleter>,
}

impl Drop for WithContext {
    fn drop(&mut self) {
        if let Some(deleter) = self.deleter {
            // SAFETY: the maker's contract. The function ends here, so the context is not used any more.
            unsafe { deleter(self.context) };
        }
    }
}

/// The body of a function that runs a closure.
#[repr(C)]
struct Closure<F> {
    cell: TVMFFIFunctionCell,
    body: F,
}

const fn cell(call: TVMFFISafeCallType) -> TVMFFIFunctionCell {
    TVMFFIFunctionCell { safe_call: Some(call), cpp_call: null_mut() }
}

/// A function that calls a C function with a context. If that is NULL, and needs no deleter, the C function is the entry point, and gets the
/// function object instead: its caller then takes one step less.
///
/// # Safety
///
/// The C function keeps the SafeCall contract when it is called with the context, and with anything instead of NULL, from any thread. The deleter may be called with the context
/// once, from any thread, after the last call.
pub(crate) unsafe fn with_context(
    context: *mut c_void,
    call: TVMFFISafeCallType,
    deleter: Option<ContextDeleter>,
) -> Object {
    if context.is_null() && deleter.is_none() {
        // SAFETY: the caller's contract.
        return unsafe { without_context(call) };
    }
    Object::new(TypeIndex::FUNCTION, WithContext { cell: cell(call_with_context), context, call, deleter })
}

/// A function that calls a C function which does not use its first argument.
///
/// # Safety
///
/// The C function keeps the SafeCall contract, from any thread.
pub(crate) unsafe fn without_context(call: TVMFFISafeCallType) -> Object {
    Object::new(TypeIndex::FUNCTION, cell(call))
}

/// A function that runs a closure with the views of its arguments.
pub(crate) fn closure<F>(body: F) -> Object
where
    F: Fn(&[TVMFFIAny]) -> Result<Value> + Send + Sync + 'static,
{
    Object::new(TypeIndex::FUNCTION, Closure { cell: cell(call_closure::<F>), body })
}

/// The function in a view, with a reference of its own; `None` of other values.
pub(crate) fn of_view(view: &TVMFFIAny) -> Option<Object> {
    if view.type_index != TypeIndex::FUNCTION {
        return None;
    }
    // SAFETY: AnyView validity.
    unsafe { Object::from_lent(view.payload.ptr()) }
}

/// Calls a function.
///
/// # Errors
///
/// What the function raises.
///
/// # Safety
///
/// The object is a function. The arguments have AnyView validity.
pub(crate) unsafe fn call(function: &Object, args: &[TVMFFIAny]) -> Result<Value> {
    let mut result = TVMFFIAny::NONE;
    let Ok(count) = i32::try_from(args.len()) else {
        return Err(fail!(ValueError, "a call has at most {} arguments", i32::MAX));
    };
    // SAFETY: the caller's contract; the result is writable and owns nothing.
    let code = unsafe { call_function(function.handle(), args.as_ptr().cast_mut(), count, &raw mut result) };
    // SAFETY: the function gives an owned value, or leaves `None`.
    let result = unsafe { Value::from_owned(result) };
    if code == 0 { Ok(result) } else { Err(Failure::of_callee()) }
}

/// Runs the body of a function with the views of its arguments, and writes its result.
///
/// # Safety
///
/// The SafeCall contract.
#[inline(always)]
pub(crate) unsafe fn enter<'a>(
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
    body: impl FnOnce(&'a [TVMFFIAny]) -> Result<Value>,
) -> c_int {
    let count = usize::try_from(num_args).unwrap_or(0);
    let args = if args.is_null() || count == 0 {
        &[][..]
    } else {
        // SAFETY: the caller's contract.
        unsafe { core::slice::from_raw_parts(args, count) }
    };
    catch::code(|| {
        let value = body(args)?.into_raw();
        // SAFETY: the caller's contract: the place is writable and owns nothing.
        unsafe { result.write(value) };
        Ok(())
    })
}

/// The entry point of functions with a context: passes the context in the place of the function.
unsafe extern "C" fn call_with_context(
    function: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: only functions with this body have this entry point.
    let body = unsafe { body_of::<WithContext>(function) };
    // SAFETY: the SafeCall contract is the caller's.
    unsafe { (body.call)(body.context, args, num_args, result) }
}

/// The entry point of closures.
unsafe extern "C" fn call_closure<F>(
    function: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int
where
    F: Fn(&[TVMFFIAny]) -> Result<Value>,
{
    // SAFETY: only functions with this body have this entry point.
    let closure = unsafe { body_of::<Closure<F>>(function) };
    // SAFETY: the SafeCall contract is the caller's.
    unsafe { enter(args, num_args, result, |args| (closure.body)(args)) }
}

/// The failure of a function without an address.
#[cold]
pub(crate) fn of_null() -> Failure {
    fail!(ValueError, "A function cannot be made of a NULL pointer")
}

/// `TVMFFIFunctionCreate`. If it fails, the context remains the caller's.
///
/// # Safety
///
/// The C API: that of [`with_context`], and `out` is writable.
#[inline(always)]
pub(crate) unsafe extern "C" fn create(
    context: *mut c_void,
    call: Option<TVMFFISafeCallType>,
    deleter: Option<ContextDeleter>,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    let Some(call) = call else {
        return catch::raise(of_null());
    };
    // SAFETY: the caller's contract.
    let function = unsafe { with_context(context, call, deleter) };
    // SAFETY: the caller's contract.
    unsafe { out.write(function.into_handle()) };
    0
}

/// `TVMFFIFunctionCall`.
///
/// # Safety
///
/// The C API: the object is a function, and the SafeCall contract.
pub(crate) unsafe extern "C" fn call_function(
    function: TVMFFIObjectHandle,
    args: *mut TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the caller's contract: the body of a function begins with its cell.
    let cell = unsafe { body_of::<TVMFFIFunctionCell>(function) };
    // SAFETY: every function has an entry point.
    let safe_call = unsafe { cell.safe_call.unwrap_unchecked() };
    // SAFETY: the caller's contract.
    unsafe { safe_call(function, args, num_args, result) }
}

#[cfg(test)]
mod tests;
