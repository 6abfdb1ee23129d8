//! Common code of the tests of the CPU fallbacks.

use tvm_ffi::{Element, SliceTensor, SliceTensorMut, Strided};

use crate::float::Float;

/// Pseudo-random numbers between -2 and 2, the same in each run.
pub(crate) fn numbers<T: Float>(seed: u64, length: usize) -> Vec<T> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 40) as f32 / (1u32 << 22) as f32 - 2.0
    };
    (0..length).map(|_| T::narrow(next())).collect()
}

pub(crate) fn tensor<T: Element, const N: usize>(
    elements: &[T],
    dims: [usize; N],
    strides: [isize; N],
) -> SliceTensor<'_, T, N, Strided> {
    SliceTensor::with_strides(elements, dims, strides).expect("the elements are inside")
}

pub(crate) fn tensor_mut<T: Element, const N: usize>(
    elements: &mut [T],
    dims: [usize; N],
    strides: [isize; N],
) -> SliceTensorMut<'_, T, N, Strided> {
    SliceTensorMut::with_strides(elements, dims, strides).expect("the elements are inside")
}

/// Asserts that a result is as close to the exact number as one rounding of a sum in `f32` allows.
#[track_caller]
pub(crate) fn assert_close<T: Float>(found: T, exact: f64) {
    let epsilon = match T::DTYPE {
        tvm_ffi::DType::F32 => 1e-5,
        tvm_ffi::DType::F16 => 1e-3,
        _ => 8e-3,
    };
    let distance = (f64::from(found.widen()) - exact).abs();
    assert!(distance <= epsilon * exact.abs().max(1.0), "{} is not {exact}", found.widen());
}

/// Runs a generic test for each element type.
macro_rules! for_each_float {
    ($test:ident) => {
        $test::<f32>();
        $test::<tvm_ffi::f16>();
        $test::<tvm_ffi::bf16>();
    };
}
pub(crate) use for_each_float;
