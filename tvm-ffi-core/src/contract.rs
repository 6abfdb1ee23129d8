//! Contracts of tensor parameters: what `#[shape]`, `#[strides]`, `#[dtype]`, and their kin say.
//!
//! An export judges its contract with straight-line code that the macro generates from the primitives here. Only when that
//! refuses a call is the text of the contract read, by an interpreter that agrees with the generated code and words what is
//! wrong.
//!
//! - [`arithmetic`]: numbers that are checked;
//! - [`facts`]: what is asked of one tensor;
//! - [`operand`]: the values of a call that a contract is about, and [`arrived`]: tensors before anything is known of them;
//! - [`gpu`]: the GPU that all CUDA tensors are on;
//! - [`overlap`]: memory that arguments share;
//! - [`assertions`]: what only types tell, found while compiling;
//! - [`text`]: the text of a contract, of which [`signature`] and [`metadata`] are made too;
//! - [`returned`]: what is declared of results;
//! - [`judge`]: the interpreter of contracts, and [`violation`]: its messages.

mod arithmetic;
mod arrived;
mod assertions;
mod call;
mod checked_form;
mod environment;
mod expression;
mod facts;
mod gpu;
mod interpreter;
mod judge;
mod metadata;
mod operand;
mod overlap;
mod parameter_type;
mod pieces;
mod returned;
mod signature;
mod text;
mod violation;
mod words;

pub use arithmetic::{add, alignment, bind, bind_rest, constant, div, is_multiple, mul, neg, rem, sub};
pub use assertions::{
    assert_alias, assert_device, assert_dtype, assert_element, assert_out, assert_present, assert_shape,
    assert_strides, leads_to_tensors, needs_scan, writes, writes_or_needs_scan,
};
pub use facts::{dtype_bits, dtype_of, has_device, has_dtype, is_aligned, stride};
pub use gpu::{assert_fallback, on_one_gpu, takes_cuda};
pub use operand::{
    AsOperand, Constant, EachTensor, Integers, Operand, Shown, Symbol, Tensor, each_tensor, integers,
    integers_operand, is_integer, symbol, tensor,
};
pub use overlap::fields::{Held, LeftOut, held, left_out};
pub use overlap::{apart, scan};
pub use parameter_type::{Taken, Unknown, parameter_type, with_contract};
pub use returned::{
    ReturnedTensor, ReturnedTensors, SymbolValue, kept_extents, raise_returned, returned_mismatch,
    returned_tensor, returned_violated,
};
pub use violation::contract_violated;

#[cfg(test)]
mod tests;
