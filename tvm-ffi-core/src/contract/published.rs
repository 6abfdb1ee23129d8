//! Contracts in a form for other crates of the workspace, which allocate tensors by them.

use super::expression::Expression;
use super::signature::devices;
use super::text::{Ask, Entry};
use crate::convert::{AccessKind, Form, LayoutKind, TensorType};
use crate::description::{Contract, Init, Parameter};
use crate::dtype::DType;

/// What the type and the contract of a parameter ask of its tensors; or what is declared of a tensor that is returned.
#[derive(Debug)]
pub struct TensorContract {
    /// Whether it is one tensor.
    pub form: Form,
    /// What the function does with the elements.
    pub access: AccessKind,
    /// Whether the function writes all elements and reads none before: then what they are at first, zeroes or anything.
    pub out: Option<IsZeroed>,
    /// The dtypes that are accepted; none if any is.
    pub dtypes: Vec<DType>,
    /// The variable of a dispatch that is its dtype.
    pub variable: Option<&'static str>,
    /// Whether the elements have to be in order, without gaps.
    pub is_contiguous: bool,
    /// Whether strides are declared.
    pub has_strides: bool,
    /// The names of the devices that are accepted; none if any is.
    pub devices: Vec<&'static str>,
    /// The extents, if they are declared.
    pub shape: Option<Vec<Dimensions>>,
}

/// Whether an output is expected to be zero.
pub type IsZeroed = bool;

/// One extent in a contract, or any number of them.
#[derive(Debug)]
pub enum Dimensions {
    /// An extent of any value.
    Any,
    /// Any number of extents, which are the same wherever the name is.
    Rest(Option<&'static str>),
    /// An extent, as the steps that compute it on a stack.
    One(Vec<Term>),
}

/// A step in the computation of an extent.
#[derive(Debug, Clone, Copy)]
pub enum Term {
    /// Pushes a number.
    Number(i64),
    /// Pushes the value of a symbol.
    Symbol(&'static str),
    /// Replaces the last value by its negative.
    Negate,
    /// Replaces the last two values by one. An operation without a result gives `None`.
    Combine(fn(Option<i64>, Option<i64>) -> Option<i64>),
}

impl TensorContract {
    /// What a parameter asks of its tensors.
    pub(crate) fn of_parameter(parameter: &Parameter<'_>) -> Option<Self> {
        parameter.of.tensor().map(|tensor| Self::new(tensor, &parameter.contract))
    }

    /// What is declared of a tensor that is returned.
    pub(crate) fn of_returned(contract: &Contract<'_>) -> Self {
        Self::new(TensorType::ANY, contract)
    }

    fn new(tensor: TensorType, contract: &Contract<'_>) -> Self {
        Self {
            form: tensor.form,
            access: tensor.access,
            out: contract.out.map(|init| init == Init::Zeroes),
            dtypes: tensor.dtype.map_or_else(|| contract.dtypes(), |dtype| vec![dtype]),
            variable: contract.variable,
            is_contiguous: tensor.layout == Some(LayoutKind::Contiguous),
            has_strides: contract.strides.is_some(),
            devices: devices(tensor, contract),
            shape: declared_shape(contract),
        }
    }
}

/// The declared extents of a tensor, or values of a sequence of integers.
pub(crate) fn declared_shape(contract: &Contract<'_>) -> Option<Vec<Dimensions>> {
    contract.shape.map(|entries| entries.iter().map(|entry| dimensions(&entry)).collect())
}

fn dimensions(entry: &Entry) -> Dimensions {
    match &entry.ask {
        Ask::Anything | Ask::Value(Expression::Number(None)) => Dimensions::Any,
        Ask::Rest(name) => Dimensions::Rest(*name),
        Ask::Multiple { symbol, .. } => Dimensions::One(vec![Term::Symbol(symbol)]),
        Ask::Value(value) => {
            let mut terms = Vec::new();
            push_terms(value, &mut terms);
            Dimensions::One(terms)
        }
    }
}

fn push_terms(value: &Expression, terms: &mut Vec<Term>) {
    match value {
        Expression::Number(number) => terms.push(number.map_or(Term::Symbol(""), Term::Number)),
        Expression::Symbol(name) => terms.push(Term::Symbol(name)),
        Expression::Negated(inner) => {
            push_terms(inner, terms);
            terms.push(Term::Negate);
        }
        Expression::Binary(operation, left, right) => {
            push_terms(left, terms);
            push_terms(right, terms);
            terms.push(Term::Combine(operation.function()));
        }
    }
}
