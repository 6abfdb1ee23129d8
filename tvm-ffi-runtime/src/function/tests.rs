use tvm_ffi_abi::TVMFFIAnyPayload;

use super::*;

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
