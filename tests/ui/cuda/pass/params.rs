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
    static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd";
}

const _: () = assert!(<Params as KernelParam>::PARAMETER.size == 16);
const _: () = assert!(<Nested<'_> as KernelParam>::PARAMETER.align == 16);

/// Arguments of one launch may come from the view that it writes.
fn in_place(cx: &Cuda<'_>, launch: &Launch, mut y: CudaViewMut<'_, f32, 1, Strided>) -> Result<()> {
    let scratch = cx.workspace(4, 4)?;
    _ = (y.ptr_mut(), y.ptr(), y.dim_as::<i64>(0)?, y.dims(), y.strides());
    let tensors: (CuTeMut<'_, f32, i32, i64>, _) = (y.cute_mut()?, y.shape());
    let other = (scratch.ptr_mut::<f32>(), scratch.ptr::<f32>(), scratch.len());
    _ = (tensors, other);
    // SAFETY: nothing runs.
    unsafe { BY_VALUE.launch(cx, launch, (Params { scale: 1.0, extent: y.dim_as(0)? }, y.ptr_mut())) }?;
    // SAFETY: nothing runs.
    unsafe { VADD.launch(cx, launch, (scratch.ptr(), y.ptr_mut(), y.dim_as(0)?)) }?;
    // SAFETY: nothing runs.
    unsafe { VADD.launch(cx, launch, (y.ptr_mut().as_const(), y.ptr_mut(), y.dim_as(0)?)) }
}

fn launched(cx: &Cuda<'_>, launch: &Launch, y: &mut CudaViewMut<'_, f32, 1>) -> Result<()> {
    // SAFETY: nothing runs.
    unsafe { BY_VALUE.launch(cx, launch, (Params { scale: 1.0, extent: y.dim(0) as i64 }, y.ptr_mut())) }
}
