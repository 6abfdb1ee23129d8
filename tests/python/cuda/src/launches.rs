//! Plain launches.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

tvm_ffi::cuda::kernels! {
    fatbin "../../../cuda/images/kernels.fatbin";
    static VADD: fn(Ptr<f32>, Ptr<f32>, PtrMut<f32>, i64) = "vadd";
    static COPY<T in [f32, i32]>: fn(Ptr<T>, PtrMut<T>, i32) = "copy_{T}";

    cubin "../../../cuda/images/kernels.sm90.cubin";
    static NOTHING_ON_HOPPER: fn() = "nothing";
}

/// The sum of two vectors: `c = a + b`.
#[tvm_ffi::export]
fn vadd(
    cx: Cuda<'_>,
    /// The first summands.
    #[shape(n)]
    a: CudaView<'_, f32, 1>,
    #[shape(n)] b: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut c: CudaViewMut<'_, f32, 1>,
) -> Result<()> {
    let n = a.dim(0);
    // SAFETY: the driver runs nothing.
    unsafe { VADD.launch(&cx, &Launch::linear(n, 256)?, (a.ptr(), b.ptr(), c.ptr_mut(), n.try_into()?)) }
}

/// A copy. The token is the last parameter.
#[tvm_ffi::export(name = "typed.copy", dispatch(T = [f32, i32]))]
fn copy<T: Element>(
    #[shape(n)] from: CudaView<'_, T, 1>,
    #[out]
    #[shape(n)]
    mut to: CudaViewMut<'_, T, 1>,
    cx: Cuda<'_>,
    #[default(128)] block: u32,
) -> Result<()> {
    let n = from.dim(0);
    // SAFETY: the driver runs nothing.
    unsafe {
        COPY.of::<T>().launch(&cx, &Launch::linear(n, block)?, (from.ptr(), to.ptr_mut(), n.try_into()?))
    }
}

/// A kernel with an image for sm_90 only.
#[tvm_ffi::export]
fn on_hopper(cx: Cuda<'_>) -> Result<()> {
    // SAFETY: the driver runs nothing.
    unsafe { NOTHING_ON_HOPPER.launch(&cx, &Launch::grid(1)?.block(1), ()) }
}
