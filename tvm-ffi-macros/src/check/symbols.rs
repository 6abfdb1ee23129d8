//! Symbols without a value, or without one yet.

use crate::contract::symbols::{Need, Place, Symbol};
use crate::diagnostics::Diagnostics;
use crate::model::{ExportFn, Parameter};
use crate::names::similar;

/// Checks that each symbol is one number or several, and has a value where one is needed.
pub(super) fn check_symbols(export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    for Symbol { name, at, integer, uses } in export.symbols.iter() {
        let is_number = integer.is_some() || uses.iter().any(|other| !other.is_rest);
        if is_number && uses.iter().any(|other| other.is_rest) {
            diagnostics.error(
                at,
                format!("`{name}` is one number and, in `{name}..`, several\nhelp: choose two names"),
            );
        }
    }
    for Need { at, place, is_rest } in export.needs() {
        let Some(symbol) = export.symbols.get(at) else { continue };
        let name = &symbol.name;
        if !symbol.is_known_at(place) {
            diagnostics.error(at, unknown(symbol, export));
        } else if symbol.is_rest() && !is_rest {
            diagnostics.error(
                at,
                format!("`{name}..` is several numbers, and this is one\nhelp: bind a symbol to the dimension that is meant"),
            );
        } else if is_rest && !symbol.is_rest() {
            diagnostics.error(at, format!("`{name}` is one number\nhelp: write `{name}`"));
        }
    }
}

/// The reason why a use of a symbol has no value.
fn unknown(Symbol { name, uses, .. }: &Symbol, export: &ExportFn<'_>) -> String {
    let parameters = export.arguments.parameters();
    let shape = uses.iter().find(|other| !other.place.is_stride);
    match (shape, uses.first()) {
        (Some(later), _) => format!(
            "`{name}` is bound only later, by {}: expressions are over symbols that are bound before them\nhelp: bind `{name}` by an earlier parameter, or exchange the two: write a symbol here, and an expression there",
            shown(later.place, parameters)
        ),
        (None, Some(strides)) => format!(
            "`{name}` is bound only by {}, and strides bind nothing where an extent is 1\nhelp: take it as an integer parameter `{name}: usize`",
            shown(strides.place, parameters)
        ),
        (None, None) => never_bound(name, export),
    }
}

fn never_bound(name: &str, export: &ExportFn<'_>) -> String {
    let bound = export.symbols.iter().filter(|symbol| !symbol.uses.is_empty() || symbol.integer.is_some());
    let help = match similar(name, bound.map(|symbol| symbol.name.as_str())) {
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
fn shown(place: Place, parameters: &[Parameter]) -> String {
    let attribute = if place.is_stride { "strides" } else { "shape" };
    format!("`#[{attribute}]` of `{}`", parameters[place.parameter].name)
}
