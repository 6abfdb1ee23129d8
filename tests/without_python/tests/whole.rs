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
