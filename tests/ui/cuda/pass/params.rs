//! Structs that kernels take by value.

use core::marker::PhantomData;

use tvm_ffi::cuda::prelude::*;
use tvm_ffi::prelude::*;

/// As in `kernels.cu`.
#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
#[kernel_param(c = "Params")]
pub(crate) struct Params {
    /// Multiplies.
    pub(crate) scale: f32,
    /// Bounds.
    pub(crate) extent: i64,
}

#[derive(Clone, Copy, KernelParam)]
#[repr(C, align(16))]
struct Tensor2<'a, T: Element, const N: usize> {
    data: PtrMut<'a, T>,
    shape: [i32; N],
    strides: [[i64; 2]; N],
    marker: PhantomData<fn() -> T>,
}

#[derive(Clone, Copy, KernelParam)]
#[repr(transparent)]
struct Scale<T>(T)
where
    T: Copy;

#[derive(Clone, Copy, KernelParam)]
#[repr(C)]
struct Nested<'a> {
    params: Params,
    tensor: Tensor2<'a, bf16, 3>,
    scale: Scale<f16>,
    size: usize,
    is_causal: bool,
    fp8: tvm_ffi::F8E4M3FN,
}

kernels! {
    cubin "../images/kernels.sm80.cubin";
    static BY_VALUE: fn(Params, PtrMut<f32>) = "by_value";
}

const _: () = assert!(<Params as KernelParam>::PARAMETER.size == 16);
const _: () = assert!(<Nested<'_> as KernelParam>::PARAMETER.align == 16);

fn launched(cx: &Cuda<'_>, launch: &Launch, y: &mut CudaViewMut<'_, f32, 1>) -> Result<()> {
    // SAFETY: nothing runs.
    unsafe { BY_VALUE.launch(cx, launch, (Params { scale: 1.0, extent: y.dim(0) as i64 }, y.ptr_mut())) }
}
