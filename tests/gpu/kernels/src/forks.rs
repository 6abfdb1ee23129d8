//! Side streams.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaViewMut, Result};

use crate::plain::{INCREMENT, SLOW_FILL};

/// Sets `x` to 1 on a side stream and `y` to 1 on the caller's stream, concurrently, each after a delay in nanoseconds. Then adds 1 to both.
#[tvm_ffi::export]
fn fill_side_by_side(
    cx: Cuda<'_>,
    #[out]
    #[shape(n)]
    mut x: CudaViewMut<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CudaViewMut<'_, f32, 1>,
    nanoseconds: i64,
) -> Result<()> {
    let n = x.dim(0) as i64;
    let (x, y) = (x.ptr_mut(), y.ptr_mut());
    let launch = Launch::grid(1)?.block(256);
    cx.fork(|side| {
        // SAFETY: the kernel touches [0, n) of `x`. No other kernel does before the streams have joined.
        unsafe { SLOW_FILL.launch(side, &launch, (x, n, 1.0, nanoseconds)) }?;
        // SAFETY: as above, for `y`.
        unsafe { SLOW_FILL.launch(&cx, &launch, (y, n, 1.0, nanoseconds)) }
    })?;
    for array in [x, y] {
        // SAFETY: the kernel touches [0, n) of one array, after the kernel that has set it.
        unsafe { INCREMENT.launch(&cx, &Launch::linear(n, 256)?, (array, n)) }?;
    }
    Ok(())
}
