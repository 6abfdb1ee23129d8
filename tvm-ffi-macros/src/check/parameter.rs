//! Parameters that cannot be arguments.

use quote::ToTokens;
use syn::{Pat, PatType, Type};

use crate::diagnostics::Diagnostics;
use crate::lifetimes::statics;
use crate::model::strip;
use crate::parameter_type::changed_object;
use crate::token::is_token;
use crate::tokens::{compact, keywords};

/// Checks the pattern of a parameter, and its type where a trait bound would explain badly.
pub(super) fn check_parameter(input: &PatType, diagnostics: &mut Diagnostics) {
    check_pattern(input, diagnostics);
    if is_token(&input.ty) {
        return diagnostics.error_at_each(
            statics(input.ty.to_token_stream()),
            "`Cuda` is made for one call and cannot be 'static: the stream is the caller's until the call ends\nhelp: write `Cuda<'_>`",
        );
    }
    // A function type may borrow what is static.
    let has_function = !keywords(input.ty.to_token_stream(), "fn").is_empty();
    diagnostics.error_at_each(
        statics(input.ty.to_token_stream()).into_iter().filter(|_| !has_function),
        "exported arguments are borrowed from the caller for one call and cannot be 'static\nhelp: use '_, or take an owned type such as Tensor",
    );
    match strip(&input.ty) {
        Type::Reference(reference)
            if reference.mutability.is_some() && changed_object(&input.ty).is_none() =>
        {
            diagnostics.error(
                &input.ty,
                "exported functions and methods cannot take `&mut`: the caller shares what it passes\nhelp: take a view such as `mut x: CpuViewMut<'_, f32, 1>` to write into a tensor, or return the new value",
            );
        }
        ty => diagnostics.error_at_each(
            keywords(ty.to_token_stream(), "impl"),
            "exported functions and methods cannot take `impl Trait`: the argument type must be concrete\nhelp: name a type, or take `Function`, `TypedFunction<fn(A) -> R>`, or `AnyView<'_>`, which is any value",
        ),
    }
}

fn check_pattern(input: &PatType, diagnostics: &mut Diagnostics) {
    let is_plain = matches!(&*input.pat, Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none());
    if is_plain {
        return;
    }
    let help = match &*input.pat {
        Pat::Wild(_) => "give it a name; one that starts with `_` may stay unused".to_owned(),
        Pat::Ident(name) => format!("write `{}: {}`", name.ident, compact(&input.ty)),
        _ => format!("write `value: {}` and destructure inside the body", compact(&input.ty)),
    };
    diagnostics.error(
        &input.pat,
        format!("exported arguments must be plain identifiers: the name appears in error messages and in the Python signature\nhelp: {help}"),
    );
}
