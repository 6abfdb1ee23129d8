//! Parameters that cannot be arguments.

use quote::ToTokens;
use syn::{Pat, PatType, PathSegment, Type};

use super::function_type::check_function_types;
use crate::diagnostics::Diagnostics;
use crate::lifetimes::statics;
use crate::model::strip;
use crate::parameter_type::changed_object;
use crate::token::{holds_token, is_token};
use crate::tokens::{compact, keywords};

/// Checks the pattern of a parameter, and its type where a trait bound would explain badly.
pub(super) fn check_parameter(input: &PatType, diagnostics: &mut Diagnostics) {
    check_pattern(input, diagnostics);
    if is_token(&input.ty) || holds_token(&input.ty) {
        return check_token(&input.ty, diagnostics);
    }
    let has_function_types = check_function_types(&input.ty, diagnostics);
    diagnostics.error_at_each(
        statics(input.ty.to_token_stream()).into_iter().filter(|_| !has_function_types),
        "exported arguments are borrowed from the caller for one call and cannot be 'static\nhelp: use '_, or take an owned type such as Tensor",
    );
    match strip(&input.ty) {
        Type::Reference(reference)
            if reference.mutability.is_some() && changed_object(&input.ty).is_none() =>
        {
            diagnostics.error(
                &input.ty,
                format!(
                    "exported functions and methods cannot take `&mut`: the caller shares what it passes\nhelp: {}",
                    instead_of_mut(&reference.elem)
                ),
            );
        }
        Type::ImplTrait(ty) => {
            let help = if ty.bounds.to_token_stream().to_string().starts_with("Fn") {
                "take `Function`, or `TypedFunction<fn(A) -> R>`"
            } else {
                "name a type, or take `AnyView<'_>`, which is any value"
            };
            diagnostics.error(ty, format!("exported functions and methods cannot take `impl Trait`: the argument type must be concrete\nhelp: {help}"));
        }
        ty => {
            diagnostics.error_at_each(
                keywords(ty.to_token_stream(), "impl"),
                "exported functions and methods cannot take `impl Trait`: the argument type must be concrete",
            );
        }
    }
}

/// Reports a call token that is not taken by value, or whose lifetime is `'static`.
fn check_token(ty: &Type, diagnostics: &mut Diagnostics) {
    diagnostics.error_at_each(
        statics(ty.to_token_stream()),
        "`Cuda` is made for one call and cannot be 'static: the stream is the caller's until the call ends\nhelp: write `Cuda<'_>`",
    );
    if !is_token(ty) {
        diagnostics.error(
            ty,
            format!("`Cuda` is taken by value: every call has one, and it can be copied\nhelp: write `Cuda<'_>` in place of `{}`", compact(ty)),
        );
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

/// The type to write in place of `&mut T`.
fn instead_of_mut(target: &Type) -> String {
    let (target, text) = (strip(target), compact(target));
    if let Type::Slice(slice) = target {
        return match last_segment(strip(&slice.elem)) {
            Some(element) if element.ident == "AnyView" => format!("take `&{text}`"),
            _ => format!("take `mut x: CpuViewMut<'_, {}, 1>` to write into a tensor", compact(&slice.elem)),
        };
    }
    let Some(PathSegment { ident, .. }) = last_segment(target) else {
        return format!("take `{text}` and return the new value");
    };
    match ident.to_string().as_str() {
        "Tensor" | "TensorMut" | "TensorView" | "CpuView" => {
            "take a view such as `mut x: CpuViewMut<'_, f32, 1>` to write into a tensor".to_owned()
        }
        name if name.contains("View") || name.starts_with("Ref") => format!("take `mut x: {text}`"),
        _ => format!("take `{text}` and return the new value"),
    }
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}
