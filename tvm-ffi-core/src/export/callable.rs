//! The exports of this library for callers that do not find them by their symbols, such as a Python module.

use super::{manifest, registry};
use crate::abi::TVMFFISafeCallType;
use crate::description::{Description, Export, Parameter, with_description};
use crate::json::written;

/// An export, and how it is called.
pub struct Callable {
    /// The export.
    pub export: Export,
    /// Its name.
    pub name: &'static str,
    /// Its documentation.
    pub doc: &'static str,
    /// Its shim.
    pub shim: TVMFFISafeCallType,
    /// Its parameters; none if it takes any arguments.
    pub parameters: Vec<CallableParameter>,
    /// The flags of its [`Description`].
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
    let exports = registry::exports().chain([manifest::describe as Export]);
    exports.map(|export| with_description(export, |about| callable(export, about))).collect()
}

fn callable(export: Export, about: &Description<'_>) -> Callable {
    let texts = about.texts();
    let parameters = texts.parameters.iter().map(parameter).collect();
    Callable { export, name: texts.name, doc: texts.doc, shim: about.shim.0, parameters, flags: about.flags }
}

fn parameter(parameter: &Parameter<'_>) -> CallableParameter {
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
