//! `cx: Cuda<'_>`: the call token, which callers do not pass.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{FnArg, GenericArgument, Pat, PatType, PathArguments, PathSegment, Signature, Type};

use crate::attributes::ParameterAttributes;
use crate::diagnostics::Diagnostics;
use crate::lifetimes::elide;
use crate::model::strip;

/// The call token among the parameters.
pub(crate) struct CallToken {
    /// The number of parameters before it.
    pub(crate) place: usize,
    /// Its type, with `'_` for named lifetimes.
    pub(crate) ty: TokenStream,
}

impl CallToken {
    /// Takes the call token out of the parameters of a function, if it has one.
    pub(crate) fn take(signature: &mut Signature, diagnostics: &mut Diagnostics) -> Option<Self> {
        let mut found: Option<Self> = None;
        for (place, input) in signature.inputs.iter_mut().enumerate() {
            let FnArg::Typed(input) = input else { continue };
            if !is_token(&input.ty) {
                continue;
            }
            check_attributes(input, diagnostics);
            if found.is_some() {
                diagnostics.error(
                    &input.ty,
                    "a call has one `Cuda<'_>`: all its CUDA tensors are on one GPU, and there is one current stream\nhelp: remove this parameter",
                );
            } else {
                found = Some(Self { place, ty: elide(input.ty.to_token_stream()) });
            }
        }
        found
    }
}

/// Attributes describe arguments, so the call token has none, except documentation for readers of the code.
fn check_attributes(input: &mut PatType, diagnostics: &mut Diagnostics) {
    let name = match &*input.pat {
        Pat::Ident(pattern) => pattern.ident.to_string(),
        _ => "this parameter".to_owned(),
    };
    let refusal = |attribute: &str| {
        format!(
            "`#[{attribute}]` belongs on an argument, and `{name}` is not one: callers do not pass it, since `Cuda<'_>` is made for the call\nhelp: remove the attribute"
        )
    };
    let ParameterAttributes { default, contract, mark, .. } =
        ParameterAttributes::take(&mut input.attrs, diagnostics);
    if let Some(default) = default.filter(|default| !default.is_empty()) {
        diagnostics.error(default, refusal("default"));
    }
    for (attribute, at) in contract.attributes() {
        diagnostics.error(at, refusal(attribute));
    }
    if let Some(mark) = mark {
        diagnostics.error(mark.at(), refusal(&mark.to_string()));
    }
}

/// Whether a type is written as the token: `Cuda<'_>`, or `Cuda` alone.
pub(crate) fn is_token(ty: &Type) -> bool {
    matches!(segment(ty), Some(PathSegment { ident, arguments }) if ident == "Cuda" && are_lifetimes(arguments))
}

fn segment(ty: &Type) -> Option<&PathSegment> {
    match strip(ty) {
        Type::Path(path) if path.qself.is_none() => path.path.segments.last(),
        _ => None,
    }
}

fn are_lifetimes(arguments: &PathArguments) -> bool {
    match arguments {
        PathArguments::None => true,
        PathArguments::AngleBracketed(arguments) => {
            arguments.args.iter().all(|argument| matches!(argument, GenericArgument::Lifetime(_)))
        }
        PathArguments::Parenthesized(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_str;

    use super::*;

    #[test]
    fn a_token_is_known_by_its_name() {
        let is_token = |text| is_token(&parse_str::<Type>(text).unwrap());
        for text in ["Cuda<'_>", "Cuda", "(Cuda<'a>)", "tvm_ffi::cuda::Cuda<'_>"] {
            assert!(is_token(text), "{text}");
        }
        for text in ["&Cuda<'_>", "Option<Cuda>", "Cuda<i64>", "View<'_, Cuda, f32>", "Cuda::Of", "[Cuda; 2]"]
        {
            assert!(!is_token(text), "{text}");
        }
    }
}
