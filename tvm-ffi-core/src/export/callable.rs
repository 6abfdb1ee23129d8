//! The exports of this library for callers that do not find them by their symbols, such as a Python module.

use super::{manifest, registry};
use crate::abi::TVMFFISafeCallType;
use crate::description::{Param, Record};
use crate::json::written;

/// An export, and how it is called.
pub struct Callable {
    /// The export.
    pub record: &'static Record,
    /// Its name.
    pub name: &'static str,
    /// Its documentation.
    pub doc: &'static str,
    /// Its shim.
    pub shim: TVMFFISafeCallType,
    /// Its parameters; none if it takes any arguments.
    pub parameters: Vec<CallableParameter>,
    /// The flags of its [`Record`].
    pub flags: u8,
}

/// A parameter of a [`Callable`].
pub struct CallableParameter {
    /// Its name.
    pub name: &'static str,
    /// Its default as Python shows it, if it has one.
    pub default: Option<String>,
    /// The schema of its type.
    pub schema: String,
    /// Whether the argument may be a text, bytes, or array object that ends with the call.
    pub lent: bool,
    /// Whether it takes one tensor, as a view or optional view, which ends with the call. The argument may be a `DLTensor`.
    pub views: bool,
    /// Whether it writes to tensors.
    pub writes: bool,
}

/// The exports of this library, and the function that returns the manifest.
pub fn callables() -> Vec<Callable> {
    registry::exports().chain([&manifest::RECORD]).map(callable).collect()
}

fn callable(record: &'static Record) -> Callable {
    let parameters = record.parameters.iter().map(parameter).collect();
    Callable {
        record,
        name: record.name,
        doc: record.doc(),
        shim: record.shim.0,
        parameters,
        flags: record.flags,
    }
}

fn parameter(parameter: &Param) -> CallableParameter {
    let of = parameter.of;
    CallableParameter {
        name: parameter.name,
        default: parameter.default.map(|default| default.shown(of).into_owned()),
        schema: written(of.schema),
        lent: of.lent,
        views: of.tensor.is_some_and(|tensor| !tensor.form.is_list()),
        writes: of.writes,
    }
}
