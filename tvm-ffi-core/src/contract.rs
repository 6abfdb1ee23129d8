//! Contracts of tensor parameters: `#[shape]`, `#[strides]`, `#[dtype]`, and so on.
//!
//! An export checks its contract with straight-line code, which the macro generates from the functions here. If that refuses a
//! call, an interpreter reads the text of the contract, finds the violation, and describes it. It agrees with the generated code.
//!
//! - [`arithmetic`]: numbers that are checked;
//! - [`predicates`]: checks of one tensor;
//! - [`operand`]: the values of a call that a contract is about, and [`raw_tensor`]: tensors that nothing has validated;
//! - [`gpu`]: the GPU that all CUDA tensors are on;
//! - [`overlap`]: memory that arguments share;
//! - [`writing`]: memory that a call writes;
//! - [`assertions`]: const assertions for facts that a macro cannot see through type aliases;
//! - [`text`]: the text of a contract, of which [`signature`] and [`metadata`] are made too;
//! - [`returned`]: contracts of results;
//! - [`published`]: contracts for frameworks, which allocate by them;
//! - [`diagnose`]: the interpreter of contracts, and [`violation`]: its messages.

mod arithmetic;
mod assertions;
mod call;
mod diagnose;
mod environment;
mod expression;
mod gpu;
mod interpreter;
mod lexer;
mod metadata;
mod operand;
mod overlap;
mod parameter_type;
mod predicates;
mod published;
mod raw_tensor;
mod returned;
mod signature;
mod text;
mod violation;
mod writing;

pub use arithmetic::{add, alignment, bind, bind_rest, constant, div, is_multiple, mul, neg, rem, sub};
pub use assertions::{
    assert_alias, assert_device, assert_dtype, assert_element, assert_out, assert_present, assert_same_use,
    assert_shape, assert_strides, use_of, writes,
};
pub use gpu::{Gpu, assert_fallback, on_one_gpu, raise_two_gpus, takes_cuda};
pub use operand::{
    AsOperand, Constant, EachTensor, Integers, Operand, OperandProbe, Symbol, Tensor, each_tensor, integers,
    integers_operand, is_integer, symbol, tensor,
};
pub use overlap::fields::{LeftOut, SearchedArgument, held, left_out};
pub use overlap::{Extent, are_apart, extent, scan, tensors};
pub use parameter_type::{NoParameter, NoType, ParameterProbe, parameter_type, with_contract};
pub use predicates::{dtype_bits, dtype_of, has_device, has_dtype, is_aligned, stride};
pub(crate) use published::declared_shape;
pub use published::{IsZeroed, TensorContract, Term};
pub use returned::{
    ReturnedTensor, ReturnedTensors, SymbolValue, kept_extents, raise_returned, returned_mismatch,
    returned_tensor, returned_violated,
};
pub use violation::contract_violated;
pub use writing::{Writing, may_get_tensors, writes_on_host};

#[cfg(test)]
mod tests;
