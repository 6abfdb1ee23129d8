//! Functions with a CPU fallback.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

tvm_ffi::cuda::kernels! {
    fatbin "../../../cuda/images/kernels.fatbin";
    static COPY<T in [f32, i32]>: fn(Ptr<T>, PtrMut<T>, i32) = "copy_{T}";
    static BY_VALUE: fn(Settings<'_>, PtrMut<f32>) = "by_value";
}

/// The struct of the kernel.
#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Settings<'a> {
    scale: f32,
    count: i32,
    bias: Ptr<'a, f32>,
    flag: u8,
}

/// Writes `by * x` to `y`.
#[tvm_ffi::export(global = "e2e_cuda.scale", cpu = scale_on_cpu)]
fn scale(
    cx: Cuda<'_>,
    /// The input.
    #[shape(n)]
    x: CudaView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut y: CudaViewMut<'_, f32, 1>,
    #[default(2.0)] by: f32,
) -> Result<()> {
    let settings = Settings { scale: by, count: x.dim(0).try_into()?, bias: x.ptr(), flag: 1 };
    // SAFETY: the driver runs nothing.
    unsafe { BY_VALUE.launch(&cx, &Launch::linear(x.dim(0), 64)?, (settings, y.ptr_mut())) }
}

fn scale_on_cpu(x: CpuView<'_, f32, 1>, mut y: CpuViewMut<'_, f32, 1>, by: f32) -> Result<()> {
    for (x, y) in x.iter().zip(y.iter_mut()) {
        *y = by * x;
    }
    Ok(())
}

/// A copy for each dtype.
#[tvm_ffi::export(dispatch(T = [f32, i32]), cpu = copy_on_cpu)]
fn copy_on_either<T: Element>(
    cx: Cuda<'_>,
    #[shape(n)] from: CudaView<'_, T, 1>,
    #[out]
    #[shape(n)]
    mut to: CudaViewMut<'_, T, 1>,
) -> Result<()> {
    let n = from.dim(0);
    // SAFETY: the driver runs nothing.
    unsafe { COPY.of::<T>().launch(&cx, &Launch::linear(n, 128)?, (from.ptr(), to.ptr_mut(), n.try_into()?)) }
}

fn copy_on_cpu<T: Element>(from: CpuView<'_, T, 1>, mut to: CpuViewMut<'_, T, 1>) -> Result<()> {
    to.as_mut_slice().copy_from_slice(from.as_slice());
    Ok(())
}
