//! The attributes of methods.

use proc_macro2::Ident;
use syn::{Attribute, LitStr};

use crate::check::is_export;
use crate::contract::returns::ReturnsTokens;
use crate::diagnostics::Diagnostics;
use crate::export::Gil;
use crate::options::{self, Table, Value};

/// Our attributes of a function in the block.
#[derive(Default)]
pub(crate) struct MethodAttributes {
    /// The attributes that say of which kind it is.
    pub(crate) forms: Vec<(Form, Ident)>,
    /// `#[skip]`
    pub(crate) skip: Option<Ident>,
    /// The name in `#[method(name = "...")]`.
    pub(crate) name: Option<LitStr>,
    /// What the returned tensors are, in `#[method(returns(...))]`.
    pub(crate) returns: Option<ReturnsTokens>,
    /// Whether a Python module holds the GIL, in `#[method(gil = "...")]`.
    pub(crate) gil: Option<Gil>,
    /// Whether an attribute was wrong, so that the kind of the function is unclear.
    pub(crate) is_unclear: bool,
}

/// The kind of a function.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Init,
    Static,
    Class,
    Instance,
    Getter,
    Setter,
}

impl Form {
    /// The kind that an attribute says.
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "init" => Self::Init,
            "staticmethod" => Self::Static,
            "classmethod" => Self::Class,
            "getter" => Self::Getter,
            "setter" => Self::Setter,
            _ => return None,
        })
    }
}

const TABLE: Table = Table::new(&[
    ("init", options::Form::Flag),
    ("staticmethod", options::Form::Flag),
    ("classmethod", options::Form::Flag),
    ("getter", options::Form::Flag),
    ("setter", options::Form::Flag),
    ("skip", options::Form::Flag),
    ("method", options::Form::Attribute),
])
.of(" of a method");

/// The options in `#[method(...)]`.
const METHOD: Table = Table::new(&[
    ("name", options::Form::Text("a string literal: `#[method(name = \"merged\")]`")),
    ("returns", options::Form::Any),
    ("gil", options::Form::Text("a string literal: `gil = \"released\"`")),
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
            (name, _) if Form::of(name).is_some() => {
                taken.forms.extend(Form::of(name).map(|form| (form, key.clone())));
            }
            ("skip", _) => taken.skip = Some(key.clone()),
            (_, Value::Attribute(attribute)) => {
                METHOD.parse_attribute(
                    &attribute,
                    USAGE,
                    diagnostics,
                    &mut |name, key, value, diagnostics| match (name, value) {
                        ("gil", Value::Text(value)) => taken.gil = Gil::parse(&value, diagnostics),
                        (_, Value::Text(name)) => taken.name = Some(name),
                        (_, value) => taken.returns = Some(ReturnsTokens::new(key, &value)),
                    },
                );
            }
            _ => {}
        });
        taken.is_unclear = diagnostics.count() > errors;
        taken
    }
}
