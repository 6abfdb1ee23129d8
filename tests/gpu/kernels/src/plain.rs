//! Plain launches.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaView, CudaViewMut, Result};

kernels! {
    image [
        sm_80 = "../images/common.sm_80.cubin",
        sm_90 = "../images/common.sm_90.cubin",
        ptx = "../images/common.compute_80.ptx",
    ];
    pub(crate) static EMPTY: fn(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64) = "empty";
    pub(crate) static SLOW_FILL: fn(PtrMut<f32>, i64, f32, i64) = "slow_fill";
    pub(crate) static INCREMENT: fn(PtrMut<f32>, i64) = "increment";
    pub(crate) static WRITE_AT: fn(PtrMut<f32>, i64) = "write_at";
}

/// Launches an empty kernel.
#[tvm_ffi::export]
fn empty(
    cx: Cuda<'_>,
    a: CudaView<'_, f32, 1>,
    b: CudaView<'_, f32, 1>,
    mut c: CudaViewMut<'_, f32, 1>,
    n: i64,
) -> Result<()> {
    // SAFETY: the kernel touches nothing.
    unsafe { EMPTY.launch(&cx, &Launch::grid(4)?.block(256), (a.ptr(), b.ptr(), c.ptr_mut(), n)) }
}

/// Sets every element of `x` after a delay in nanoseconds.
#[tvm_ffi::export]
fn slow_fill(
    cx: Cuda<'_>,
    #[out]
    #[shape(n)]
    mut x: CudaViewMut<'_, f32, 1>,
    value: f32,
    nanoseconds: i64,
) -> Result<()> {
    let n = x.dim(0) as i64;
    // SAFETY: the kernel touches [0, n) of `x`, which has n contiguous elements.
    unsafe { SLOW_FILL.launch(&cx, &Launch::grid(1)?.block(256), (x.ptr_mut(), n, value, nanoseconds)) }
}

/// Adds 1 to every element of `x`.
#[tvm_ffi::export]
fn increment(cx: Cuda<'_>, #[shape(n)] mut x: CudaViewMut<'_, f32, 1>) -> Result<()> {
    let n = x.dim(0) as i64;
    // SAFETY: the kernel touches [0, n) of `x`, which has n contiguous elements.
    unsafe { INCREMENT.launch(&cx, &Launch::linear(n, 256)?, (x.ptr_mut(), n)) }
}

/// Writes to an element of `x` that may not exist, for tests of what happens then.
#[tvm_ffi::export]
fn write_at(cx: Cuda<'_>, mut x: CudaViewMut<'_, f32, 1>, index: i64) -> Result<()> {
    // SAFETY: the call is invalid for an index out of range. Tests make it in processes that end after it.
    unsafe { WRITE_AT.launch(&cx, &Launch::grid(1)?.block(1), (x.ptr_mut(), index)) }
}

/// The stream of the call: `cudaStream_t` as a number.
#[tvm_ffi::export]
fn raw_stream(cx: Cuda<'_>, _x: CudaView<'_, f32, 1>) -> i64 {
    cx.raw_stream().addr() as i64
}
