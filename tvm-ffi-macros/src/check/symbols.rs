//! Symbols without a value, or without one yet.

use proc_macro2::Ident;

use crate::contract::entry::{EntryKind, Expr, name_of};
use crate::contract::symbols::{Place, Symbol, Symbols, dims};
use crate::diagnostics::Diagnostics;
use crate::model::{ExportFn, Parameter};
use crate::names::similar;
use crate::parameter_type::{Base, Form};

/// Checks that each symbol is one number or several, and that each expression knows its symbols.
pub(super) fn check_symbols(export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    let parameters = export.arguments.parameters();
    for symbol in export.symbols.iter() {
        check_symbol(symbol, export, diagnostics);
    }
    for is_stride in [false, true] {
        for (index, parameter) in parameters.iter().enumerate() {
            let Some(dims) = dims(&parameter.contract, is_stride) else { continue };
            for (entry, kind) in dims.entries.iter().map(|entry| &entry.kind).enumerate() {
                let EntryKind::Value(value) = kind else { continue };
                let place = Place { is_stride, parameter: index, entry };
                check_expression(value, place, export, diagnostics);
            }
        }
    }
}

/// Reports a symbol that is used for one number and for several.
fn check_symbol(symbol: &Symbol, export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    let Symbol { name, at, integer, uses } = symbol;
    if export.variables.iter().any(|variable| variable.ident == name) {
        return diagnostics.error(
            at,
            format!("`{name}` is a type in this function and cannot be a symbol\nhelp: choose another name"),
        );
    }
    let parameters = export.arguments.parameters();
    if integer.is_none()
        && let Some(parameter) = parameters.iter().find(|parameter| parameter.name == *name)
    {
        return diagnostics.error(at, no_integer(parameter));
    }
    let hidden = format!("_{name}");
    if integer.is_none()
        && uses.iter().any(|other| !other.is_rest)
        && let Some(parameter) = parameters.iter().find(|parameter| parameter.name == hidden)
        && matches!(parameter.kind.base, Base::Integer)
    {
        return diagnostics.error(
            Ident::new(&hidden, parameter.at),
            format!("`{hidden}` is not compared with the symbol `{name}`: only a parameter `{name}` is\nhelp: call it `{name}`, which is in use even if the body does not mention it, or choose another name"),
        );
    }
    let is_number = integer.is_some() || uses.iter().any(|other| !other.is_rest);
    if is_number && uses.iter().any(|other| other.is_rest) {
        diagnostics
            .error(at, format!("`{name}` is one number and, in `{name}..`, several\nhelp: choose two names"));
    }
}

fn no_integer(Parameter { name, written, kind, .. }: &Parameter) -> String {
    let why = match kind.base {
        Base::Plain if written.starts_with("Option") => "which may be missing",
        _ => "which is not an integer",
    };
    format!(
        "a symbol with the name of a parameter is its value, and `{name}` is `{written}`, {why}\nhelp: choose another name for the symbol"
    )
}

fn check_expression(value: &Expr, place: Place, export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    for at in value.symbols() {
        let Some(symbol) = export.symbols.get(at) else { continue };
        if !symbol.is_known_at(place) {
            diagnostics.error(at, unknown(at, symbol, place, export));
        } else if symbol.uses.iter().any(|other| other.is_rest) {
            let name = &symbol.name;
            diagnostics.error(
                at,
                format!("`{name}..` is several numbers, and an expression is over single ones\nhelp: bind a symbol to the dimension that is meant"),
            );
        }
    }
}

/// The reason why an expression cannot use a symbol.
fn unknown(at: &Ident, symbol: &Symbol, place: Place, export: &ExportFn<'_>) -> String {
    let name = name_of(at);
    let parameters = export.arguments.parameters();
    let later = symbol.uses.iter().find(|other| other.is_certain);
    if let Some(later) = later {
        return format!(
            "`{name}` is bound only later, by {}: expressions are over symbols that are bound before them\nhelp: bind `{name}` by an earlier parameter, or exchange the two: write a symbol here, and an expression there",
            shown(later.place, parameters)
        );
    }
    match symbol.uses.first() {
        Some(first) if first.place.is_stride => {
            let except = if place.is_stride {
                "strides bind nothing where an extent is 1"
            } else {
                "shapes come before all strides"
            };
            format!(
                "`{name}` is bound only by {}, and {except}\nhelp: take it as an integer parameter `{name}: usize`",
                shown(first.place, parameters)
            )
        }
        Some(first) => format!(
            "`{name}` is bound only by {}, which may be missing\nhelp: bind `{name}` by a parameter that is not an `Option`, or take it as an integer parameter `{name}: usize`",
            shown(first.place, parameters)
        ),
        None => never_bound(&name, &export.symbols, parameters),
    }
}

pub(super) fn never_bound(name: &str, symbols: &Symbols, parameters: &[Parameter]) -> String {
    let bound = symbols
        .iter()
        .filter(|symbol| !symbol.uses.is_empty() || symbol.integer.is_some())
        .map(|symbol| symbol.name.as_str());
    let integers = parameters
        .iter()
        .filter(|parameter| matches!(parameter.kind.base, Base::Integer))
        .map(|parameter| parameter.name.as_str());
    let help = match similar(name, bound.chain(integers)) {
        Some(known) => format!("did you mean `{known}`?"),
        None if name.chars().all(|c| !c.is_lowercase()) => {
            format!(
                "constants go into braces, `{{{name}}}`; a symbol is bound by an entry of its own, `#[shape({name})]`"
            )
        }
        None => format!(
            "a symbol is bound by an entry of its own, as in `#[shape({name}, 2 * {name})]`, or by an integer parameter `{name}: usize`"
        ),
    };
    format!("nothing binds the symbol `{name}`\nhelp: {help}")
}

/// The name of an entry in messages.
pub(super) fn shown(place: Place, parameters: &[Parameter]) -> String {
    let parameter = &parameters[place.parameter];
    let attribute = if place.is_stride { "strides" } else { "shape" };
    let option = if parameter.kind.form == Form::Optional { "the optional " } else { "" };
    format!("`#[{attribute}]` of {option}`{}`", parameter.name)
}
