//! What an export declares, for frameworks that make an operator of it.

use crate::abi::TVMFFISafeCallType;
use crate::contract::{Dimensions, TensorContract, declared_shape};
use crate::description::{Description, Export, Parameter, with_description};
use crate::json::written;

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
    pub result_name: String,
    /// The schema of that type.
    pub result_schema: String,
    /// What `returns` declares: one tensor, or the elements of a tuple, of which some may not be declared.
    pub returns: Vec<Option<TensorContract>>,
}

/// A parameter of a [`Declaration`].
pub struct DeclaredParameter {
    /// Its name.
    pub name: &'static str,
    /// The name of its type.
    pub type_name: String,
    /// The schema of its type.
    pub schema: String,
    /// Its default in the metadata, if it has one: a JSON value.
    pub default: Option<String>,
    /// Whether it is an integer, whose name is a symbol.
    pub is_integer: bool,
    /// Whether it is the gradient of an input.
    pub is_gradient: bool,
    /// What it asks of tensors, if it takes one, an optional one, or a list of them.
    pub tensor: Option<TensorContract>,
    /// The values of a sequence of integers, if they are declared.
    pub integers: Option<Vec<Dimensions>>,
}

/// Reads what an export declares.
pub fn declaration(export: Export) -> Declaration {
    with_description(export, declared)
}

fn declared(about: &Description<'_>) -> Declaration {
    let texts = about.texts();
    let returned = |contract: &Option<_>| contract.as_ref().map(TensorContract::of_returned);
    Declaration {
        name: texts.name,
        shim: about.shim.0,
        is_packed: about.is_packed(),
        parameters: texts.parameters.iter().map(parameter).collect(),
        result_name: written(about.result.name),
        result_schema: written(about.result.schema),
        returns: texts.returns.groups.iter().map(returned).collect(),
    }
}

fn parameter(parameter: &Parameter<'_>) -> DeclaredParameter {
    let of = parameter.of;
    let tensor = TensorContract::of_parameter(parameter);
    let integers = if tensor.is_none() { declared_shape(&parameter.contract) } else { None };
    DeclaredParameter {
        name: parameter.name,
        type_name: written(of.name),
        schema: written(of.schema),
        default: parameter.default.map(|default| default.json(of)),
        is_integer: of.integer,
        is_gradient: parameter.contract.grad.is_some(),
        tensor,
        integers,
    }
}
