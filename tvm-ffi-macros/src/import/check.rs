//! Mistakes that rustc would report badly in the expansion.

use proc_macro2::Ident;
use quote::ToTokens;
use syn::{Attribute, FnArg, GenericParam, LitStr, Pat, PatType, ReturnType, Signature};

use super::{Field, ForeignType, Function, Import, Kind};
use crate::check::check_qualifiers;
use crate::diagnostics::Diagnostics;
use crate::lifetimes::borrows;
use crate::tokens::keywords;

/// The largest number of arguments.
const PARAMETERS: usize = 12;

pub(super) fn check_import(import: &Import, diagnostics: &mut Diagnostics) {
    for function in &import.functions {
        check_function(function, diagnostics);
        if let Some(name) = &function.name {
            check_not_empty(name, "global function", diagnostics);
        }
    }
    for foreign in &import.types {
        check_not_empty(&foreign.key, "type", diagnostics);
        check_type(foreign, diagnostics);
    }
}

/// Other libraries choose their names freely, so only an empty name is a mistake.
fn check_not_empty(name: &LitStr, of: &str, diagnostics: &mut Diagnostics) {
    if name.value().is_empty() {
        diagnostics.error(name, format!("the name of the {of} is empty"));
    }
}

fn check_type(foreign: &ForeignType, diagnostics: &mut Diagnostics) {
    for field in &foreign.fields {
        check_field(field, diagnostics);
    }
    for function in &foreign.functions {
        check_function(function, diagnostics);
        check_constructor(function, diagnostics);
    }
}

fn check_field(field: &Field, diagnostics: &mut Diagnostics) {
    if borrows(field.ty.to_token_stream()) {
        diagnostics.error(
            &field.ty,
            "the value of an imported field is copied out and owns what it holds\nhelp: use an owned type, such as `String` in place of `&str`",
        );
    }
    diagnostics.error_at_each(
        keywords(field.ty.to_token_stream(), "impl"),
        "an imported field has one type, which has a name",
    );
}

fn check_constructor(function: &Function, diagnostics: &mut Diagnostics) {
    if function.kind != Kind::Constructor {
        return;
    }
    if let Some(FnArg::Receiver(receiver)) = function.signature.inputs.first() {
        diagnostics.error(
            receiver,
            "a constructor makes the object, and has no receiver\nhelp: leave out the receiver",
        );
    }
    if let Some(name) = &function.name {
        diagnostics.error(name, "a constructor has no name in the runtime: a type has one at most");
    }
}

fn check_function(function: &Function, diagnostics: &mut Diagnostics) {
    let signature = &function.signature;
    // One that is `unsafe` asks its callers in Rust to keep a contract.
    check_qualifiers(signature, None, "imported functions", diagnostics);
    check_generics(signature, diagnostics);
    for (index, input) in signature.inputs.iter().enumerate() {
        check_input(index, input, function.kind, diagnostics);
    }
    let parameters = signature.inputs.iter().filter(|input| matches!(input, FnArg::Typed(_)));
    if let Some(one_too_many) = parameters.clone().nth(PARAMETERS) {
        diagnostics.error(
            one_too_many,
            format!("an imported function takes at most {PARAMETERS} arguments\nhelp: call it with `Function::get_global(\"...\")?.call_packed(&[...])`"),
        );
    }
    check_output(&signature.output, &signature.ident, diagnostics);
}

fn check_generics(signature: &Signature, diagnostics: &mut Diagnostics) {
    for parameter in &signature.generics.params {
        if !matches!(parameter, GenericParam::Lifetime(_)) {
            diagnostics.error(
                parameter,
                "an imported function cannot be generic: it takes and gives the types that it declares\nhelp: declare it once for each type, or with `Any`",
            );
        }
    }
}

fn check_input(index: usize, input: &FnArg, kind: Kind, diagnostics: &mut Diagnostics) {
    match input {
        FnArg::Receiver(receiver) => match kind {
            Kind::Method if index == 0 && receiver.to_token_stream().to_string() != "& self" => {
                diagnostics.error(receiver, "an imported method takes `&self`: other code has references to the object too");
            }
            Kind::Global => diagnostics.error(
                receiver,
                "a global function has no object\nhelp: declare a method in the braces of its type, `type Config { fn area(&self) -> Result<f64>; }`",
            ),
            _ => {}
        },
        FnArg::Typed(input) => {
            if !matches!(&*input.pat, Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.mutability.is_none() && pattern.subpat.is_none()) {
                diagnostics.error(&input.pat, "a parameter of an imported function is a name");
            }
            diagnostics.error_at_each(
                keywords(input.ty.to_token_stream(), "impl"),
                "an imported function cannot take `impl Trait`: it takes the types that it declares\nhelp: take a `Function`, and make it of a closure with `Function::new`",
            );
            check_attributes(&input.attrs, kind, diagnostics);
        }
    }
}

fn check_output(output: &ReturnType, ident: &Ident, diagnostics: &mut Diagnostics) {
    let ReturnType::Type(_, ty) = output else {
        return diagnostics.error(
            ident,
            "an imported function returns a `Result`: the call can fail\nhelp: write `-> Result<()>`",
        );
    };
    if borrows(ty.to_token_stream()) {
        diagnostics.error(
            ty,
            "the result of an imported function owns what it holds\nhelp: return an owned type, such as `String` in place of `&str`",
        );
    }
    diagnostics.error_at_each(
        keywords(ty.to_token_stream(), "impl"),
        "the result of an imported function has a type with a name",
    );
}

fn check_attributes(attributes: &[Attribute], kind: Kind, diagnostics: &mut Diagnostics) {
    for (index, attribute) in attributes.iter().enumerate() {
        let message = if !attribute.path().is_ident("keyword") {
            "a parameter of an imported function takes no attributes, except `#[keyword]` in a constructor"
        } else if kind != Kind::Constructor {
            "`#[keyword]` belongs in a constructor: functions of the ABI take no keywords"
        } else if attribute.meta.require_path_only().is_err() {
            "`keyword` takes no value: the keyword is the name of the parameter"
        } else if index > 0 {
            "`keyword` may only be specified once on a parameter"
        } else {
            continue;
        };
        diagnostics.error(attribute, message);
    }
}

/// Whether an argument of a constructor is passed by keyword.
pub(super) fn is_keyword(input: &PatType) -> bool {
    input.attrs.iter().any(|attribute| attribute.path().is_ident("keyword"))
}
