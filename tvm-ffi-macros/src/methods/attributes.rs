//! The attributes of methods.

use proc_macro2::Ident;
use syn::{Attribute, LitStr};

use crate::check::is_export;
use crate::contract::returns::ReturnsTokens;
use crate::diagnostics::Diagnostics;
use crate::options::{Form, Table, Value};

/// Our attributes of a function in the block.
#[derive(Default)]
pub(crate) struct MethodAttributes {
    /// `#[init]`
    pub(crate) init: Option<Ident>,
    /// `#[staticmethod]`
    pub(crate) staticmethod: Option<Ident>,
    /// `#[skip]`
    pub(crate) skip: Option<Ident>,
    /// The name in `#[method(name = "...")]`.
    pub(crate) name: Option<LitStr>,
    /// What the returned tensors are, in `#[method(returns(...))]`.
    pub(crate) returns: Option<ReturnsTokens>,
    /// Whether an attribute was wrong, so that the kind of the function is unclear.
    pub(crate) is_unclear: bool,
}

const TABLE: Table = Table::new(&[
    ("init", Form::Flag),
    ("staticmethod", Form::Flag),
    ("skip", Form::Flag),
    ("method", Form::Attribute),
])
.of(" of a method");

/// The options in `#[method(...)]`.
const METHOD: Table = Table::new(&[
    ("name", Form::Text("a string literal: `#[method(name = \"merged\")]`")),
    ("returns", Form::Any),
]);

const USAGE: &str = "`method` requires a name: `#[method(name = \"merged\")]`";

impl MethodAttributes {
    /// Takes our attributes out of `attributes` and reads them.
    pub(crate) fn take(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) -> Self {
        let mut taken = Self::default();
        let errors = diagnostics.count();
        attributes.retain(|attribute| {
            let is_ours = is_export(attribute.path());
            if is_ours {
                diagnostics.error(attribute, "`#[tvm_ffi::methods]` makes methods of all functions in its block\nhelp: remove the attribute, or move the function out of the block");
            }
            !is_ours
        });
        TABLE.take(attributes, diagnostics, &mut |name, key, value, diagnostics| match (name, value) {
            ("init", _) => taken.init = Some(key.clone()),
            ("staticmethod", _) => taken.staticmethod = Some(key.clone()),
            ("skip", _) => taken.skip = Some(key.clone()),
            (_, Value::Attribute(attribute)) => {
                METHOD.parse_attribute(&attribute, USAGE, diagnostics, &mut |_, key, value, _| match value {
                    Value::Text(name) => taken.name = Some(name),
                    value => taken.returns = Some(ReturnsTokens::new(key, &value)),
                });
            }
            _ => {}
        });
        taken.is_unclear = diagnostics.count() > errors;
        taken
    }
}
