//! Generic functions and the option `dispatch`, which chooses their type parameters.

use proc_macro2::Ident;
use syn::{GenericParam, Signature, TypeParam};

use crate::diagnostics::Diagnostics;
use crate::export::ExportOptions;
use crate::model::ExportFn;
use crate::names::similar;

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
    // Without variables, the option has been reported.
    for variable in export.variables {
        check_variable(&variable.ident, signature, diagnostics);
    }
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

fn check_variable(ident: &Ident, signature: &Signature, diagnostics: &mut Diagnostics) {
    if signature.generics.type_params().all(|parameter| parameter.ident != *ident) {
        diagnostics.error(ident, unknown_variable(ident, signature));
    }
}

fn unknown_variable(ident: &Ident, signature: &Signature) -> String {
    let known: Vec<_> =
        signature.generics.type_params().map(|parameter| parameter.ident.to_string()).collect();
    let name = ident.to_string();
    let help = match similar(&name, known.iter().map(String::as_str)) {
        Some(known) => format!("did you mean `{known}`?"),
        None => format!(
            "write `fn {}<{ident}: Element>(...)`, or remove `{ident}` from `dispatch`",
            signature.ident
        ),
    };
    format!("`{}` has no type parameter `{ident}`\nhelp: {help}", signature.ident)
}
