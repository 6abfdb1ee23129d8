//! What the cold paths of an export ask of contracts.

use super::contract::{Constants, Contract, Returns, Violation};
use super::texts::Texts;
use crate::call::Args;
use crate::convert::TensorType;
use crate::dtype::DType;
use crate::json::Object;

/// The variables of a dispatch.
type Variables<'a> = &'a [(&'static str, &'a [DType])];

/// Everything that reads contracts, behind pointers: a library links it with its first tensor parameter.
pub(crate) struct Interpreter {
    /// Adds the contract of a parameter, from its text.
    pub(crate) read: for<'c> fn(&'static str, &mut Constants<'c>, &mut Contract<'c>),
    /// What is declared of the result, from its text.
    pub(crate) read_returns: for<'c> fn(&'static str, &mut Constants<'c>) -> Returns<'c>,
    /// What is wrong with a call.
    pub(crate) diagnose: fn(&Texts<'_>, Args<'_>) -> Option<Violation>,
    /// What follows the name of a function in its signature: `[T: float32 | float64]`, or nothing.
    pub(crate) push_variables: fn(Variables<'_>, &mut String),
    /// The type of a parameter that takes tensors in a signature: `Tensor([n], float32)`.
    pub(crate) push_type: fn(TensorType, &Contract<'_>, &mut String),
    /// The metadata of variables: `"dtype_vars":{"T":["float32"]}`, or nothing.
    pub(crate) push_variables_json: fn(Variables<'_>, &mut Object),
    /// The metadata of a parameter that takes tensors: `"role":"in"` and so on.
    pub(crate) push_type_json: fn(TensorType, &Contract<'_>, &mut Object),
    /// The contract of a sequence of integers, in a signature: `([h, w])`.
    pub(crate) push_integers: fn(&Contract<'_>, &mut String),
    /// The same in the metadata: `"shape":["h","w"]`.
    pub(crate) push_integers_json: fn(&Contract<'_>, &mut Object),
    /// The type of a result in a signature, from its name: `Tensor([n], float32)`.
    pub(crate) push_returns: fn(&str, &Returns<'_>, &mut String),
    /// The metadata of a result: `"dtype":"float32"` and so on.
    pub(crate) push_returns_json: fn(&Returns<'_>, &mut Object),
}
