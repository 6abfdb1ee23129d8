use tvm_ffi_abi::TVMFFIAnyPayload;

use super::*;

/// Gives its context and the number of arguments.
unsafe extern "C" fn add_count(
    context: *mut c_void,
    _: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int {
    // SAFETY: the context of these tests.
    let context = unsafe { *context.cast::<i64>() };
    // SAFETY: the SafeCall contract.
    unsafe { result.write(Value::int(context + i64::from(num_args)).into_raw()) };
    0
}

unsafe extern "C" fn free_box(context: *mut c_void) {
    // SAFETY: the context of these tests.
    drop(unsafe { Box::from_raw(context.cast::<i64>()) });
}

#[test]
fn a_c_function_gets_its_context_which_is_freed_at_the_end() {
    let context = Box::into_raw(Box::new(40_i64)).cast();
    let mut out = null_mut();
    // SAFETY: the context is that of the functions.
    assert_eq!(unsafe { create(context, Some(add_count), Some(free_box), &raw mut out) }, 0);
    // SAFETY: the handle is owned.
    let function = unsafe { Object::from_owned(out) }.expect("a function");
    // SAFETY: the object is a function.
    let result = unsafe { call(&function, &[TVMFFIAny::NONE; 2]) };
    assert_eq!(result.ok().expect("success").view().payload.int(), 42);
}

#[test]
fn null_is_not_a_function() {
    let mut out = null_mut();
    // SAFETY: the place is writable.
    assert_eq!(unsafe { create(null_mut(), None, None, &raw mut out) }, -1);
}

#[test]
fn a_closure_that_panics_fails() {
    let function = closure(|args| match args {
        [] => panic!("no arguments"),
        args => Ok(Value::int(args.len() as i64)),
    });
    // SAFETY: the object is a function.
    assert!(matches!(unsafe { call(&function, &[]) }, Err(Failure::Object(_))));
    let int = TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(1));
    // SAFETY: as above.
    let result = unsafe { call(&function, &[int]) };
    assert_eq!(result.ok().expect("success").view().payload.int(), 1);
}
