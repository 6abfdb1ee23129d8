//! Forms of parameters in functions with a token, and functions without a token.

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

tvm_ffi::cuda::kernels! {
    fatbin "../../../cuda/images/kernels.fatbin";
    static NOTHING: fn() = "nothing";
    static DYNAMIC: fn(PtrMut<f32>) = "dynamic";
}

/// The device and the stream of a call without tensors.
#[tvm_ffi::export]
fn place(cx: Cuda<'_>) -> (Device, usize) {
    (cx.device(), cx.raw_stream().addr())
}

/// The same, with an optional tensor and views of any kind.
#[tvm_ffi::export]
fn place_of(
    cx: Cuda<'_>,
    #[device(cuda, cpu)] any: Option<TensorView<'_>>,
    tensors: Vec<TensorView<'_>>,
    #[default(None)] view: Option<CudaViewD<'_, f32>>,
) -> (Device, usize) {
    _ = (any, tensors, view);
    (cx.device(), cx.raw_stream().addr())
}

/// Adds on the CPU.
#[tvm_ffi::export]
fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Adds up in host memory.
#[tvm_ffi::export]
fn sum(x: CpuView<'_, f32, 1>) -> f32 {
    x.iter().sum()
}

/// The number of launches.
#[tvm_ffi::object("e2e_cuda.Launcher", mutable)]
struct Launcher {
    #[field]
    count: i64,
}

#[tvm_ffi::methods]
impl Launcher {
    #[init]
    fn new() -> Self {
        Self { count: 0 }
    }

    /// Launches on a tensor.
    fn launch(&mut self, cx: Cuda<'_>, #[shape(n)] mut x: CudaViewMut<'_, f32, 1>) -> Result<i64> {
        // SAFETY: the driver runs nothing.
        unsafe { DYNAMIC.launch(&cx, &Launch::grid(1)?.block(32), (x.ptr_mut(),)) }?;
        self.count += 1;
        Ok(self.count)
    }

    /// Launches on the current device.
    #[staticmethod]
    fn anywhere(cx: Cuda<'_>) -> Result<Device> {
        // SAFETY: the driver runs nothing.
        unsafe { NOTHING.launch(&cx, &Launch::grid(1)?.block(1), ()) }?;
        Ok(cx.device())
    }
}
