//! The option `dispatch(T = [f32, f64])`.

use proc_macro2::{Ident, TokenStream};
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Token, Type, bracketed, token};

use crate::diagnostics::Diagnostics;
use crate::tokens::{compact, split_at_commas};

const USAGE: &str = "`dispatch` requires a list of types for each type parameter: `dispatch(T = [f32, f64])`";

/// A type parameter of the function, and its types.
pub(crate) struct Variable {
    pub(crate) ident: Ident,
    /// At least one type.
    pub(crate) types: Vec<Type>,
}

/// Reads the list in the parentheses. With a mistake in any variable there are no variables.
pub(crate) fn parse_dispatch(
    key: &Ident,
    tokens: TokenStream,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<Variable>> {
    let parts = split_at_commas(tokens);
    if parts.is_empty() {
        diagnostics.error(key, USAGE);
        return None;
    }
    let count = parts.len();
    let mut variables = Vec::<Variable>::new();
    for part in parts {
        let Some(variable) = diagnostics
            .ok(variable.parse2(part))
            .filter(|Variable { ident, types }| check_types(ident, types, diagnostics))
        else {
            continue;
        };
        if variables.iter().any(|other| other.ident == variable.ident) {
            let message = format!("`{}` has a list of types already", variable.ident);
            diagnostics.error(&variable.ident, message);
            continue;
        }
        variables.push(variable);
    }
    if let [_, _, third, ..] = &variables[..] {
        diagnostics.error(
            &third.ident,
            "`dispatch` takes one or two variables: every combination of types is compiled\nhelp: export a function for each type of the third",
        );
        return None;
    }
    (variables.len() == count).then_some(variables)
}

fn variable(input: ParseStream<'_>) -> syn::Result<Variable> {
    let ident: Ident = input.parse().map_err(|error| syn::Error::new(error.span(), USAGE))?;
    if !input.peek(Token![=]) {
        let message =
            format!("`{ident}` needs a list of types in `dispatch`: `dispatch({ident} = [f32, f64])`");
        return Err(syn::Error::new_spanned(ident, message));
    }
    input.parse::<Token![=]>()?;
    if !input.peek(token::Bracket) {
        let message = format!("the types are written in brackets: `dispatch({ident} = [f32, f64])`");
        return Err(if input.is_empty() {
            syn::Error::new_spanned(ident, message)
        } else {
            input.error(message)
        });
    }
    let list;
    bracketed!(list in input);
    let types = Punctuated::<Type, Token![,]>::parse_terminated(&list)?;
    if !input.is_empty() {
        return Err(input.error("expected `,` after the list of types"));
    }
    Ok(Variable { ident, types: types.into_iter().collect() })
}

/// Reports an empty list of types, and types that are listed twice. Returns whether the list is right.
pub(crate) fn check_types(ident: &Ident, types: &[Type], diagnostics: &mut Diagnostics) -> bool {
    let errors = diagnostics.count();
    if types.is_empty() {
        diagnostics.error(ident, format!("the list of types for `{ident}` is empty"));
    }
    let mut seen = Vec::new();
    for ty in types {
        let text = compact(ty);
        if seen.contains(&text) {
            diagnostics.error(ty, format!("`{text}` is listed twice for `{ident}`"));
        }
        seen.push(text);
    }
    diagnostics.count() == errors
}
