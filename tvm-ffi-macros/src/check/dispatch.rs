//! Generic functions and the option `dispatch`, which chooses their type parameters.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{GenericParam, Signature, TypeParam};

use crate::diagnostics::Diagnostics;
use crate::export::ExportOptions;
use crate::lifetimes::first_lifetime_but;
use crate::model::{ExportFn, Parameter};
use crate::names::similar;
use crate::parameter_type::Base;
use crate::tokens::{keywords, mentions};

/// Checks the generics of a function against the option.
pub(super) fn check_dispatch(
    signature: &Signature,
    export: &ExportFn<'_>,
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) {
    for parameter in &signature.generics.params {
        match parameter {
            GenericParam::Lifetime(_) => {}
            GenericParam::Const(parameter) => diagnostics.error(
                parameter,
                "exported functions cannot be generic over constants: a C symbol has one concrete signature\nhelp: write one exported function per constant, or take a view whose rank may vary, such as `CpuViewD<'_, f32>`",
            ),
            GenericParam::Type(parameter) if options.dispatch.is_none() => diagnostics.error(
                parameter,
                format!(
                    "exported functions cannot be generic: a C symbol has one concrete signature\nhelp: write one exported function per type, or list the types of a tensor's elements: `#[tvm_ffi::export(dispatch({} = [f32, f64]))]`",
                    parameter.ident
                ),
            ),
            GenericParam::Type(parameter) => check_type(parameter, export, diagnostics),
        }
    }
    check_bounds(signature, diagnostics);
    // Without variables, the option has been reported.
    for variable in export.variables {
        check_variable(&variable.ident, signature, export, diagnostics);
    }
    check_constants(export, diagnostics);
}

fn check_type(parameter: &TypeParam, export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    let TypeParam { ident, .. } = parameter;
    let name = ident.to_string();
    let listed = export.variables.iter().map(|variable| variable.ident.to_string());
    let listed: Vec<_> = listed.collect();
    // A misspelt variable is reported at the option.
    if listed.is_empty()
        || listed.contains(&name)
        || similar(&name, listed.iter().map(String::as_str)).is_some()
    {
        return;
    }
    diagnostics.error(
        parameter,
        format!("the type parameter `{ident}` has no list of types\nhelp: add `{ident} = [f32, f64]` to `dispatch`"),
    );
}

/// Reports bounds with lifetimes: the expansion repeats bounds where these lifetimes have no names.
fn check_bounds(signature: &Signature, diagnostics: &mut Diagnostics) {
    let declared = signature.generics.type_params().map(|parameter| parameter.bounds.to_token_stream());
    let predicates = signature.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let bounded = predicates.filter_map(|predicate| match predicate {
        syn::WherePredicate::Type(predicate) => Some(predicate.to_token_stream()),
        _ => None,
    });
    for at in declared.chain(bounded).filter_map(|bounds| first_lifetime_but(bounds, None)) {
        diagnostics.error(
            at,
            "bounds of a type parameter cannot name a lifetime of the call: element types borrow nothing\nhelp: remove the bound, or write `for<'x>` before it",
        );
    }
}

fn check_variable(
    ident: &Ident,
    signature: &Signature,
    export: &ExportFn<'_>,
    diagnostics: &mut Diagnostics,
) {
    let generics = || signature.generics.type_params();
    if generics().all(|parameter| parameter.ident != *ident) {
        return diagnostics.error(ident, unknown_variable(ident, signature));
    }
    let parameters = export.arguments.parameters();
    for parameter in parameters {
        check_element(ident, parameter, export, diagnostics);
    }
    if parameters.iter().any(|parameter| parameter.variable.as_ref() == Some(ident)) {
        return;
    }
    let name = ident.to_string();
    let is_mentioned = parameters.iter().any(|parameter| mentions(parameter.ty.clone(), &name));
    let why = if is_mentioned {
        "and only parameters that are not tensors mention it"
    } else if mentions(signature.output.to_token_stream(), &name) {
        "and only the result mentions it"
    } else {
        "and none mentions it"
    };
    diagnostics.error(
        ident,
        format!("the dtype of a tensor chooses `{ident}`, {why}\nhelp: take a view of such elements, as in `x: CpuView<'_, {ident}, 1>`"),
    );
}

fn unknown_variable(ident: &Ident, signature: &Signature) -> String {
    let known: Vec<_> =
        signature.generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
    let name = ident.to_string();
    let help = match similar(&name, known.iter().map(String::as_str)) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!(
            "write `fn {}<{ident}: Element>(x: CpuView<'_, {ident}, 1>)`, or remove `{ident}` from `dispatch`",
            signature.ident
        ),
    };
    format!("`{}` has no type parameter `{ident}`\nhelp: {help}", signature.ident)
}

/// Reports a view that mentions a variable, but not as its element type.
fn check_element(
    variable: &Ident,
    parameter: &Parameter,
    export: &ExportFn<'_>,
    diagnostics: &mut Diagnostics,
) {
    let name = variable.to_string();
    if !parameter.kind.may_be_tensor()
        || !mentions(parameter.ty.clone(), &name)
        || parameter.variable.is_some()
    {
        return;
    }
    let is_first = export.variables.first().is_some_and(|first| first.ident == *variable);
    match &parameter.kind.base {
        Base::View(_) => diagnostics.error(
            parameter.ty.clone(),
            format!("the elements of `{}` are of a type made from `{name}`, and a dtype chooses only `{name}` itself\nhelp: give its elements a type parameter of their own, and list their types in `dispatch`", parameter.name),
        ),
        // With both variables in one type, one error is enough.
        _ if is_first => diagnostics.error(
            parameter.ty.clone(),
            format!("`{}` mentions both type parameters: which one its elements are of does not show\nhelp: write the view itself, such as `CpuView<'_, {name}, 1>`", parameter.name),
        ),
        _ => {}
    }
}

/// Reports constants that depend on a variable.
fn check_constants(export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    for variable in export.variables {
        let name = variable.ident.to_string();
        for at in export.constants.iter().flat_map(|constant| keywords(constant.clone(), &name)) {
            diagnostics.error(
                at,
                format!("constants in a contract cannot depend on `{name}`: the contract is the same for all types\nhelp: check what depends on the type in the function"),
            );
        }
    }
}
