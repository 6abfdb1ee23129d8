//! Clusters.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaViewMut, Result};

kernels! {
    image [sm_90 = "../images/hopper.sm_90.cubin", ptx = "../images/hopper.compute_90.ptx"];
    pub(crate) static NEIGHBOURS: fn(PtrMut<i32>) = "neighbours";
    pub(crate) static NEIGHBOURS_OF_TWO: fn(PtrMut<i32>) = "neighbours_of_two", cluster = (2, 1, 1);
}

/// For each block in clusters of a given size: the number of the next block in its cluster, which it reads from that block's shared memory, and the size of
/// the cluster.
#[tvm_ffi::export]
fn neighbours(
    cx: Cuda<'_>,
    #[out]
    #[shape(n, 2)]
    mut out: CudaViewMut<'_, i32, 2>,
    cluster: u32,
) -> Result<()> {
    let launch = Launch::grid(out.dim(0))?.block(32).cluster(cluster);
    // SAFETY: the kernel writes two numbers for each block.
    unsafe { NEIGHBOURS.launch(&cx, &launch, (out.ptr_mut(),)) }
}

/// The same in clusters of two, which the kernel is compiled for.
#[tvm_ffi::export]
fn neighbours_of_two(
    cx: Cuda<'_>,
    #[out]
    #[shape(n % 2, 2)]
    mut out: CudaViewMut<'_, i32, 2>,
) -> Result<()> {
    let launch = Launch::grid(out.dim(0))?.block(32);
    // SAFETY: the kernel writes two numbers for each block.
    unsafe { NEIGHBOURS_OF_TWO.launch(&cx, &launch, (out.ptr_mut(),)) }
}
