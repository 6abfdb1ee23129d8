//! Structural comparison: the kinds of types and the roles of fields, by their names in the runtime.

use proc_macro2::{Ident, TokenStream};
use syn::ext::IdentExt;
use syn::parse::Parser;

use crate::diagnostics::Diagnostics;
use crate::names::similar;

/// `TVMFFISEqHashKind`.
const KINDS: &[(&str, i64)] =
    &[("tree_node", 1), ("free_var", 2), ("dag_node", 3), ("const_tree_node", 4), ("unique_instance", 5)];

/// The flags of fields.
const ROLES: &[(&str, i64)] = &[("ignore", 8), ("def", 16), ("def_simple", 4096)];

/// The kind of a type, in the option `structural(...)`.
pub(super) fn parse_kind(key: &Ident, value: TokenStream, diagnostics: &mut Diagnostics) -> Option<i64> {
    parse(key, value, KINDS, "kind", diagnostics)
}

/// The flag of a field, in `#[field(structural(...))]`.
pub(super) fn parse_role(key: &Ident, value: TokenStream, diagnostics: &mut Diagnostics) -> Option<i64> {
    parse(key, value, ROLES, "role", diagnostics)
}

fn parse(
    key: &Ident,
    value: TokenStream,
    known: &[(&str, i64)],
    what: &str,
    diagnostics: &mut Diagnostics,
) -> Option<i64> {
    let all: Vec<_> = known.iter().map(|(name, _)| format!("`{name}`")).collect();
    let all = all.join(", ");
    let Ok(name) = Ident::parse_any.parse2(value.clone()) else {
        let example = known[0].0;
        let message =
            format!("`structural` takes one {what} in parentheses: `structural({example})`, out of {all}");
        if value.is_empty() {
            diagnostics.error(key, message);
        } else {
            diagnostics.error(value, message);
        }
        return None;
    };
    let text = name.to_string();
    let found = known.iter().find(|(known, _)| *known == text);
    if found.is_none() {
        let help = similar(&text, known.iter().map(|(name, _)| *name))
            .map(|name| format!("\nhelp: did you mean `{name}`?"))
            .unwrap_or_default();
        diagnostics.error(name, format!("unknown {what} `{text}`, expected one of: {all}{help}"));
    }
    found.map(|(_, number)| *number)
}
