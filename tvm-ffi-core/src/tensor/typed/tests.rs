//! Typed views of tensors that the tests lay out themselves.

mod arguments;
mod axes;
mod cells;
mod decoding;
mod dynamic;
mod elements;
mod exclusive;
mod model;
mod shapes;

use super::*;
use crate::tensor::TensorMut;
use crate::tensor::tests::fixture::Fixture;

/// The numbers from zero on.
fn numbers(count: usize) -> Vec<i32> {
    (0..count as i32).collect()
}
