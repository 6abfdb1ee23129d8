//! Scratch memory.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaView, CudaViewMut, Result, bail};

use crate::smem::REVERSE;

/// Copies `x` to `y` through scratch memory of the same size. Returns the origin of that memory: `framework` or `driver`.
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
    let scratch = cx.workspace(n * size_of::<f32>(), align)?;
    if !scratch.ptr::<f32>().address().is_multiple_of(align as u64) {
        bail!("the workspace is at {:#x}, expected a multiple of {align}", scratch.ptr::<f32>().address());
    }
    let launch = Launch::grid(1)?.block(256).smem(n * size_of::<f32>())?;
    let count = i32::try_from(n)?;
    // SAFETY: the kernel touches [0, n) of `x`, of the workspace, and of shared memory, which have as many bytes.
    unsafe { REVERSE.launch(&cx, &launch, (x.ptr(), scratch.ptr_mut(), count)) }?;
    // SAFETY: as above. The previous kernel on the same stream has written everything that this one reads.
    unsafe { REVERSE.launch(&cx, &launch, (scratch.ptr(), y.ptr_mut(), count)) }?;
    let description = format!("{scratch:?}");
    let origin = description.trim_end_matches(')').rsplit(' ').next();
    Ok(origin.unwrap_or_default().to_owned())
}

/// Allocates scratch memory.
#[tvm_ffi::export]
fn take_workspace(cx: Cuda<'_>, _x: CudaView<'_, f32, 1>, bytes: usize) -> Result<()> {
    cx.workspace(bytes, 1).map(drop)
}
