//! The attributes of methods.

use proc_macro2::Ident;
use syn::{Attribute, LitStr};

use crate::check::is_export;
use crate::contract::returns::ReturnsTokens;
use crate::diagnostics::Diagnostics;
use crate::options::{Entry, Table};

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

const TABLE: Table<MethodAttributes> = Table::<MethodAttributes>::new(&[
    Entry::flag("init", |taken, at| taken.init = Some(at.clone())),
    Entry::flag("staticmethod", |taken, at| taken.staticmethod = Some(at.clone())),
    Entry::flag("skip", |taken, at| taken.skip = Some(at.clone())),
    Entry::attribute("method", |taken, attribute, diagnostics| {
        METHOD.parse_attribute(attribute, USAGE, taken, diagnostics);
    }),
])
.of(" of a method")
.with_other_words(OTHER_WORDS);

/// Names that other frameworks have, and what to write here.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("new", "mark the constructor with `#[init]`"),
    ("constructor", "mark the constructor with `#[init]`"),
    (
        "getter",
        "make the field visible with `#[field]` on the struct, or leave the attribute out: callers write `x.name()`",
    ),
    (
        "setter",
        "let the field be set with `#[field(set)]` on the struct, or leave the attribute out: callers write `x.set_name(value)`",
    ),
    ("classmethod", "mark a function without a receiver with `#[staticmethod]`: no class is passed"),
    ("classattr", "return the value from a function with `#[staticmethod]`"),
    ("pyo3", "write `#[method(name = \"...\")]` for the name, and `#[default(...)]` on parameters"),
    ("name", "write `#[method(name = \"...\")]`"),
    ("rename", "write `#[method(name = \"...\")]`"),
];

/// The options in `#[method(...)]`.
const METHOD: Table<MethodAttributes> = Table::<MethodAttributes>::new(&[
    Entry::text("name", "a string literal: `#[method(name = \"merged\")]`", |taken, name, _| {
        taken.name = Some(name)
    }),
    Entry::other("returns", |taken, key, value, _| taken.returns = Some(ReturnsTokens::new(key, &value))),
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
        TABLE.take(attributes, &mut taken, diagnostics);
        taken.is_unclear = diagnostics.count() > errors;
        taken
    }
}
