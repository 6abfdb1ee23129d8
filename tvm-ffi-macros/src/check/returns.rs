//! Mistakes in the option `returns`.

use quote::ToTokens;
use syn::{ReturnType, Signature, Type};

use super::contract::{check_entries, check_rests, counted};
use super::symbols::{never_bound, shown};
use crate::contract::At;
use crate::contract::entry::{EntryKind, name_of};
use crate::contract::returns::{Group, Returns};
use crate::contract::symbols::{Place, Symbol};
use crate::diagnostics::Diagnostics;
use crate::model::{ExportFn, strip};
use crate::output::{OutputForm, option_value, result_value};
use crate::parameter_type::{Base, ParameterType};
use crate::tokens::compact;

/// Checks that the option describes tensors, by symbols that the call knows.
pub(super) fn check_returns(export: &ExportFn<'_>, signature: &Signature, diagnostics: &mut Diagnostics) {
    let Some(returns) = &export.returns else { return };
    check_output(returns, export, signature, diagnostics);
    for group in returns.groups.iter().flatten() {
        if let Some(At { value: shape, .. }) = &group.contract.shape {
            check_rests(shape, diagnostics);
            check_entries(shape, diagnostics);
        }
    }
    if export.is_contract_whole {
        check_symbols(returns, export, diagnostics);
    }
}

/// Checks the type of the result, if it is written out.
fn check_output(
    returns: &Returns,
    export: &ExportFn<'_>,
    signature: &Signature,
    diagnostics: &mut Diagnostics,
) {
    let ReturnType::Type(_, ty) = &signature.output else {
        return diagnostics.error(
            &returns.key,
            "`returns` describes a returned tensor, and the function returns nothing\nhelp: return a `Tensor`, or remove `returns`",
        );
    };
    let value = result_value(ty).unwrap_or(ty);
    if !matches!(export.output.form, OutputForm::Named) {
        return diagnostics.error(
            &returns.key,
            "`returns` describes a returned tensor, and the function returns a closure\nhelp: remove `returns`",
        );
    }
    match strip(value) {
        Type::Tuple(tuple) if returns.is_tuple && tuple.elems.len() != returns.groups.len() => {
            diagnostics.error(
                &returns.key,
                format!(
                    "`returns` has {}, and `{}` has {}\nhelp: write one group for each element, `_` for one that is not a tensor",
                    counted(returns.groups.len(), "group", "groups"),
                    compact(value),
                    counted(tuple.elems.len(), "element", "elements"),
                ),
            );
        }
        Type::Tuple(tuple) if returns.is_tuple => {
            for (group, ty) in returns.groups.iter().zip(&tuple.elems) {
                check_tensor(group.as_ref(), ty, diagnostics);
            }
        }
        Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let help = vec!["(shape(n))"; tuple.elems.len()].join(", ");
            diagnostics.error(
                &returns.key,
                format!("`{}` is a tuple, each element of which has a group of its own\nhelp: write `returns({help})`, with `_` for an element that is not a tensor", compact(value)),
            );
        }
        value if returns.is_tuple => {
            if ParameterType::new(value, &[]).is_named() {
                diagnostics.error(
                    &returns.key,
                    format!("`returns` has a group for each element of a tuple, and the function returns `{}`\nhelp: write `returns(shape(n), dtype(f32))`", compact(value)),
                );
            }
        }
        value => check_tensor(returns.groups.first().and_then(Option::as_ref), value, diagnostics),
    }
}

/// Checks that a group describes a type that may be a tensor.
fn check_tensor(group: Option<&Group>, ty: &Type, diagnostics: &mut Diagnostics) {
    let Some(group) = group else { return };
    let inner = option_value(ty).unwrap_or(ty);
    let kind = ParameterType::new(inner, &[]);
    if matches!(kind.base, Base::Tensor) || !kind.is_named() {
        return;
    }
    let help = "write `_` for an element of a tuple that is not a tensor, or remove `returns`";
    diagnostics.error(
        group.to_token_stream(),
        format!("`returns` describes a tensor, and `{}` is not one\nhelp: {help}", compact(ty)),
    );
}

/// Checks that every symbol has a value in every call.
fn check_symbols(returns: &Returns, export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    let parameters = export.arguments.parameters();
    for entry in returns.entries() {
        let is_rest = matches!(entry.kind, EntryKind::Rest(_));
        for at in entry.kind.symbols() {
            let Some(symbol) = export.symbols.get(at) else { continue };
            // That a parameter of this name is not an integer is reported with its name.
            if symbol.integer.is_none() && parameters.iter().any(|parameter| parameter.name == symbol.name) {
                continue;
            }
            if !symbol.is_known_at(Place::returned(0)) {
                diagnostics.error(at, unknown(&name_of(at), symbol, export));
            } else if symbol.is_rest() != is_rest {
                let name = &symbol.name;
                diagnostics.error(
                    at,
                    if is_rest {
                        format!("`{name}` is one number and, in `{name}..`, several\nhelp: write `{name}`")
                    } else {
                        format!("`{name}..` is several numbers\nhelp: write `{name}..`")
                    },
                );
            }
        }
    }
}

fn unknown(name: &str, symbol: &Symbol, export: &ExportFn<'_>) -> String {
    let parameters = export.arguments.parameters();
    match symbol.uses.first() {
        None => format!(
            "{}; an extent that depends on the data is `_`",
            never_bound(name, &export.symbols, parameters)
        ),
        Some(first) => {
            let why = if first.place.is_stride {
                "which binds nothing where an extent is 1"
            } else {
                "which may be missing"
            };
            format!(
                "`{name}` is bound only by {}, {why}\nhelp: take it as an integer parameter `{name}: usize`, or write `_`",
                shown(first.place, parameters)
            )
        }
    }
}
