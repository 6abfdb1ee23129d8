//! Helpers for the tests.

use tvm_ffi::{Element, SliceTensor, SliceTensorMut};

/// Numbers between -1 and 1.
pub(crate) fn values(count: usize) -> Vec<f64> {
    (0..count).map(|index| ((index * 37 + 11) % 101) as f64 / 50.5 - 1.0).collect()
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

/// The gradient of the sum of the outputs, each times an element of `given`, by finite differences.
pub(crate) fn gradient(forward: impl Fn(&[f64]) -> Vec<f64>, inputs: &[f64], given: &[f64]) -> Vec<f64> {
    const STEP: f64 = 1e-6;
    let sum = |inputs: &[f64]| forward(inputs).iter().zip(given).map(|(y, dy)| y * dy).sum::<f64>();
    let moved = |index: usize, by: f64| {
        let mut inputs = inputs.to_vec();
        inputs[index] += by;
        sum(&inputs)
    };
    (0..inputs.len()).map(|index| (moved(index, STEP) - moved(index, -STEP)) / (2.0 * STEP)).collect()
}

#[track_caller]
pub(crate) fn assert_close(found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len());
    for (index, (found, expected)) in found.iter().zip(expected).enumerate() {
        assert!((found - expected).abs() <= tolerance, "[{index}] is {found}, expected {expected}");
    }
}
