//! Copies by the tensor memory accelerator.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CudaView, CudaViewMut, Result, Strided, ensure};

kernels! {
    image [sm_90 = "../images/hopper.sm_90.cubin", ptx = "../images/hopper.compute_90.ptx"];
    pub(crate) static COPY_TILE: fn(TensorMap, PtrMut<f32>, i32, i32) = "copy_tile";
}

/// Copies the 32 rows and 64 columns of `x` that begin at a row and a column. Elements outside of `x` are 0. The column is a
/// multiple of 4, so that it begins at 16 bytes, as the accelerator needs it.
#[tvm_ffi::export]
fn copy_tile(
    cx: Cuda<'_>,
    x: CudaView<'_, f32, 2, Strided>,
    #[out]
    #[shape(32, 64)]
    mut out: CudaViewMut<'_, f32, 2>,
    row: i32,
    column: i32,
) -> Result<()> {
    ensure!(column % 4 == 0, ValueError, "`column` is {column}, expected a multiple of 4");
    let map = TensorMap::tiled(&x, [32, 64], Swizzle::None)?;
    // SAFETY: the map describes `x`, and the kernel writes a tile of the size of `out`.
    unsafe { COPY_TILE.launch(&cx, &Launch::grid(1)?.block(128), (map, out.ptr_mut(), row, column)) }
}
