//! Contracts in a form for other crates of the workspace, which allocate tensors by them.

use super::expression::Expression;
use super::signature::devices;
use super::text::{Ask, Entry};
use crate::convert::{AccessKind, Form, LayoutKind, TensorType};
use crate::description::{Contract, Init};
use crate::dtype::DType;

/// What the type and the contract of a parameter ask of its tensors.
#[derive(Debug, Clone, Copy)]
pub struct TensorContract {
    /// Whether it is one tensor.
    pub form: Form,
    /// What the function does with the elements.
    pub access: AccessKind,
    /// Whether the function writes all elements and reads none before: then what they are at first, zeroes or anything.
    pub out: Option<IsZeroed>,
    /// The number of dtypes that are accepted; 0 if any is.
    pub dtypes: usize,
    /// The first of them.
    pub dtype: Option<DType>,
    /// The variable of a dispatch that is its dtype.
    pub variable: Option<&'static str>,
    /// Whether the elements have to be in order, without gaps.
    pub is_contiguous: bool,
    /// Whether strides are declared.
    pub has_strides: bool,
    /// Whether it may be in host memory.
    pub on_cpu: bool,
    /// Whether it may be on a GPU.
    pub on_cuda: bool,
}

/// Whether an output is expected to be zero.
pub type IsZeroed = bool;

/// A part of the shape in a contract. Each dimension is one [`Any`](Self::Any) or [`Rest`](Self::Rest), or the steps that compute its extent
/// on a stack, up to an [`End`](Self::End).
#[derive(Debug, Clone, Copy)]
pub enum Term {
    /// An extent of any value.
    Any,
    /// Any number of extents, which are the same wherever the name is.
    Rest(Option<&'static str>),
    /// Pushes a number.
    Number(i64),
    /// Pushes the value of a symbol.
    Symbol(&'static str),
    /// Replaces the last value by its negative.
    Negate,
    /// Replaces the last two values by one. An operation without a result gives `None`.
    Combine(fn(Option<i64>, Option<i64>) -> Option<i64>),
    /// The only value on the stack is the extent.
    End,
}

impl TensorContract {
    /// What a parameter asks of its tensors.
    pub(crate) fn new(tensor: TensorType, contract: &Contract<'_>) -> Self {
        let devices = devices(tensor, contract);
        let dtypes = tensor.dtype.map_or_else(|| contract.dtypes(), |dtype| vec![dtype]);
        let is_on = |device: &str| devices.is_empty() || devices.contains(&device);
        Self {
            form: tensor.form,
            access: tensor.access,
            out: contract.out.map(|init| init == Init::Zeroes),
            dtypes: dtypes.len(),
            dtype: dtypes.first().copied(),
            variable: contract.variable,
            is_contiguous: tensor.layout == Some(LayoutKind::Contiguous),
            has_strides: contract.strides.is_some(),
            on_cpu: is_on("cpu"),
            on_cuda: is_on("cuda"),
        }
    }
}

/// The declared extents of a tensor, or values of a sequence of integers.
pub(crate) fn declared_shape(contract: &Contract<'_>) -> Option<Vec<Term>> {
    let mut terms = Vec::new();
    for entry in contract.shape?.iter() {
        push_dimension(&entry, &mut terms);
    }
    Some(terms)
}

fn push_dimension(entry: &Entry, terms: &mut Vec<Term>) {
    match &entry.ask {
        Ask::Anything | Ask::Value(Expression::Number(None)) => return terms.push(Term::Any),
        Ask::Rest(name) => return terms.push(Term::Rest(*name)),
        Ask::Multiple { symbol, .. } => terms.push(Term::Symbol(symbol)),
        Ask::Value(value) => push_steps(value, terms),
    }
    terms.push(Term::End);
}

fn push_steps(value: &Expression, terms: &mut Vec<Term>) {
    let last = match value {
        Expression::Number(number) => number.map_or(Term::Symbol(""), Term::Number),
        Expression::Symbol(name) => Term::Symbol(name),
        Expression::Negated(inner) => {
            push_steps(inner, terms);
            Term::Negate
        }
        Expression::Binary(operation, left, right) => {
            push_steps(left, terms);
            push_steps(right, terms);
            Term::Combine(operation.function())
        }
    };
    terms.push(last);
}
