//! Contracts that no argument can fulfil, whatever the types of the parameters are.

use proc_macro2::TokenStream;

use super::symbols::check_symbols;
use crate::contract::At;
use crate::contract::entry::{Dims, EntryKind, Expr, name_of};
use crate::diagnostics::Diagnostics;
use crate::model::{ExportFn, Parameter};
use crate::names::similar;

/// Checks the contracts of all parameters.
pub(super) fn check_contracts(export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    let parameters = export.arguments.parameters();
    for parameter in parameters {
        if let Some(At { value: shape, .. }) = &parameter.contract.shape {
            check_rests(shape, diagnostics);
            check_entries(shape, !parameter.is_integers(), diagnostics);
        }
        check_strides(parameter, diagnostics);
        check_alias(parameter, parameters, diagnostics);
    }
    // An entry with a syntax error may bind a symbol.
    if export.is_contract_whole {
        check_symbols(export, diagnostics);
    }
}

/// Reports expressions that no value can equal.
pub(super) fn check_entries(shape: &Dims, are_extents: bool, diagnostics: &mut Diagnostics) {
    for entry in &shape.entries {
        let EntryKind::Value(value) = &entry.kind else { continue };
        check_value(value, &entry.tokens, diagnostics);
        if are_extents && let Some(Some(..0)) = value.folded() {
            diagnostics.error(
                &entry.tokens,
                "an extent is never negative\nhelp: write `_` for a dimension of any extent",
            );
        }
    }
}

/// Reports an expression that has no value.
fn check_value(value: &Expr, tokens: &TokenStream, diagnostics: &mut Diagnostics) {
    if value.folded() == Some(None) {
        diagnostics.error(tokens, "this has no value: it overflows 64 bits or divides by zero");
    }
}

/// `..` means the remaining dimensions, and can be written once.
pub(super) fn check_rests(dims: &Dims, diagnostics: &mut Diagnostics) {
    let rests = dims.entries.iter().filter(|entry| matches!(entry.kind, EntryKind::Rest(_)));
    for second in rests.skip(1) {
        diagnostics.error(
            &second.tokens,
            "there is a `..` already: where one ends and the other begins would be ambiguous\nhelp: write `_` for each single dimension",
        );
    }
}

fn check_strides(parameter: &Parameter, diagnostics: &mut Diagnostics) {
    let Some(At { value: strides, .. }) = &parameter.contract.strides else { return };
    check_rests(strides, diagnostics);
    for entry in &strides.entries {
        match &entry.kind {
            EntryKind::Value(value) => check_value(value, &entry.tokens, diagnostics),
            EntryKind::Rest(Some(name)) => diagnostics.error(
                &entry.tokens,
                format!("strides of several dimensions cannot have one name\nhelp: write `..` in place of `{name}..`"),
            ),
            _ => {}
        }
    }
}

fn check_alias(parameter: &Parameter, parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    let Some(At { value: target, .. }) = &parameter.contract.alias else { return };
    let name = name_of(target);
    let others = parameters.iter().map(|other| other.name.as_str()).filter(|other| *other != parameter.name);
    if others.clone().any(|other| other == name) {
        return;
    }
    let help = match similar(&name, others) {
        Some(known) => format!("did you mean `{known}`?"),
        None => "name the parameter whose memory it may share".to_owned(),
    };
    diagnostics.error(target, format!("there is no other parameter `{name}`\nhelp: {help}"));
}
