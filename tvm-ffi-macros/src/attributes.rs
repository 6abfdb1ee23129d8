//! The attributes of parameters: one table.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Attribute, Expr, Meta};

use crate::diagnostics::Diagnostics;
use crate::docs::doc_text;
use crate::names::similar;

/// What the attributes of one parameter say.
#[derive(Default)]
pub(crate) struct ParameterAttributes {
    /// The expression in `#[default(...)]`.
    pub(crate) default: Option<TokenStream>,
    /// The documentation.
    pub(crate) doc: String,
}

type Apply = fn(&mut ParameterAttributes, &Attribute, &mut Diagnostics);

/// Every attribute that a parameter may have from us, and what it does.
const ATTRIBUTES: &[(&str, Apply)] = &[
    ("default", apply_default),
    ("shape", not_yet),
    ("strides", not_yet),
    ("align", not_yet),
    ("dtype", not_yet),
    ("device", not_yet),
    ("out", not_yet),
    ("alias", not_yet),
];

/// Attributes of the compiler's, for which no other is taken.
const BUILT_IN: &[&str] = &["allow", "cfg", "cfg_attr", "deny", "doc", "expect", "forbid", "warn"];

impl ParameterAttributes {
    /// Takes ours out of `attributes`, which stay with the function, and reads them.
    pub(crate) fn take(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) -> Self {
        let mut taken = Self { doc: doc_text(attributes), ..Self::default() };
        let mut seen = Vec::new();
        attributes.retain(|attribute| {
            let Some(name) = attribute.path().get_ident().map(ToString::to_string) else { return true };
            if name == "doc" {
                return false;
            }
            if let Some((known, apply)) = ATTRIBUTES.iter().find(|(known, _)| *known == name) {
                if seen.contains(known) {
                    diagnostics
                        .error(attribute, format!("`{name}` may only be specified once on a parameter"));
                } else {
                    seen.push(known);
                    apply(&mut taken, attribute, diagnostics);
                }
                return false;
            }
            is_someone_elses(&name, attribute, diagnostics)
        });
        taken
    }
}

/// Takes `#[default]` out of the attributes of a function, where the compiler would only say that it does not know it.
pub(crate) fn take_misplaced(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) {
    attributes.retain(|attribute| {
        let is_ours = attribute.path().is_ident("default");
        if is_ours {
            diagnostics.error(
                attribute,
                "`#[default]` stands on a parameter, not on the function\nhelp: write `fn f(#[default(1.0)] x: f64)`",
            );
        }
        !is_ours
    });
}

/// Whether an attribute that is none of ours is left for the compiler to judge.
fn is_someone_elses(name: &str, attribute: &Attribute, diagnostics: &mut Diagnostics) -> bool {
    if matches!(name, "cfg" | "cfg_attr") {
        diagnostics.error(
            attribute,
            format!("`#[{name}]` cannot be used on a parameter of an exported function: the caller sees one signature\nhelp: write one function for each configuration, with `#[cfg]` on the function"),
        );
        return true;
    }
    if BUILT_IN.contains(&name) {
        return true;
    }
    match similar(name, ATTRIBUTES.iter().map(|(known, _)| *known)) {
        Some(known) => {
            diagnostics.error(
                attribute.path(),
                format!("unknown parameter attribute `{name}`\nhelp: did you mean `{known}`?"),
            );
            false
        }
        None => true,
    }
}

fn apply_default(taken: &mut ParameterAttributes, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    // What is malformed is a default all the same, so that its place draws no second error.
    let default = taken.default.insert(TokenStream::new());
    match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => {
            if diagnostics.ok(list.parse_args_with(one_expression)).is_some() {
                // The tokens as written, which print as written.
                default.clone_from(&list.tokens);
            }
        }
        _ => {
            diagnostics.error(attribute, "`default` requires an expression in parentheses: `#[default(1.0)]`")
        }
    }
}

fn one_expression(input: ParseStream<'_>) -> syn::Result<()> {
    input.parse::<Expr>()?;
    if input.is_empty() { Ok(()) } else { Err(input.error("`default` takes one expression")) }
}

fn not_yet(_: &mut ParameterAttributes, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    let name = attribute.path().to_token_stream();
    diagnostics
        .error(attribute, format!("`#[{name}]` is not supported yet: it arrives with tensor contracts"));
}
