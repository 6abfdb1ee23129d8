//! The product of two matrices.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::{CpuView, CpuViewMut, CudaView, CudaViewMut, Result, Strided, bf16, f16};

use crate::float::Float;

/// A matrix with CuTe's layout `(rows, columns):(stride, 1)`, as in `kernels/gemm.cu`: the last stride is static and takes no slot.
type Matrix<'a, T> = CuTe<'a, T, T2<i32, i32>, T2<i64, K<1>>>;
type MatrixMut<'a, T> = CuTeMut<'a, T, T2<i32, i32>, T2<i64, K<1>>>;

kernels! {
    image [
        sm_80 = "../images/gemm.sm_80.cubin",
        sm_90 = "../images/gemm.sm_90.cubin",
        ptx = "../images/gemm.compute_90.ptx",
    ];
    static GEMM<T in [bf16, f16]>: fn(Matrix<T>, Matrix<T>, MatrixMut<T>) = "gemm_{T}";
}

/// The rows and columns of `c` that one block computes.
const TILE: usize = 64;

/// The product of a matrix and the transpose of another: `c = a @ b.T`, summed up in `f32`.
#[tvm_ffi::export(dispatch(T = [bf16, f16]), cpu = gemm_on_cpu)]
pub fn gemm<T: Float>(
    cx: Cuda<'_>,
    /// The left factor. Its rows may have gaps between them.
    #[shape(m, k % 8)]
    #[strides(sa % 8, 1)]
    #[align(16)]
    a: CudaView<'_, T, 2, Strided>,
    /// The transpose of the right factor, as the weights of a layer are stored. Its rows may have gaps between them.
    #[shape(n, k)]
    #[strides(sb % 8, 1)]
    #[align(16)]
    b: CudaView<'_, T, 2, Strided>,
    /// The product. Its rows may have gaps between them.
    #[out]
    #[shape(m, n)]
    #[strides(_, 1)]
    mut c: CudaViewMut<'_, T, 2, Strided>,
) -> Result<()> {
    let [m, n] = c.dims();
    let launch = Launch::grid((m.div_ceil(TILE), n.div_ceil(TILE)))?.block(128);
    // SAFETY: the kernel stays within the shapes that it gets, and reads 16 bytes of a row of `a` and `b` at a time. By the contract the shapes fit each
    // other, rows are contiguous, and each row begins at a multiple of 16 bytes: the data does, and k and both strides are multiples of 8 elements of 2
    // bytes (with one row the stride is not used).
    unsafe { GEMM.of::<T>().launch(&cx, &launch, (a.cute()?, b.cute()?, c.cute_mut()?)) }
}

/// [`gemm`] in host memory, without blocking for caches.
pub fn gemm_on_cpu<T: Float>(
    a: CpuView<'_, T, 2, Strided>,
    b: CpuView<'_, T, 2, Strided>,
    mut c: CpuViewMut<'_, T, 2, Strided>,
) -> Result<()> {
    let rows = a.row_slices().expect("the last stride is 1");
    for (a, c) in rows.zip(c.row_slices_mut().expect("the last stride is 1")) {
        for (b, c) in b.row_slices().expect("the last stride is 1").zip(c) {
            *c = T::narrow(a.iter().zip(b).fold(0.0, |sum, (a, b)| sum + a.widen() * b.widen()));
        }
    }
    Ok(())
}
