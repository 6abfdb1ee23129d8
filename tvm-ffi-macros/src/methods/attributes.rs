//! The attributes of methods: one table.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Attribute, Lit, LitStr, Meta};

use crate::check::is_export;
use crate::contract::returns::ReturnsTokens;
use crate::diagnostics::Diagnostics;
use crate::names::similar;
use crate::options::{OptionTokens, Value};
use crate::tokens::split_at_commas;

/// What the attributes of one function in the block say.
#[derive(Default)]
pub(crate) struct MethodAttributes {
    /// `#[init]`
    pub(crate) init: Option<TokenStream>,
    /// `#[staticmethod]`
    pub(crate) staticmethod: Option<TokenStream>,
    /// `#[skip]`
    pub(crate) skip: Option<TokenStream>,
    /// The name in `#[method(name = "...")]`.
    pub(crate) name: Option<LitStr>,
    /// What the returned tensors are, in `#[method(returns(...))]`.
    pub(crate) returns: Option<ReturnsTokens>,
    /// Whether one was reported, so that nobody knows what the function is meant to be.
    pub(crate) is_unclear: bool,
}

type Apply = fn(&mut MethodAttributes, &Attribute, &mut Diagnostics);

/// Every attribute that a method may have from us, and what it does.
const ATTRIBUTES: &[(&str, Apply)] = &[
    ("init", |taken, attribute, diagnostics| taken.init = marker(attribute, diagnostics)),
    ("staticmethod", |taken, attribute, diagnostics| taken.staticmethod = marker(attribute, diagnostics)),
    ("skip", |taken, attribute, diagnostics| taken.skip = marker(attribute, diagnostics)),
    ("method", method),
];

/// What others call theirs, and what to write here.
const ELSEWHERE: &[(&str, &str)] = &[
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

/// Attributes that are known to be the compiler's, and resemble ours.
const BUILT_IN: &[&str] = &["inline", "test", "cold"];

impl MethodAttributes {
    /// Takes ours out of `attributes`, and reads them.
    pub(crate) fn take(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) -> Self {
        let mut taken = Self::default();
        let (mut seen, errors) = (Vec::new(), diagnostics.count());
        attributes.retain(|attribute| {
            if is_export(attribute.path()) {
                diagnostics.error(attribute, "`#[tvm_ffi::methods]` makes methods of all functions in its block\nhelp: remove the attribute, or move the function out of the block");
                return false;
            }
            let Some(name) = attribute.path().get_ident().map(ToString::to_string) else { return true };
            if let Some((known, apply)) = ATTRIBUTES.iter().find(|(known, _)| *known == name) {
                if seen.contains(known) {
                    diagnostics.error(attribute, format!("`{name}` may only be specified once on a method"));
                } else {
                    seen.push(known);
                    apply(&mut taken, attribute, diagnostics);
                }
                return false;
            }
            if let Some((_, help)) = ELSEWHERE.iter().find(|(other, _)| *other == name) {
                diagnostics.error(
                    attribute,
                    format!("`#[{name}]` is no attribute of `#[tvm_ffi::methods]`\nhelp: {help}"),
                );
                return false;
            }
            let slip = similar(&name, ATTRIBUTES.iter().map(|(known, _)| *known));
            if let Some(known) = slip.filter(|_| !BUILT_IN.contains(&name.as_str())) {
                diagnostics.error(
                    attribute.path(),
                    format!("unknown method attribute `{name}`\nhelp: did you mean `{known}`?"),
                );
                return false;
            }
            true
        });
        taken.is_unclear = diagnostics.count() > errors;
        taken
    }
}

/// An attribute that says all by its name.
fn marker(attribute: &Attribute, diagnostics: &mut Diagnostics) -> Option<TokenStream> {
    if !matches!(attribute.meta, Meta::Path(_)) {
        let name = attribute.path().to_token_stream();
        diagnostics.error(&attribute.meta, format!("`{name}` takes no value: write `#[{name}]`"));
    }
    Some(attribute.to_token_stream())
}

fn method(taken: &mut MethodAttributes, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    const USAGE: &str = "`method` requires a name: `#[method(name = \"merged\")]`";
    let parts = match &attribute.meta {
        Meta::List(list) => split_at_commas(list.tokens.clone()),
        _ => Vec::new(),
    };
    if parts.is_empty() {
        return diagnostics.error(attribute, USAGE);
    }
    for part in parts {
        if !matches!(part.clone().into_iter().next(), Some(TokenTree::Ident(_))) {
            diagnostics.error(part, USAGE);
            continue;
        }
        let Some(OptionTokens { key, value }) = diagnostics.ok(syn::parse2(part)) else { continue };
        let is_second = match &*key.to_string() {
            "name" => taken.name.is_some(),
            "returns" => taken.returns.is_some(),
            _ => {
                diagnostics
                    .error(&key, format!("unknown option `{key}`, expected one of: `name`, `returns`"));
                continue;
            }
        };
        match value {
            _ if is_second => diagnostics.error(&key, format!("`{key}` may only be specified once")),
            Value::Literal(Lit::Str(name)) if key == "name" => taken.name = Some(name),
            Value::None if key == "name" => diagnostics.error(&key, USAGE),
            value if key == "name" => diagnostics.error(value, USAGE),
            value => taken.returns = Some(value.into_returns(&key)),
        }
    }
}
