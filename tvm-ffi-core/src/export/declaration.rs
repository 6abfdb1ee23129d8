//! What an export declares, for frameworks that make an operator of it.

use std::borrow::Cow;

use crate::abi::TVMFFISafeCallType;
use crate::contract::{TensorContract, Term, declared_shape};
use crate::description::{Description, Export, Parameter, with_description};

/// Appends a text that is rarely needed.
pub type WriteText = fn(&mut String);

/// An export, with its contract.
pub struct Declaration {
    /// Its name.
    pub name: &'static str,
    /// Its shim.
    pub shim: TVMFFISafeCallType,
    /// Whether it takes any arguments.
    pub is_packed: bool,
    /// Its parameters; none if it takes any arguments.
    pub parameters: Vec<DeclaredParameter>,
    /// The name of the type of its result.
    pub result_name: WriteText,
    /// The schema of that type.
    pub result_schema: WriteText,
    /// The number of tensors that `returns` declares: one, or the elements of a tuple; `None` if it leaves out one of them.
    pub returns: Option<usize>,
}

/// A parameter of a [`Declaration`].
#[derive(Clone)]
pub struct DeclaredParameter {
    /// Its name.
    pub name: &'static str,
    /// The name of its type.
    pub type_name: WriteText,
    /// The schema of its type.
    pub schema: WriteText,
    /// Its default as Python writes it, if the metadata has a value for it.
    pub default: Option<Cow<'static, str>>,
    /// Whether the caller may leave it out.
    pub has_default: bool,
    /// Whether it is an integer, whose name is a symbol.
    pub is_integer: bool,
    /// Whether it is the gradient of an input.
    pub is_gradient: bool,
    /// What it asks of tensors, if it takes one, an optional one, or a list of them.
    pub tensor: Option<TensorContract>,
    /// The declared extents of its tensors, or the values of a sequence of integers.
    pub shape: Option<Vec<Term>>,
}

/// Reads what an export declares.
pub fn declaration(export: Export) -> Declaration {
    with_description(export, declared)
}

/// The name of an export.
pub fn name_of(export: Export) -> &'static str {
    with_description(export, |about| about.name())
}

fn declared(about: &Description<'_>) -> Declaration {
    let texts = about.texts();
    let returns = &texts.returns.groups;
    Declaration {
        name: texts.name,
        shim: about.shim.0,
        is_packed: about.is_packed(),
        parameters: texts.parameters.iter().map(parameter).collect(),
        result_name: about.result.name,
        result_schema: about.result.schema,
        returns: returns.iter().all(Option::is_some).then_some(returns.len()),
    }
}

fn parameter(parameter: &Parameter<'_>) -> DeclaredParameter {
    let of = parameter.of;
    DeclaredParameter {
        name: parameter.name,
        type_name: of.name,
        schema: of.schema,
        default: parameter.default.and_then(|default| default.shown_if_json(of)),
        has_default: parameter.default.is_some(),
        is_integer: of.integer,
        is_gradient: parameter.contract.grad.is_some(),
        tensor: of.tensor.map(|tensor| TensorContract::new(tensor, &parameter.contract)),
        shape: declared_shape(&parameter.contract),
    }
}
