//! Functions that cannot be operators, each for another reason.

use tvm_ffi::prelude::*;

/// It takes an object.
#[tvm_ffi::export]
fn takes_object(object: ObjectRef) -> bool {
    object.type_index() > 0
}

/// It returns a tensor of which nothing is declared.
#[tvm_ffi::export]
fn returns_undeclared(#[shape(n)] x: CpuView<'_, f32, 1>) -> Result<Tensor> {
    Tensor::from_slice(x.as_slice(), &[x.dim(0) as i64])
}

/// It returns a number.
#[tvm_ffi::export]
fn returns_number(#[shape(n)] x: CpuView<'_, f32, 1>) -> f64 {
    x.as_slice().iter().map(|x| f64::from(*x)).sum()
}

/// Its output has no shape.
#[tvm_ffi::export]
fn shapeless(#[shape(n)] x: CpuView<'_, f32, 1>, #[out] mut y: CpuViewMut<'_, f32, 1>) {
    y.as_mut_slice().fill(x.as_slice().iter().sum());
}

/// It takes any arguments.
#[tvm_ffi::export]
fn packed(args: &[AnyView<'_>]) -> i64 {
    args.len() as i64
}
