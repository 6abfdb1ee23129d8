//! Contracts of tensor parameters: what `#[shape]`, `#[strides]`, `#[dtype]`, and their kin say.
//!
//! An export judges its contract with straight-line code that the macro generates from the primitives here. Only when that
//! refuses a call is the text of the contract read, by an interpreter that agrees with the generated code and words what is
//! wrong.
//!
//! - [`arithmetic`]: numbers that are checked;
//! - [`facts`]: what is asked of one tensor;
//! - [`operand`]: the values of a call that a contract is about;
//! - [`overlap`]: memory that arguments share;
//! - [`assertions`]: what only types tell, found while compiling.

mod arithmetic;
mod assertions;
mod facts;
mod operand;
mod overlap;
mod violation;

pub use arithmetic::{add, alignment, bind, bind_rest, constant, div, is_multiple, mul, neg, rem, sub};
pub use assertions::{
    assert_alias, assert_device, assert_dtype, assert_out, assert_shape, assert_strides, needs_scan, reaches,
    writes,
};
pub use facts::{dtype_bits, dtype_of, has_device, has_dtype, is_aligned, stride};
pub use operand::{AsOperand, EachTensor, Operand, Symbol, Tensor, each_tensor, operand, symbol, tensor};
pub use overlap::{apart, scan};
pub use violation::contract_violated;
