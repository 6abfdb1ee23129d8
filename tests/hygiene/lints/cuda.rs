//! Kernels.

use tvm_ffi::cuda::{Cuda, KernelParam, Ptr, PtrMut, kernels};
use tvm_ffi::{CudaView, Element, Result, bf16, f16};

/// A struct by value.
#[derive(Debug, Clone, Copy, KernelParam)]
#[repr(C)]
#[non_exhaustive]
pub struct Params {
    /// Multiplies.
    pub scale: f32,
    /// Bounds.
    pub extent: i64,
}

/// Another, with parameters.
#[derive(Debug, Clone, Copy, KernelParam)]
#[repr(C)]
#[non_exhaustive]
pub struct Row<'memory, T: Element> {
    /// Its elements.
    pub data: Ptr<'memory, T>,
    /// How many there are.
    pub extent: i32,
}

kernels! {
    cubin "../../ui/cuda/images/kernels.sm80.cubin";
    /// Adds.
    pub static VADD: fn(Ptr<f32>, PtrMut<f32>, i64) = "vadd", max_smem = 96 * 1024;
    /// Takes a struct.
    pub static BY_VALUE: fn(Params, PtrMut<f32>) = "by_value";
    image [sm_80 = "../../ui/cuda/images/kernels.sm80.cubin", ptx = "../../ui/cuda/images/kernels.compute_80.ptx"];
    /// Scales.
    pub static SCALE<T in [f16, bf16]>: fn(Ptr<T>, PtrMut<T>, i32, f32) = "scale_{T}", pdl;
}

/// The length of a kernel's name. What launches a kernel has `unsafe` in it, which this crate forbids.
///
/// # Errors
///
/// If there is no GPU.
#[tvm_ffi::export(dispatch(T = [f16, bf16]))]
pub fn named<T: Element>(cx: Cuda<'_>, x: CudaView<'_, T, 1>) -> Result<usize> {
    cx.synchronize()?;
    if x.dim(0) == 0 {
        return Ok(VADD.name().len());
    }
    Ok(SCALE.of::<T>().name().len())
}
