//! Contracts that no argument can fulfil, or that do not suit the type of the parameter.

use proc_macro2::TokenStream;

use super::symbols::check_symbols;
use crate::contract::entry::{Dims, EntryKind, Expr, name_of};
use crate::contract::{At, Contract};
use crate::diagnostics::Diagnostics;
use crate::model::{ExportFn, Parameter};
use crate::names::similar;
use crate::parameter_type::{Base, Form, Layout, Rank, ViewType};

/// Checks the contracts of all parameters.
pub(super) fn check_contracts(export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    let parameters = export.arguments.parameters();
    for parameter in parameters {
        if parameter.kind.integers.is_some() {
            check_integers(parameter, diagnostics);
        } else if check_is_tensor(parameter, diagnostics) {
            check_shape(parameter, diagnostics);
            check_strides(parameter, diagnostics);
            check_metadata(parameter, diagnostics);
            check_out(parameter, diagnostics);
            check_alias(parameter, parameters, diagnostics);
        }
    }
    // An entry with a syntax error may bind a symbol.
    if export.is_contract_whole {
        check_symbols(export, diagnostics);
    }
}

/// The view type of a parameter, if it is written out.
fn view(parameter: &Parameter) -> Option<&ViewType> {
    match &parameter.kind.base {
        Base::View(view) => Some(view),
        _ => None,
    }
}

/// Whether a parameter with a contract may be a tensor. One error is enough for all its attributes.
fn check_is_tensor(parameter: &Parameter, diagnostics: &mut Diagnostics) -> bool {
    let Parameter { name, kind, written, .. } = parameter;
    let Some((attribute, at)) = parameter.contract.attributes().next() else { return false };
    let message = match kind.base {
        _ if kind.may_be_tensor() => return true,
        Base::Tensor => format!(
            "`#[{attribute}]` belongs on a view, and `{name}` is an owned `Tensor`\nhelp: take `TensorView<'_>`, or a view such as `CpuView<'_, f32, 1>`"
        ),
        Base::Tuple => format!(
            "`#[{attribute}]` belongs on one tensor, and `{name}` is a tuple\nhelp: take each tensor as a parameter of its own"
        ),
        Base::Integer if attribute == "shape" => format!(
            "`#[shape]` belongs on a tensor or on a sequence of integers, and `{name}: {written}` is neither\nhelp: remove the attribute: the symbol `{name}` is the value of this parameter"
        ),
        _ if attribute == "shape" => format!(
            "`#[shape]` belongs on a tensor or on a sequence of integers, and `{name}: {written}` is neither\nhelp: take a view such as `CpuView<'_, f32, 1>` or `TensorView<'_>`, or integers such as `(i64, i64)`"
        ),
        _ => format!(
            "`#[{attribute}]` belongs on a tensor, and `{name}: {written}` is not one\nhelp: take a view such as `CpuView<'_, f32, 1>` or `TensorView<'_>`"
        ),
    };
    diagnostics.error(at, message);
    false
}

/// Checks the contract of a sequence of integers, which can only have a shape.
fn check_integers(parameter: &Parameter, diagnostics: &mut Diagnostics) {
    let Parameter { name, kind, written, contract, .. } = parameter;
    if let Some((attribute, at)) = contract.attributes().find(|(attribute, _)| *attribute != "shape") {
        diagnostics.error(
            at,
            format!("`#[{attribute}]` belongs on a tensor, and `{name}: {written}` is not one\nhelp: remove the attribute; a sequence of integers can have `#[shape]`"),
        );
    }
    let Some(At { value: shape, at }) = &contract.shape else { return };
    check_rests(shape, diagnostics);
    for entry in &shape.entries {
        if let EntryKind::Value(value) = &entry.kind {
            check_value(value, &entry.tokens, diagnostics);
        }
    }
    let Some(Rank::Known(length)) = kind.integers else { return };
    if let Some(rest) = shape.rest() {
        diagnostics.error(
            &shape.entries[rest].tokens,
            format!("`..` means any number of integers, and `{name}: {written}` has {length}\nhelp: write `_` for each integer that may be anything"),
        );
    } else if shape.count() != length {
        diagnostics.error(
            at,
            format!(
                "`#[shape]` has {}, and `{name}: {written}` has {}\nhelp: write one entry for each integer, `_` for any integer",
                counted(shape.count(), "entry", "entries"),
                counted(length, "integer", "integers"),
            ),
        );
    }
}

fn check_shape(parameter: &Parameter, diagnostics: &mut Diagnostics) {
    let Some(At { value: shape, at }) = &parameter.contract.shape else { return };
    if parameter.kind.form == Form::List {
        return diagnostics.error(at, "`#[shape]` cannot be used on a list: its tensors may differ in shape\nhelp: take each tensor as a parameter of its own, or check the shapes in the function");
    }
    check_rests(shape, diagnostics);
    check_rank("shape", shape, at, parameter, diagnostics);
    check_entries(shape, diagnostics);
}

/// Reports expressions that no value can equal.
pub(super) fn check_entries(shape: &Dims, diagnostics: &mut Diagnostics) {
    for entry in &shape.entries {
        let EntryKind::Value(value) = &entry.kind else { continue };
        check_value(value, &entry.tokens, diagnostics);
        if let Some(Some(..0)) = value.folded() {
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

fn check_rank(
    attribute: &str,
    dims: &Dims,
    at: &TokenStream,
    parameter: &Parameter,
    diagnostics: &mut Diagnostics,
) {
    let Some(view) = view(parameter) else { return };
    let Rank::Known(rank) = view.rank else { return };
    let dynamic = format!("{}D", view.name);
    if let Some(rest) = dims.rest() {
        let instead = if view.is_cells() {
            String::new()
        } else {
            format!(", or take `{dynamic}`, whose rank may vary")
        };
        let message = format!(
            "`..` means any number of dimensions, and `{}` has {rank}\nhelp: write `_` for each dimension that may have any extent{instead}",
            parameter.name
        );
        diagnostics.error(&dims.entries[rest].tokens, message);
    } else if dims.count() != rank {
        let message = format!(
            "`#[{attribute}]` has {}, and `{}: {}` has {}\nhelp: write one entry for each dimension, `_` for any extent",
            counted(dims.count(), "entry", "entries"),
            parameter.name,
            parameter.written,
            counted(rank, "dimension", "dimensions"),
        );
        diagnostics.error(at, message);
    }
}

pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

fn check_strides(parameter: &Parameter, diagnostics: &mut Diagnostics) {
    let Contract { shape, strides: Some(At { value: strides, at }), .. } = &parameter.contract else {
        return;
    };
    if let Some(view) = view(parameter).filter(|view| view.layout == Layout::Contiguous) {
        let strided = strided(view, &parameter.written);
        return diagnostics.error(
            at,
            format!("`#[strides]` needs a `Strided` view: `{}` is contiguous, which fixes its strides\nhelp: take `{strided}`, or remove the attribute", parameter.name),
        );
    }
    check_rests(strides, diagnostics);
    check_rank("strides", strides, at, parameter, diagnostics);
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
    let is_rank_known = view(parameter).is_some_and(|view| matches!(view.rank, Rank::Known(_)));
    if let Some(At { value: shape, .. }) = shape
        && !is_rank_known
        && !fit(shape, strides)
    {
        let message = format!(
            "`#[strides]` has {}, and `#[shape]` has {}\nhelp: write one entry for each dimension in both",
            counted(strides.entries.len(), "entry", "entries"),
            counted(shape.entries.len(), "entry", "entries"),
        );
        diagnostics.error(at, message);
    }
}

/// Whether both allow a common rank.
fn fit(shape: &Dims, strides: &Dims) -> bool {
    match (shape.rest(), strides.rest()) {
        (None, None) => shape.count() == strides.count(),
        (None, Some(_)) => strides.count() <= shape.count(),
        (Some(_), None) => shape.count() <= strides.count(),
        (Some(_), Some(_)) => true,
    }
}

/// The text of a contiguous view type, with `Strided` added.
fn strided(view: &ViewType, written: &str) -> String {
    let start = written.find(&view.name).unwrap_or_default();
    let length = closing(&written[start..]).unwrap_or_default();
    let (before, after) = written.split_at(start + length);
    format!("{}, Strided{after}", before.strip_suffix(", Contiguous").unwrap_or(before))
}

/// The position of the `>` that closes the first `<`.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    text.char_indices().find_map(|(index, c)| {
        depth += i32::from(c == '<') - i32::from(c == '>');
        (c == '>' && depth == 0).then_some(index)
    })
}

/// Reports `#[dtype]` and `#[device]` on a view whose type has both.
fn check_metadata(parameter: &Parameter, diagnostics: &mut Diagnostics) {
    let Some(view) = view(parameter) else { return };
    let Parameter { name, contract, .. } = parameter;
    if let Some(dtypes) = &contract.dtypes {
        diagnostics.error(
            &dtypes.at,
            format!("`#[dtype]` belongs on a `TensorView<'_>`: the type of `{name}` says its dtype\nhelp: remove the attribute; for a choice of dtypes, take `TensorView<'_>`, or make the function generic with `dispatch(T = [f32, f16])`"),
        );
    }
    if let Some(devices) = &contract.devices {
        let device = if view.is_cpu() { "cpu" } else { "cuda" };
        diagnostics.error(
            &devices.at,
            format!("`#[device]` belongs on a `TensorView<'_>`: `{}` is on {device}\nhelp: remove the attribute, or take `TensorView<'_>`", view.name),
        );
    }
}

fn check_out(parameter: &Parameter, diagnostics: &mut Diagnostics) {
    let Some(out) = &parameter.contract.out else { return };
    if parameter.kind.form == Form::List {
        return diagnostics.error(
            &out.at,
            "`#[out]` cannot be used on a list: a caller could not tell how many tensors to allocate\nhelp: leave the attribute out, or take each tensor as a parameter of its own",
        );
    }
    let help = match &parameter.kind.base {
        Base::View(view) if view.is_mutable() => return,
        Base::View(view) => parameter.written.replacen("View", "ViewMut", usize::from(!view.is_mutable())),
        Base::TensorView => "CpuViewMut<'_, f32, 1>".to_owned(),
        _ => return,
    };
    diagnostics.error(
        &out.at,
        format!(
            "`#[out]` needs a view that can be written, and `{}: {}` can only be read\nhelp: take `{help}`",
            parameter.name, parameter.written
        ),
    );
}

fn check_alias(parameter: &Parameter, parameters: &[Parameter], diagnostics: &mut Diagnostics) {
    let Some(At { value: target, .. }) = &parameter.contract.alias else { return };
    let name = name_of(target);
    let Some(other) = parameters.iter().find(|other| other.name == name) else {
        let known = parameters.iter().map(|other| other.name.as_str());
        let help = similar(&name, known.clone())
            .map(|known| format!("did you mean `{known}`?"))
            .unwrap_or_else(|| "name the parameter whose memory it may share".to_owned());
        return diagnostics.error(target, format!("there is no parameter `{name}`\nhelp: {help}"));
    };
    if other.name == parameter.name {
        return diagnostics.error(
            target,
            format!("`{name}` shares its memory with itself in any case\nhelp: name another parameter, or remove the attribute"),
        );
    }
    let pair = [parameter, other];
    if let Some(none) = pair.iter().find(|one| !one.kind.may_be_tensor()) {
        return diagnostics.error(
            target,
            format!("`#[alias]` is between tensors, and `{}: {}` is not one", none.name, none.written),
        );
    }
    if let Some(one) = unshareable(pair) {
        diagnostics.error(
            target,
            format!(
                "host memory that two parameters share needs `CpuCells` for both, and `{}` is `{}`: nothing may change behind a reference of Rust's\nhelp: take `CpuCells<'_, f32, 1>` for both, whose elements are read and written as cells",
                one.name, one.written,
            ),
        );
    }
}

/// The one of two parameters whose type rules out shared host memory. A `TensorView` does not.
fn unshareable([one, other]: [&Parameter; 2]) -> Option<&Parameter> {
    let is_host = |one: &Parameter| view(one).is_some_and(ViewType::is_cpu);
    let is_unsafe = |one: &Parameter, other: &Parameter| match &one.kind.base {
        Base::View(view) => view.is_cpu() && !view.is_cells(),
        Base::TensorView => is_host(other),
        _ => false,
    };
    if is_unsafe(one, other) { Some(one) } else { is_unsafe(other, one).then_some(other) }
}
