//! Dynamic shared memory.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaView, CudaViewMut, Result};

kernels! {
    image [
        sm_80 = "../images/common.sm_80.cubin",
        sm_90 = "../images/common.sm_90.cubin",
        ptx = "../images/common.compute_80.ptx",
    ];
    pub(crate) static REVERSE: fn(Ptr<f32>, PtrMut<f32>, i32) = "reverse", max_smem = MOST_ON_8_0;

    image [sm_90 = "../images/common.sm_90.cubin", ptx = "../images/common.compute_80.ptx"];
    // The limit on GPUs of compute capability 9.0. Others have less, and refuse launches with more.
    pub(crate) static REVERSE_MORE: fn(Ptr<f32>, PtrMut<f32>, i32) = "reverse", max_smem = MOST_ON_9_0;
}

/// The limit for the shared memory of a block on compute capability 8.0, in bytes.
const MOST_ON_8_0: u32 = 163 * 1024;

/// The same on 9.0.
const MOST_ON_9_0: u32 = 227 * 1024;

/// Writes `x` to `y` in reverse order, through 4 bytes of shared memory for each element.
#[tvm_ffi::export]
fn reverse(
    cx: Cuda<'_>,
    #[shape(n)] x: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    let n = x.dim(0);
    let launch = Launch::grid(1)?.block(256).smem(n * size_of::<f32>())?;
    let args = (x.ptr(), y.ptr_mut(), i32::try_from(n)?);
    if n * size_of::<f32>() <= MOST_ON_8_0 as usize {
        // SAFETY: the kernel touches [0, n) of `x` and `y`, which have n contiguous elements, and as many elements of shared memory.
        return unsafe { REVERSE.launch(&cx, &launch, args) };
    }
    // SAFETY: as above.
    unsafe { REVERSE_MORE.launch(&cx, &launch, args) }
}
