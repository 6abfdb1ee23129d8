//! Parsing of the attributes into a [`Contract`].

use core::fmt::Display;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Attribute, LitInt, Meta, Token, token};

use super::entry::{Dims, Number};
use super::names::{DeviceName, DtypeName};
use super::parse::{constant, literal, parse_dims};
use super::{At, Contract};
use crate::diagnostics::Diagnostics;

pub(crate) fn apply_shape(contract: &mut Contract, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    contract.shape =
        dims(attribute, "`shape` requires an entry for each dimension: `#[shape(n, 4)]`", diagnostics);
}

pub(crate) fn apply_strides(contract: &mut Contract, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    contract.strides =
        dims(attribute, "`strides` requires an entry for each dimension: `#[strides(_, 1)]`", diagnostics);
}

fn dims(attribute: &Attribute, usage: &str, diagnostics: &mut Diagnostics) -> Option<At<Dims>> {
    let tokens = list(attribute, usage, diagnostics)?;
    Some(at(parse_dims(tokens, diagnostics)?, attribute))
}

pub(crate) fn apply_align(contract: &mut Contract, attribute: &Attribute, diagnostics: &mut Diagnostics) {
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
    let tokens =
        list(attribute, USAGE, diagnostics).filter(|tokens| required(tokens, attribute, USAGE, diagnostics));
    let number = tokens.and_then(|tokens| diagnostics.ok(parse.parse2(tokens)));
    contract.align = number.map(|number| at(number, attribute));
}

fn check_align(value: i64) -> Result<(), String> {
    if u64::try_from(value).is_ok_and(u64::is_power_of_two) {
        return Ok(());
    }
    let next = u64::try_from(value).ok().filter(|value| *value > 0).and_then(u64::checked_next_power_of_two);
    let next = next.unwrap_or(16);
    Err(format!("an alignment is a power of two, and `{value}` is not one\nhelp: write `#[align({next})]`"))
}

pub(crate) fn apply_dtype(contract: &mut Contract, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    const USAGE: &str = "`dtype` requires what is accepted: `#[dtype(f32, f16)]`";
    let found = list(attribute, USAGE, diagnostics)
        .and_then(|tokens| find_dtypes(tokens, USAGE, attribute, diagnostics));
    contract.dtypes = found.map(|dtypes| at(dtypes, attribute));
}

pub(crate) fn apply_device(contract: &mut Contract, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    const USAGE: &str = "`device` requires what is accepted: `#[device(cpu, cuda)]`";
    let found = list(attribute, USAGE, diagnostics)
        .and_then(|tokens| find_devices(tokens, USAGE, attribute, diagnostics));
    contract.devices = found.map(|devices| at(devices, attribute));
}

/// The dtypes in a list. `usage` is reported at `at` where the list is empty.
pub(super) fn find_dtypes(
    tokens: TokenStream,
    usage: &str,
    at: impl ToTokens,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<&'static DtypeName>> {
    names(tokens, usage, at, (DtypeName::find, |dtype| dtype.name), diagnostics)
}

/// The devices in a list.
pub(super) fn find_devices(
    tokens: TokenStream,
    usage: &str,
    at: impl ToTokens,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<&'static DeviceName>> {
    names(tokens, usage, at, (DeviceName::find, |device| device.name), diagnostics)
}

/// The search in a table, and the name of an entry.
type Table<T> = (fn(&Ident) -> Result<&'static T, String>, fn(&T) -> &'static str);

/// A list of names from a table.
fn names<T>(
    tokens: TokenStream,
    usage: &str,
    at: impl ToTokens,
    (find, name): Table<T>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<&'static T>> {
    if !required(&tokens, at, usage, diagnostics) {
        return None;
    }
    let parse = |input: ParseStream<'_>| {
        Punctuated::<Ident, Token![,]>::parse_terminated_with(input, Ident::parse_any)
    };
    let written = parse.parse2(tokens).map_err(|error| syn::Error::new(error.span(), usage));
    let written = diagnostics.ok(written)?;
    let mut found = Vec::<&'static T>::new();
    let mut is_right = true;
    for ident in &written {
        let message = match find(ident) {
            Ok(entry) if found.iter().any(|other| name(other) == name(entry)) => {
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

pub(crate) fn apply_out(contract: &mut Contract, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    const USAGE: &str =
        "`out` is written as `#[out]`, or as `#[out(zero)]` for memory that has to arrive zeroed";
    let is_zeroed = match &attribute.meta {
        Meta::Path(_) => false,
        Meta::List(list) if list.tokens.to_string() == "zero" => true,
        meta => {
            let at = match meta {
                Meta::List(list) if !list.tokens.is_empty() => list.tokens.clone(),
                _ => attribute.to_token_stream(),
            };
            diagnostics.error(at, USAGE);
            return;
        }
    };
    contract.out = Some(at(is_zeroed, attribute));
}

pub(crate) fn apply_alias(contract: &mut Contract, attribute: &Attribute, diagnostics: &mut Diagnostics) {
    const USAGE: &str = "`alias` requires the name of one parameter: `#[alias(x)]`";
    let parse = |input: ParseStream<'_>| {
        let name = if input.peek(Ident::peek_any) {
            input.call(Ident::parse_any)?
        } else {
            return Err(input.error(USAGE));
        };
        if input.is_empty() { Ok(name) } else { Err(input.error("`alias` takes the name of one parameter")) }
    };
    let tokens =
        list(attribute, USAGE, diagnostics).filter(|tokens| required(tokens, attribute, USAGE, diagnostics));
    let name = tokens.and_then(|tokens| diagnostics.ok(parse.parse2(tokens)));
    contract.alias = name.map(|name| at(name, attribute));
}

fn at<T>(value: T, attribute: &Attribute) -> At<T> {
    At { value, at: attribute.to_token_stream() }
}

/// The tokens in the parentheses.
fn list(attribute: &Attribute, usage: impl Display, diagnostics: &mut Diagnostics) -> Option<TokenStream> {
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
fn required(tokens: &TokenStream, at: impl ToTokens, usage: &str, diagnostics: &mut Diagnostics) -> bool {
    if tokens.is_empty() {
        diagnostics.error(at, usage);
    }
    !tokens.is_empty()
}
