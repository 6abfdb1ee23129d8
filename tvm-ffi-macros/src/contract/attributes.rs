//! Parsing of the attributes into a [`Contract`].

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, LitInt, Meta, Token, token};

use super::entry::{Dims, Number};
use super::names::Named;
use super::parse::{constant, literal, parse_dims};
use super::{At, Contract, Out};
use crate::diagnostics::Diagnostics;

impl Contract {
    /// Reads the attribute with that name.
    pub(crate) fn apply(&mut self, name: &str, attribute: &Attribute, diagnostics: &mut Diagnostics) {
        match name {
            "shape" => {
                const USAGE: &str = "`shape` requires an entry for each dimension: `#[shape(n, 4)]`";
                self.shape = dims(attribute, USAGE, diagnostics);
            }
            "strides" => {
                const USAGE: &str = "`strides` requires an entry for each dimension: `#[strides(_, 1)]`";
                self.strides = dims(attribute, USAGE, diagnostics);
            }
            "align" => self.align = align(attribute, diagnostics).map(|number| at(number, attribute)),
            "dtype" => {
                const USAGE: &str = "`dtype` requires what is accepted: `#[dtype(f32, f16)]`";
                let found = list(attribute, USAGE, diagnostics)
                    .and_then(|tokens| find_names(tokens, USAGE, attribute, diagnostics));
                self.dtypes = found.map(|dtypes| at(dtypes, attribute));
            }
            "device" => {
                const USAGE: &str = "`device` requires what is accepted: `#[device(cpu, cuda)]`";
                let found = list(attribute, USAGE, diagnostics)
                    .and_then(|tokens| find_names(tokens, USAGE, attribute, diagnostics));
                self.devices = found.map(|devices| at(devices, attribute));
            }
            "out" => self.out = out(attribute, diagnostics).map(|out| at(out, attribute)),
            "grad" => {
                const USAGE: &str =
                    "`grad` requires the name of a parameter of the forward function: `#[grad(x)]`";
                self.grad =
                    parameter_name(attribute, "grad", USAGE, diagnostics).map(|name| at(name, attribute));
            }
            _ => {
                const USAGE: &str = "`alias` requires the name of one parameter: `#[alias(x)]`";
                self.alias =
                    parameter_name(attribute, "alias", USAGE, diagnostics).map(|name| at(name, attribute));
            }
        }
    }
}

fn dims(attribute: &Attribute, usage: &str, diagnostics: &mut Diagnostics) -> Option<At<Dims>> {
    let tokens = list(attribute, usage, diagnostics)?;
    Some(at(parse_dims(tokens, diagnostics)?, attribute))
}

fn align(attribute: &Attribute, diagnostics: &mut Diagnostics) -> Option<Number> {
    const USAGE: &str = "`align` requires a number of bytes: `#[align(16)]`";
    let parse = |input: ParseStream<'_>| {
        let number = if input.peek(token::Brace) {
            Number::Constant(constant(input)?)
        } else if input.peek(LitInt) {
            let literal = literal(input)?;
            check_align(literal.value).map_err(|message| syn::Error::new(literal.span, message))?;
            Number::Literal(literal)
        } else {
            return Err(input.error(format!("{USAGE}, or a constant in braces")));
        };
        if input.is_empty() { Ok(number) } else { Err(input.error("`align` takes one number")) }
    };
    let tokens = list(attribute, USAGE, diagnostics)?;
    if required(&tokens, attribute, USAGE, diagnostics) { diagnostics.ok(parse.parse2(tokens)) } else { None }
}

fn check_align(value: i64) -> Result<(), String> {
    if u64::try_from(value).is_ok_and(u64::is_power_of_two) {
        return Ok(());
    }
    let next = u64::try_from(value).ok().filter(|value| *value > 0).and_then(u64::checked_next_power_of_two);
    let next = next.unwrap_or(16);
    Err(format!("an alignment is a power of two, and `{value}` is not one\nhelp: write `#[align({next})]`"))
}

/// The names in a list.
pub(crate) fn written_names(
    tokens: TokenStream,
    usage: &str,
    at: &dyn ToTokens,
    diagnostics: &mut Diagnostics,
) -> Option<Punctuated<Ident, Token![,]>> {
    if !required(&tokens, at, usage, diagnostics) {
        return None;
    }
    let parse = |input: ParseStream<'_>| Punctuated::parse_terminated_with(input, Ident::parse_any);
    let written = parse.parse2(tokens).map_err(|error| syn::Error::new(error.span(), usage));
    diagnostics.ok(written)
}

/// The entries of a table whose names are in a list. `usage` is reported at `at` where the list is empty.
pub(super) fn find_names<T: Named>(
    tokens: TokenStream,
    usage: &str,
    at: &dyn ToTokens,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<&'static T>> {
    let written = written_names(tokens, usage, at, diagnostics)?;
    let mut found = Vec::<&'static T>::new();
    let mut is_right = true;
    for ident in &written {
        let message = match T::find(ident) {
            Ok(entry) if found.iter().any(|other| other.name() == entry.name()) => {
                format!("`{ident}` is listed twice")
            }
            Ok(entry) => {
                found.push(entry);
                continue;
            }
            Err(message) => message,
        };
        diagnostics.error(ident, message);
        is_right = false;
    }
    is_right.then_some(found)
}

fn out(attribute: &Attribute, diagnostics: &mut Diagnostics) -> Option<Out> {
    const USAGE: &str = "`out` is written as `#[out]`, as `#[out(zero)]` for memory that has to arrive zeroed, or as `#[out(saved)]` for an output that only the backward function reads";
    let Meta::List(list) = &attribute.meta else {
        if matches!(attribute.meta, Meta::Path(_)) {
            return Some(Out::Any);
        }
        diagnostics.error(attribute, USAGE);
        return None;
    };
    let words = list.tokens.to_string();
    match words.as_str() {
        "zero" => return Some(Out::Zero),
        "saved" => return Some(Out::Saved),
        "" => diagnostics.error(attribute, USAGE),
        "saved , zero" | "zero , saved" => diagnostics.error(
            &list.tokens,
            "an output is either saved or zeroed: `zero` is for memory to add into, and the function writes all of a saved output\nhelp: write `#[out(saved)]`, and fill the memory in the function",
        ),
        _ => diagnostics.error(&list.tokens, USAGE),
    }
    None
}

/// The name in the parentheses of an attribute.
fn parameter_name(
    attribute: &Attribute,
    of: &str,
    usage: &str,
    diagnostics: &mut Diagnostics,
) -> Option<Ident> {
    let parse = |input: ParseStream<'_>| {
        if !input.peek(Ident::peek_any) {
            return Err(input.error(usage));
        }
        let name = input.call(Ident::parse_any)?;
        let rest = format!("`{of}` takes the name of one parameter");
        if input.is_empty() { Ok(name) } else { Err(input.error(rest)) }
    };
    let tokens = list(attribute, usage, diagnostics)?;
    if required(&tokens, attribute, usage, diagnostics) { diagnostics.ok(parse.parse2(tokens)) } else { None }
}

fn at<T>(value: T, attribute: &Attribute) -> At<T> {
    At { value, at: attribute.to_token_stream() }
}

/// The tokens in the parentheses.
fn list(attribute: &Attribute, usage: &str, diagnostics: &mut Diagnostics) -> Option<TokenStream> {
    match &attribute.meta {
        Meta::List(list) if matches!(list.delimiter, syn::MacroDelimiter::Paren(_)) => {
            Some(list.tokens.clone())
        }
        _ => {
            diagnostics.error(attribute, usage);
            None
        }
    }
}

/// Reports an empty list. Whether it is not empty.
fn required(tokens: &TokenStream, at: &dyn ToTokens, usage: &str, diagnostics: &mut Diagnostics) -> bool {
    if tokens.is_empty() {
        diagnostics.error(at, usage);
    }
    !tokens.is_empty()
}
