//! Mistakes in exports that the compiler reports badly or not at all.

mod backward;
mod contract;
mod dispatch;
mod parameter;
mod returns;
mod symbols;

use proc_macro2::Ident;
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::{FnArg, LitStr, Pat, Path, Safety, Signature};

use backward::{check_backward, check_no_pair};
use contract::check_contracts;
use dispatch::check_dispatch;
use parameter::check_parameter;
use returns::check_returns;

use crate::diagnostics::Diagnostics;
use crate::export::ExportOptions;
use crate::facade;
use crate::item::FnItem;
use crate::model::{Arguments, ExportFn, Parameter, is_packed};
use crate::names::{RESERVED_PREFIX, check_name};
use crate::passing::{Passing, check_passing};
use crate::token::is_token;
use crate::tokens::keywords;

/// Checks a function and its model.
pub(crate) fn check_export(
    item: &FnItem,
    export: &ExportFn<'_>,
    options: &ExportOptions,
    diagnostics: &mut Diagnostics,
) {
    check_ident(&item.signature.ident, options.name.as_ref(), diagnostics);
    for attribute in item.attributes.iter().filter(|attribute| is_export(attribute.path())) {
        diagnostics.error(
            attribute,
            "`#[tvm_ffi::export]` may only be used once on a function\nhelp: export a second function that calls this one",
        );
    }
    check_function(item, export, 0, diagnostics);
    check_dispatch(&item.signature, export, options, diagnostics);
    check_self(&item.signature, diagnostics);
    if let Some(receiver) = item.signature.receiver() {
        diagnostics.error(receiver, "`self` needs `#[tvm_ffi::methods]` on the `impl` block");
    }
    check_fallback(export, diagnostics);
    check_backward(export, options, diagnostics);
}

/// Checks a method, whose receiver is a parameter like others, and its model.
pub(crate) fn check_method(
    item: &FnItem,
    export: &ExportFn<'_>,
    receivers: usize,
    diagnostics: &mut Diagnostics,
) {
    check_function(item, export, receivers, diagnostics);
    check_no_pair(export.arguments.parameters(), diagnostics);
}

/// Checks what functions and methods have in common.
fn check_function(item: &FnItem, export: &ExportFn<'_>, receivers: usize, diagnostics: &mut Diagnostics) {
    let signature = &item.signature;
    check_target_feature(item, diagnostics);
    check_qualifiers(signature, Some(&signature.safety), "exported functions and methods", diagnostics);
    check_constness(export, signature, diagnostics);
    for input in signature.inputs.iter().skip(receivers) {
        if let FnArg::Typed(input) = input {
            check_parameter(input, diagnostics);
        }
    }
    check_packed(signature, receivers, diagnostics);
    check_names(signature, diagnostics);
    check_defaults(export, item, diagnostics);
    check_contracts(export, diagnostics);
    check_returns(export, diagnostics);
}

/// Checks the name of an item, which is the name of the export unless an option changes it.
pub(crate) fn check_ident(ident: &Ident, option: Option<&LitStr>, diagnostics: &mut Diagnostics) {
    let name = ident.unraw().to_string();
    if name.to_ascii_lowercase().starts_with(RESERVED_PREFIX) {
        diagnostics.error(
            ident,
            format!("names that start with `{RESERVED_PREFIX}` are reserved for generated code"),
        );
    } else if option.is_none()
        && let Err(message) = check_name(&name)
    {
        diagnostics.error(
            ident,
            format!("{message}\nhelp: name the export with `#[tvm_ffi::export(name = \"...\")]`"),
        );
    }
}

/// Whether a path is `export` or `tvm_ffi::export`, with the name that the user's crate has for the facade.
pub(crate) fn is_export(path: &Path) -> bool {
    let mut names = path.segments.iter().map(|segment| segment.ident.to_string());
    match (names.next(), names.next().as_deref(), names.next()) {
        (Some(only), None, None) => only == "export",
        (Some(facade), Some("export"), None) => facade == facade::name(),
        _ => false,
    }
}

fn check_target_feature(item: &FnItem, diagnostics: &mut Diagnostics) {
    for attribute in item.attributes.iter().filter(|attribute| attribute.path().is_ident("target_feature")) {
        diagnostics.error(
            attribute,
            "exported functions and methods cannot have `#[target_feature]`: callers cannot know what the processor has\nhelp: test with `is_x86_feature_detected!` and call an inner function that has the attribute",
        );
    }
}

/// Reports the qualifiers that no function of a macro has, and `safety` if it may not be `unsafe`.
pub(crate) fn check_qualifiers(
    signature: &Signature,
    safety: Option<&Safety>,
    what: &str,
    diagnostics: &mut Diagnostics,
) {
    let Signature { asyncness, abi, variadic, .. } = signature;
    let qualifiers = [
        (
            asyncness.to_token_stream(),
            "`async`: the caller waits for the result\nhelp: block on the future inside the function",
        ),
        (
            safety.to_token_stream(),
            "`unsafe`: callers cannot uphold a safety contract\nhelp: expose a safe wrapper",
        ),
        (
            abi.to_token_stream(),
            "`extern`: they are plain Rust functions, whose C entry points are generated\nhelp: remove the qualifier",
        ),
        (
            variadic.to_token_stream(),
            "variadic in the manner of C\nhelp: take any arguments as `args: &[AnyView<'_>]`",
        ),
    ];
    for (at, message) in qualifiers.into_iter().filter(|(at, _)| !at.is_empty()) {
        diagnostics.error(at, format!("{what} cannot be {message}"));
    }
}

/// A function with a contract cannot be `const`: the check is not.
fn check_constness(export: &ExportFn<'_>, signature: &Signature, diagnostics: &mut Diagnostics) {
    if let Some(at) = signature.constness.as_ref().filter(|_| export.has_contract()) {
        diagnostics.error(at, "exported functions and methods with a contract cannot be `const`: a call checks its tensors\nhelp: remove `const`, or check in the function instead");
    }
}

fn check_self(signature: &Signature, diagnostics: &mut Diagnostics) {
    if signature.receiver().is_some() {
        return;
    }
    let mut types = signature.inputs.to_token_stream();
    signature.output.to_tokens(&mut types);
    diagnostics
        .error_at_each(keywords(types, "Self"), "`Self` needs `#[tvm_ffi::methods]` on the `impl` block");
}

/// Reports the packed form with other parameters.
fn check_packed(signature: &Signature, receivers: usize, diagnostics: &mut Diagnostics) {
    if signature.inputs.len() > receivers + 1 {
        diagnostics.error_at_each(
            signature.inputs.iter().filter(|input| is_packed(input)),
            "`&[AnyView<'_>]` takes all arguments and must be the only parameter\nhelp: take the first ones from the slice, or end with `Vec<Any>`, which the caller passes as a list; a function with `Cuda<'_>` takes tensors as parameters of their own",
        );
    }
}

/// Whether a parameter is the call token, which callers do not pass.
fn is_call_token(input: &FnArg) -> bool {
    matches!(input, FnArg::Typed(input) if is_token(&input.ty))
}

/// Reports two parameters of one name. The compiler allows them if `macro_rules!` writes one of them, but
/// `#[alias(x)]` would mean both.
fn check_names(signature: &Signature, diagnostics: &mut Diagnostics) {
    let mut names = Vec::new();
    for input in &signature.inputs {
        let FnArg::Typed(input) = input else { continue };
        let Pat::Ident(pattern) = &*input.pat else { continue };
        let name = pattern.ident.unraw().to_string();
        if names.contains(&name) {
            diagnostics.error(
                &pattern.ident,
                format!("there are two parameters `{name}`: callers, symbols, and messages could mean either\nhelp: give each a name of its own"),
            );
        }
        names.push(name);
    }
}

/// Reports `#[alias]` on a parameter of a function with a CPU fallback: it cannot hold in host memory.
fn check_fallback(export: &ExportFn<'_>, diagnostics: &mut Diagnostics) {
    let aliases =
        export.arguments.parameters().iter().filter_map(|parameter| parameter.contract.alias.as_ref());
    diagnostics.error_at_each(
        aliases.filter(|_| export.fallback.is_some()).map(|alias| &alias.at),
        "views of host memory cannot share memory, so `#[alias]` cannot hold for the function that `cpu` names\nhelp: remove the attribute, or export the two functions under names of their own",
    );
}

/// Reports attributes about how arguments are passed, and a parameter without a default after one with a default.
fn check_defaults(export: &ExportFn<'_>, item: &FnItem, diagnostics: &mut Diagnostics) {
    let Arguments::Each(parameters) = &export.arguments else { return };
    check_passing(parameters, diagnostics);
    // Those by name may be left out in any order.
    let is_positional =
        |parameter: &Parameter| matches!(parameter.passing, Passing::Position | Passing::Either);
    let Some(first) = parameters.iter().position(|parameter| parameter.default.is_some()) else { return };
    let typed = item.signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(argument) if !is_call_token(input) => Some(argument),
        _ => None,
    });
    let missing = typed
        .zip(parameters)
        .skip(first)
        .find(|(_, parameter)| parameter.is_required() && is_positional(parameter));
    if let Some((input, parameter)) = missing {
        let message = format!(
            "`{}` follows a parameter with a default and has none itself: callers leave out arguments from the end\nhelp: give it `#[default(...)]`, or move it before `{}`",
            parameter.name, parameters[first].name
        );
        diagnostics.error(&input.pat, message);
    }
}
