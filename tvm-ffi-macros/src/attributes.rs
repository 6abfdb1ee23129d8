//! The attributes of parameters: one table.

use proc_macro2::TokenStream;
use syn::parse::ParseStream;
use syn::{Attribute, Expr, Meta};

use crate::contract::Contract;
use crate::contract::attributes::{
    apply_alias, apply_align, apply_device, apply_dtype, apply_out, apply_shape, apply_strides,
};
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
    /// What is asked of the tensor.
    pub(crate) contract: Contract,
}

type Apply = fn(&mut ParameterAttributes, &Attribute, &mut Diagnostics);

/// Every attribute that a parameter may have from us, and what it does.
const ATTRIBUTES: &[(&str, Apply)] = &[
    ("default", apply_default),
    ("shape", |taken, attribute, diagnostics| apply_shape(&mut taken.contract, attribute, diagnostics)),
    ("strides", |taken, attribute, diagnostics| apply_strides(&mut taken.contract, attribute, diagnostics)),
    ("align", |taken, attribute, diagnostics| apply_align(&mut taken.contract, attribute, diagnostics)),
    ("dtype", |taken, attribute, diagnostics| apply_dtype(&mut taken.contract, attribute, diagnostics)),
    ("device", |taken, attribute, diagnostics| apply_device(&mut taken.contract, attribute, diagnostics)),
    ("out", |taken, attribute, diagnostics| apply_out(&mut taken.contract, attribute, diagnostics)),
    ("alias", |taken, attribute, diagnostics| apply_alias(&mut taken.contract, attribute, diagnostics)),
];

/// How those look that only make sense on a parameter, for who puts one on the function. `#[align]` is none: the compiler
/// may have one of that name for functions.
const MISPLACED: &[(&str, &str)] = &[
    ("default", "#[default(1.0)] x: f64"),
    ("shape", "#[shape(n)] x: CpuView<'_, f32, 1>"),
    ("strides", "#[strides(_, 1)] x: CpuView<'_, f32, 2, Strided>"),
    ("dtype", "#[dtype(f32, f64)] x: TensorView<'_>"),
    ("device", "#[device(cpu)] x: TensorView<'_>"),
    ("out", "#[out] y: CpuViewMut<'_, f32, 1>"),
    ("alias", "#[alias(x)] y: CpuCells<'_, f32, 1>"),
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

/// Takes those of parameters out of the attributes of a function, where the compiler would only say that it does not know
/// them.
pub(crate) fn take_misplaced(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) {
    attributes.retain(|attribute| {
        let ours = MISPLACED.iter().find(|(name, _)| attribute.path().is_ident(name));
        if let Some((name, example)) = ours {
            diagnostics.error(
                attribute,
                format!(
                    "`#[{name}]` stands on a parameter, not on the function\nhelp: write `fn f({example})`"
                ),
            );
        }
        ours.is_none()
    });
}

/// Whether an attribute that is none of ours is left for the compiler to judge.
fn is_someone_elses(name: &str, attribute: &Attribute, diagnostics: &mut Diagnostics) -> bool {
    if matches!(name, "cfg" | "cfg_attr") {
        diagnostics.error(
            attribute,
            format!("`#[{name}]` cannot be used on a parameter of an exported function or method: the caller sees one signature\nhelp: write one function for each configuration, with `#[cfg]` on the function"),
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
