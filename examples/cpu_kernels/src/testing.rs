//! Helpers for the tests.

use tvm_ffi::{Element, SliceTensor, SliceTensorMut};

use crate::float::{Float, Real};

/// Random numbers that are the same in every run (SplitMix64).
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1_u64 << 53) as f64)
    }

    /// Numbers between -2 and 2, rounded to the type.
    pub(crate) fn row<T: Float>(&mut self, length: usize) -> Vec<T> {
        (0..length).map(|_| from_f64(self.between(-2.0, 2.0))).collect()
    }
}

pub(crate) fn from_f64<T: Float>(value: f64) -> T {
    T::narrow(T::Acc::from_f64(value))
}

pub(crate) fn to_f64<T: Float>(value: T) -> f64 {
    value.widen().to_f64()
}

pub(crate) fn zeros<T: Float>(length: usize) -> Vec<T> {
    vec![from_f64(0.0); length]
}

pub(crate) fn tensor<T: Element, const N: usize>(elements: &[T], dims: [usize; N]) -> SliceTensor<'_, T, N> {
    SliceTensor::new(elements, dims).expect("there are as many elements")
}

pub(crate) fn tensor_mut<T: Element, const N: usize>(
    elements: &mut [T],
    dims: [usize; N],
) -> SliceTensorMut<'_, T, N> {
    SliceTensorMut::new(elements, dims).expect("there are as many elements")
}

/// Asserts that results are as close to exact numbers as the type allows after a few operations.
#[track_caller]
pub(crate) fn assert_close<T: Float>(found: &[T], exact: &[f64]) {
    assert_eq!(found.len(), exact.len());
    let epsilon = match T::DTYPE.element_bits() {
        64 => 1e-13,
        32 => 1e-5,
        _ if T::DTYPE == tvm_ffi::DType::F16 => 2e-3,
        _ => 1.6e-2,
    };
    for (index, (found, exact)) in found.iter().zip(exact).enumerate() {
        let distance = (to_f64(*found) - exact).abs();
        assert!(distance <= epsilon * exact.abs().max(1.0), "[{index}] is {found:?}, expected {exact}");
    }
}

/// Runs a generic test for each element type.
macro_rules! for_each_float {
    ($test:ident) => {
        $test::<f32>();
        $test::<f64>();
        $test::<tvm_ffi::f16>();
        $test::<tvm_ffi::bf16>();
    };
}
pub(crate) use for_each_float;
