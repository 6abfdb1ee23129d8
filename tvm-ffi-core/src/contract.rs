//! Contracts of tensor parameters: `#[shape]`, `#[strides]`, `#[dtype]`, and so on.
//!
//! A shim compares its arguments with the contracts in the record of the export. If one is violated, [`diagnose`] goes over the call again,
//! finds the violation that comes first, and describes it. Both read the same contracts.
//!
//! - [`arithmetic`]: numbers that are checked;
//! - [`fits`]: whether the values of a call keep a contract, with [`predicates`] of one tensor;
//! - [`operand`]: the values that a contract is about, by their types;
//! - [`call`]: the values of a call that is refused, and [`raw_tensor`]: tensors that nothing has validated;
//! - [`gpu`]: the GPU that all CUDA tensors are on;
//! - [`overlap`]: memory that arguments share;
//! - [`writing`]: memory that a call writes;
//! - [`assertions`]: const assertions for facts that a macro cannot see through type aliases;
//! - [`expression`]: expressions over symbols, evaluated;
//! - [`signature`], [`metadata`]: contracts for people and for tools;
//! - [`returned`]: contracts of results;
//! - [`diagnose`]: the violation of a call that is refused, and [`violation`]: that of a call from Rust.

mod arithmetic;
mod assertions;
mod call;
mod diagnose;
mod expression;
mod fits;
mod gpu;
pub(crate) mod metadata;
mod operand;
mod overlap;
mod parameter_type;
mod predicates;
mod raw_tensor;
mod returned;
pub(crate) mod signature;
mod violation;
mod writing;

pub use arithmetic::{alignment, constant};
pub use assertions::{
    assert_alias, assert_bound, assert_chosen, assert_device, assert_dtype, assert_fallback, assert_instance,
    assert_integers, assert_out, assert_shape, assert_strides, count_of_integers, writes,
};
pub use call::Operand;
pub(crate) use diagnose::diagnose_args;
pub use expression::evaluate;
pub use fits::{KeptSymbols, Symbols, fits, integers, integers_fit, strides_fit};
pub use gpu::{Gpu, on_one_gpu, raise_two_gpus};
pub use operand::{
    AsOperand, Constant, EachTensor, Integers, OperandProbe, Symbol, Tensor, integers_operand, is_integer,
    symbol,
};
pub use overlap::fields::{LeftOut, SearchedArgument, held, left_out};
pub use overlap::{Extent, are_apart, extent, scan, tensors};
pub use parameter_type::{NoParameter, NoType, ParameterProbe, parameter_type};
pub use predicates::{dtype_bits, dtype_of};
pub use returned::{
    ReturnedTensor, ReturnedTensors, raise_returned, returned_mismatch, returned_tensor, returned_violated,
};
pub use violation::contract_violated;
pub use writing::{Decoding, Writing, may_get_tensors, writes_on_host};

#[cfg(test)]
pub(crate) mod tests;
