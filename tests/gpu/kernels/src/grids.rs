//! Grids whose blocks all run at once.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaViewMut, Result, bail};

kernels! {
    image [
        sm_80 = "../images/common.sm_80.cubin",
        sm_90 = "../images/common.sm_90.cubin",
        ptx = "../images/common.compute_80.ptx",
    ];
    pub(crate) static GRID_TOTAL: fn(PtrMut<i32>, PtrMut<i64>) = "grid_total";
}

const THREADS: u32 = 128;

/// The number of blocks of `grid_total` that run at once on the current device.
#[tvm_ffi::export]
fn resident_blocks(cx: Cuda<'_>) -> Result<i64> {
    Ok(i64::from(GRID_TOTAL.occupancy(&cx, THREADS, 0)?) * i64::from(cx.multiprocessors()?))
}

/// One block for each element: each writes its number, and the sum of all numbers once all are written.
#[tvm_ffi::export]
fn grid_total(
    cx: Cuda<'_>,
    #[out]
    #[shape(n)]
    mut of_block: CudaViewMut<'_, i32, 1>,
    #[out]
    #[shape(n)]
    mut totals: CudaViewMut<'_, i64, 1>,
) -> Result<()> {
    let launch = Launch::grid(totals.dim(0))?.block(THREADS).cooperative(true);
    // SAFETY: the kernel writes one element of each array for each block. It waits for all blocks, which run at once, since the launch is cooperative.
    unsafe { GRID_TOTAL.launch(&cx, &launch, (of_block.ptr_mut(), totals.ptr_mut())) }
}

/// The same with the grid of [`Launch::persistent`]. The arrays need an element for each block.
#[tvm_ffi::export]
fn persistent_total(
    cx: Cuda<'_>,
    #[out]
    #[shape(n)]
    mut of_block: CudaViewMut<'_, i32, 1>,
    #[out]
    #[shape(n)]
    mut totals: CudaViewMut<'_, i64, 1>,
) -> Result<()> {
    let resident = GRID_TOTAL.occupancy(&cx, THREADS, 0)? * cx.multiprocessors()?;
    if totals.dim(0) < resident as usize {
        bail!(ValueError, "there are {} elements, expected {resident} or more", totals.dim(0));
    }
    let launch = Launch::persistent(&GRID_TOTAL, &cx, THREADS, 0)?.cooperative(true);
    // SAFETY: as above. There is an element for each block.
    unsafe { GRID_TOTAL.launch(&cx, &launch, (of_block.ptr_mut(), totals.ptr_mut())) }
}
