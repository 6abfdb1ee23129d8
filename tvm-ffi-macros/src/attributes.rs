//! The attributes of parameters.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::parse::ParseStream;
use syn::{Attribute, Expr, Meta};

use crate::contract::Contract;
use crate::diagnostics::Diagnostics;
use crate::docs::Doc;
use crate::options::{Form, Table, Value};
use crate::passing::{ARGS, KEYWORD_ONLY, KWARGS, Mark, POSITIONAL_ONLY};

/// Our attributes of a parameter.
#[derive(Default)]
pub(crate) struct ParameterAttributes {
    /// The expression in `#[default(...)]`.
    pub(crate) default: Option<TokenStream>,
    /// The documentation.
    pub(crate) doc: Doc,
    /// The contract of the tensor.
    pub(crate) contract: Contract,
    /// How callers pass the argument.
    pub(crate) mark: Option<Mark>,
}

const TABLE: Table = Table::new(&[
    ("default", Form::Attribute),
    ("shape", Form::Attribute),
    ("strides", Form::Attribute),
    ("align", Form::Attribute),
    ("dtype", Form::Attribute),
    ("device", Form::Attribute),
    ("out", Form::Attribute),
    ("grad", Form::Attribute),
    ("alias", Form::Attribute),
    (POSITIONAL_ONLY, Form::Flag),
    (KEYWORD_ONLY, Form::Flag),
    (ARGS, Form::Flag),
    (KWARGS, Form::Flag),
])
.of(" of a parameter");

impl ParameterAttributes {
    /// Takes our attributes out of `attributes` and reads them. The others stay with the function.
    pub(crate) fn take(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) -> Self {
        let mut taken = Self { doc: Doc::of(attributes), ..Self::default() };
        attributes.retain(|attribute| !attribute.path().is_ident("doc"));
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("cfg") || attribute.path().is_ident("cfg_attr"))
        {
            let name = attribute.path().to_token_stream();
            diagnostics.error(
                attribute,
                format!("`#[{name}]` cannot be used on a parameter of an exported function or method: the caller sees one signature\nhelp: write one function for each configuration, with `#[cfg]` on the function"),
            );
        }
        TABLE.take(attributes, diagnostics, &mut |name, key, value, diagnostics| match (name, value) {
            ("default", Value::Attribute(at)) => apply_default(&mut taken, &at, diagnostics),
            (name, Value::Attribute(at)) => taken.contract.apply(name, &at, diagnostics),
            (name, _) => {
                let mark = Mark::new(name, key);
                if let (Some(mark), Some(other)) = (&mark, &taken.mark) {
                    let message = format!(
                        "`#[{mark}]` and `#[{other}]` exclude each other\nhelp: remove one of the two"
                    );
                    diagnostics.error(key, message);
                }
                taken.mark = mark;
            }
        });
        taken
    }
}

/// Reports attributes of parameters on a function, and removes them, since the compiler would report them as unknown attributes. It may have one
/// called `#[align]` itself.
pub(crate) fn take_misplaced(attributes: &mut Vec<Attribute>, diagnostics: &mut Diagnostics) {
    attributes.retain(|attribute| {
        let Some(name) = attribute.path().get_ident().filter(|name| *name != "align") else { return true };
        let is_ours = TABLE.find(name).is_some();
        if is_ours {
            diagnostics.error(
                attribute,
                format!("`#[{name}]` belongs on a parameter, not on the function\nhelp: write it before the name of a parameter"),
            );
        }
        !is_ours
    });
}

fn apply_default(taken: &mut ParameterAttributes, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    // A malformed default counts as a default, so that its position causes no second error.
    let default = taken.default.insert(TokenStream::new());
    match &attribute.meta {
        Meta::List(list) if !list.tokens.is_empty() => {
            if diagnostics.ok(list.parse_args_with(one_expression)).is_some() {
                // These tokens print as the user wrote them.
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
