//! Scratch memory.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaView, CudaViewMut, Result, bail};

use crate::smem::REVERSE;

/// `y` is `x`, by way of scratch memory of the same size. Tells where that came from: `framework` or `driver`.
#[tvm_ffi::export]
fn copy_through_workspace(
    cx: Cuda<'_>,
    #[shape(n)] x: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CudaViewMut<'_, f32, 1>,
    #[default(256)] align: usize,
) -> Result<String> {
    let n = x.dim(0);
    let mut scratch = cx.workspace(n * size_of::<f32>(), align)?;
    if !scratch.ptr::<f32>().address().is_multiple_of(align as u64) {
        bail!("the workspace is at {:#x}, expected a multiple of {align}", scratch.ptr::<f32>().address());
    }
    let launch = Launch::grid(1)?.block(256).smem(n * size_of::<f32>())?;
    let count = i32::try_from(n)?;
    // SAFETY: the kernel touches [0, n) of `x` and of the workspace, which has so many bytes, and as many of shared memory.
    unsafe { REVERSE.launch(&cx, &launch, (x.ptr(), scratch.ptr_mut(), count)) }?;
    // SAFETY: the same; the kernel before it, on the same stream, has written all that this one reads.
    unsafe { REVERSE.launch(&cx, &launch, (scratch.ptr(), y.ptr_mut(), count)) }?;
    let description = format!("{scratch:?}");
    let origin = description.trim_end_matches(')').rsplit(' ').next();
    Ok(origin.unwrap_or_default().to_owned())
}

/// Asks for so many bytes of scratch memory.
#[tvm_ffi::export]
fn take_workspace(cx: Cuda<'_>, _x: CudaView<'_, f32, 1>, bytes: usize) -> Result<()> {
    cx.workspace(bytes, 1).map(drop)
}
