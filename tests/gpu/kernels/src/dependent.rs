//! Programmatic dependent launches.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaViewMut, Result};

kernels! {
    image [sm_90 = "../images/hopper.sm_90.cubin", ptx = "../images/hopper.compute_90.ptx"];
    pub(crate) static FIRST: fn(PtrMut<f32>, PtrMut<i64>, i64) = "first";
    pub(crate) static SECOND: fn(Ptr<f32>, PtrMut<f32>, PtrMut<i64>) = "second", pdl;
}

/// Launches two kernels: the first sets `x` to 1 after a delay in nanoseconds, and the second sets `y` to `x + 1`. `times` gets the end of the first and the
/// start of the second.
#[tvm_ffi::export]
fn dependent_pair(
    cx: Cuda<'_>,
    #[out]
    #[shape(1)]
    mut x: CudaViewMut<'_, f32, 1>,
    #[out]
    #[shape(1)]
    mut y: CudaViewMut<'_, f32, 1>,
    #[out]
    #[shape(2)]
    mut times: CudaViewMut<'_, i64, 1>,
    nanoseconds: i64,
    is_dependent: bool,
) -> Result<()> {
    let launch = Launch::grid(1)?.block(1);
    let times = times.ptr_mut();
    // SAFETY: the kernel writes one number of each array.
    unsafe { FIRST.launch(&cx, &launch, (x.ptr_mut(), times, nanoseconds)) }?;
    // SAFETY: the kernel reads and writes one number of each array. It waits for the end of the previous kernel before it reads `x`.
    unsafe {
        SECOND.launch(&cx, &launch.pdl(is_dependent), (x.ptr_mut().as_const(), y.ptr_mut(), times.offset(1)))
    }
}
