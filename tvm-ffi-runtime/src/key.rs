//! Hash and equality of values as keys.
//!
//! A type may have its own, in the columns `__any_hash__` and `__any_equal__`. These are code of others, which may change any container that it
//! gets hold of.

use tvm_ffi_abi::{TVMFFIAny, TypeIndex, key};

use crate::catch::{Failure, Result, fail};
use crate::function;
use crate::types::{self, type_name};
use crate::value::Value;

/// A hash as a native function.
type NativeHash = unsafe extern "C" fn(&TVMFFIAny) -> TVMFFIAny;
/// An equality as a native function.
type NativeEqual = unsafe extern "C" fn(&TVMFFIAny, &TVMFFIAny) -> TVMFFIAny;

/// Whether the hash or the equality of a key may run code of others.
#[inline(always)]
pub(crate) fn may_run_code(key: &TVMFFIAny) -> bool {
    key.type_index >= TypeIndex::STATIC_OBJECT_BEGIN
        && !matches!(key.type_index, TypeIndex::STR | TypeIndex::BYTES)
        && types::has_key_hook(key.type_index)
}

/// Whether a view is an owned value whose hash and equality run no code of others.
#[inline(always)]
pub(crate) fn is_plain(view: &TVMFFIAny) -> bool {
    match view.type_index {
        TypeIndex::RAW_STR..=TypeIndex::OBJECT_RVALUE_REF => false,
        _ => !may_run_code(view),
    }
}

/// The hash of a key.
///
/// # Errors
///
/// What the hash of its type fails with.
///
/// # Safety
///
/// AnyView validity.
#[inline]
pub(crate) unsafe fn hash(key: &TVMFFIAny) -> Result<u64> {
    // SAFETY: the caller's contract.
    match unsafe { key::hash(key) } {
        Some(hash) => Ok(hash),
        // SAFETY: the caller's contract.
        None => unsafe { hash_of_object(key) },
    }
}

/// Whether two values are equal as keys.
///
/// # Errors
///
/// What the equality of their type fails with.
///
/// # Safety
///
/// AnyView validity of both.
#[inline]
pub(crate) unsafe fn equal(a: &TVMFFIAny, b: &TVMFFIAny) -> Result<bool> {
    // SAFETY: the caller's contract.
    match unsafe { key::equal(a, b) } {
        Some(equal) => Ok(equal),
        // SAFETY: the caller's contract.
        None => unsafe { equal_objects(a, b) },
    }
}

/// The hash of an object that is not text.
///
/// # Safety
///
/// As for [`hash`].
#[cold]
#[inline(never)]
unsafe fn hash_of_object(key: &TVMFFIAny) -> Result<u64> {
    let Some(own) = types::any_hash(key.type_index) else { return Ok(key::hash_of_word(key)) };
    // The caller's container may give the object away.
    let _held = Value::of_object(key);
    let result = if own.type_index == TypeIndex::OPAQUE_PTR {
        // SAFETY: an opaque pointer in this column is a native function of this type.
        let hash = unsafe { core::mem::transmute::<*mut core::ffi::c_void, NativeHash>(native(&own)?) };
        // SAFETY: the caller's contract.
        native_result(unsafe { hash(key) }, TypeIndex::INT)?
    } else {
        // SAFETY: the caller's contract.
        unsafe { call(&own, &[*key]) }?
    };
    expect(&result, TypeIndex::INT)?;
    Ok(key::combine(key.type_index, result.view().payload.uint()))
}

/// Whether two objects of one type, other than text, are equal.
///
/// # Safety
///
/// As for [`equal`].
#[cold]
#[inline(never)]
pub(crate) unsafe fn equal_objects(a: &TVMFFIAny, b: &TVMFFIAny) -> Result<bool> {
    let Some(own) = types::any_equal(a.type_index) else { return Ok(false) };
    // The caller's containers may give the objects away.
    let _held = (Value::of_object(a), Value::of_object(b));
    let result = if own.type_index == TypeIndex::OPAQUE_PTR {
        // SAFETY: an opaque pointer in this column is a native function of this type.
        let equal = unsafe { core::mem::transmute::<*mut core::ffi::c_void, NativeEqual>(native(&own)?) };
        // SAFETY: the caller's contract.
        native_result(unsafe { equal(a, b) }, TypeIndex::BOOL)?
    } else {
        // SAFETY: the caller's contract.
        unsafe { call(&own, &[*a, *b]) }?
    };
    expect(&result, TypeIndex::BOOL)?;
    Ok(result.view().payload.int() != 0)
}

/// The address of a native function.
fn native(own: &TVMFFIAny) -> Result<*mut core::ffi::c_void> {
    let address = own.payload.ptr();
    if address.is_null() {
        return Err(fail!(InternalError, "The native hash or equality of a type is NULL"));
    }
    Ok(address)
}

/// The result of a native function, which returns an error where it fails.
fn native_result(result: TVMFFIAny, expected: i32) -> Result<Value> {
    // SAFETY: native functions return owned values.
    let result = unsafe { Value::from_owned(result) };
    match result.type_index() {
        index if index == expected => Ok(result),
        TypeIndex::ERROR => Err(result.into_object().map_or(Failure::Raised, Failure::Object)),
        index => Err(wrong_result(index, TypeIndex::ERROR)),
    }
}

/// Calls a function object.
///
/// # Safety
///
/// AnyView validity of the arguments.
unsafe fn call(own: &TVMFFIAny, args: &[TVMFFIAny]) -> Result<Value> {
    let function = function::of_view(own).ok_or_else(|| wrong_result(own.type_index, TypeIndex::FUNCTION))?;
    // SAFETY: the object is a function; the caller's contract.
    unsafe { function::call(&function, args) }
}

fn expect(result: &Value, expected: i32) -> Result {
    if result.type_index() == expected { Ok(()) } else { Err(wrong_result(result.type_index(), expected)) }
}

#[cold]
fn wrong_result(got: i32, expected: i32) -> Failure {
    let (got, expected) = (type_name(got), type_name(expected));
    fail!(InternalError, "The hash or the equality of a type expects `{expected}` but got `{got}`")
}
