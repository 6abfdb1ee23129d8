//! Functions that are only called from Python.

use tvm_ffi::{CpuView, Result, Tensor};

/// Three matrices as in `check3`, without releasing the GIL.
#[tvm_ffi::export(gil = "held")]
fn check3_held(
    #[shape(m, k)] _a: CpuView<'_, f32, 2>,
    #[shape(k, n)] _b: CpuView<'_, f32, 2>,
    #[shape(m, n)] _c: CpuView<'_, f32, 2>,
) {
}

/// A copy.
#[tvm_ffi::export]
fn copied(x: CpuView<'_, f32, 1>) -> Result<Tensor> {
    Tensor::from_slice(x.as_slice(), x.shape())
}
