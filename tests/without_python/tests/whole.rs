//! An integration test: the crate, the runtime, and its global functions.

use tvm_ffi::prelude::*;
use tvm_ffi::provider::Origin;

#[test]
fn the_program_has_its_own_runtime() -> Result<()> {
    assert_eq!(runtime()?.origin(), Origin::Embedded);
    let sum = Function::new(|values: Vec<i64>| values.iter().sum::<i64>());
    let values = my_kernels::shift(Array::from_iter([1, 2, 3]), 1);
    assert_eq!(sum.call((values,))?.cast::<i64>()?, 9);
    Ok(())
}

#[test]
fn the_library_beside_the_test_uses_the_runtime_of_the_program() -> Result<()> {
    let file = format!("{}my_kernels{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = Module::load(std::env::current_exe()?.with_file_name(file))?;
    let shifted: Vec<i64> = library.function("shift")?.call((vec![1, 2], 10))?.cast()?;
    assert_eq!(shifted, [11, 12]);
    let error = library.function("fail")?.call(("text",)).unwrap_err();
    assert_eq!(error.to_string(), "ValueError: text is refused");
    Ok(())
}
