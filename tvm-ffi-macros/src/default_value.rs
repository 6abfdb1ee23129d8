//! Defaults that are literals of another type than the parameter or the field: text for a `String`, `1` for a float, any for an `Option`.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Expr, ExprLit, GenericArgument, Lit, LitInt, PathArguments, PathSegment, Type, UnOp};

use crate::model::strip;

/// The default with floats where the type is one, as signatures show it.
pub(crate) fn with_floats(default: TokenStream, ty: &Type) -> TokenStream {
    syn::parse2(default.clone()).ok().and_then(|parsed| float(&parsed, ty)).unwrap_or(default)
}

/// The default as a value of the type, as the function gets it.
pub(crate) fn converted(default: &TokenStream, ty: &TokenStream) -> TokenStream {
    let parsed = syn::parse2(default.clone()).ok().zip(syn::parse2(ty.clone()).ok());
    parsed.and_then(|(parsed, ty)| convert(&parsed, &ty)).unwrap_or_else(|| default.clone())
}

fn float(default: &Expr, ty: &Type) -> Option<TokenStream> {
    let segment = last_segment(ty)?;
    if let Some(inner) = in_option(segment) {
        return match default {
            Expr::Call(call) => {
                let (some, value) = (&call.func, float(call.args.first()?, inner)?);
                Some(quote_spanned!(Span::mixed_site()=> #some(#value)))
            }
            literal => float(literal, inner),
        };
    }
    if !["f32", "f64"].iter().any(|float| segment.ident == float) {
        return None;
    }
    match default {
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            let (minus, value) = (&unary.op, float(&unary.expr, ty)?);
            Some(quote_spanned!(Span::mixed_site()=> #minus #value))
        }
        Expr::Lit(ExprLit { lit: Lit::Int(number), .. }) => with_point(number),
        _ => None,
    }
}

/// A decimal integer without a suffix as a float.
fn with_point(number: &LitInt) -> Option<TokenStream> {
    let digits = number.to_string();
    let is_decimal = digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
    let mut literal: Literal = is_decimal.then(|| format!("{digits}.0").parse().ok())??;
    literal.set_span(number.span());
    Some(literal.into_token_stream())
}

fn convert(default: &Expr, ty: &Type) -> Option<TokenStream> {
    let segment = last_segment(ty)?;
    match (default, in_option(segment)) {
        (Expr::Lit(_) | Expr::Unary(_), Some(inner)) => {
            let value = convert(default, inner).unwrap_or_else(|| default.to_token_stream());
            let is_literal = !matches!(default, Expr::Unary(unary) if !matches!(*unary.expr, Expr::Lit(_)));
            is_literal.then(|| quote_spanned!(Span::mixed_site()=> ::core::option::Option::Some(#value)))
        }
        (Expr::Call(call), Some(inner)) => {
            let (some, value) = (&call.func, convert(call.args.first()?, inner)?);
            Some(quote_spanned!(Span::mixed_site()=> #some(#value)))
        }
        // Types in lower case are those of the language, of which none is text.
        (Expr::Lit(ExprLit { lit: Lit::Str(text), .. }), None) if is_capitalised(segment) => Some(
            quote_spanned!(Span::mixed_site().located_at(text.span())=> ::core::convert::Into::into(#text)),
        ),
        _ => None,
    }
}

fn is_capitalised(segment: &PathSegment) -> bool {
    segment.ident.to_string().starts_with(char::is_uppercase)
}

fn last_segment(ty: &Type) -> Option<&PathSegment> {
    match strip(ty) {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

/// The `T` of an `Option<T>`.
fn in_option(segment: &PathSegment) -> Option<&Type> {
    match &segment.arguments {
        PathArguments::AngleBracketed(arguments) if segment.ident == "Option" => match arguments.args.first()
        {
            Some(GenericArgument::Type(ty)) => Some(ty),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(default: &str, ty: &str) -> String {
        let default = with_floats(default.parse().unwrap(), &syn::parse_str(ty).unwrap());
        converted(&default, &ty.parse().unwrap()).to_string().replace(' ', "")
    }

    #[test]
    fn literals_become_values_of_the_type() {
        let cases = [
            ("1", "f64", "1.0"),
            ("-2", "f32", "-2.0"),
            ("Some(1_000)", "Option<f64>", "Some(1_000.0)"),
            ("1", "Option<f64>", "::core::option::Option::Some(1.0)"),
            ("-1", "Option<i64>", "::core::option::Option::Some(-1)"),
            ("\"x\"", "String", "::core::convert::Into::into(\"x\")"),
            ("Some(\"x\")", "Option<std::path::PathBuf>", "Some(::core::convert::Into::into(\"x\"))"),
            ("\"x\"", "Option<&str>", "::core::option::Option::Some(\"x\")"),
        ];
        for (default, ty, expected) in cases {
            assert_eq!(shown(default, ty), expected);
        }
    }

    #[test]
    fn other_expressions_stay() {
        let cases = [
            ("1i64", "f64"),
            ("0x10", "f64"),
            ("1", "i64"),
            ("\"x\"", "&str"),
            ("\"x\"", "i64"),
            ("f(1)", "f64"),
            ("None", "Option<f64>"),
            ("-x", "Option<f64>"),
        ];
        for (default, ty) in cases {
            assert_eq!(shown(default, ty), default);
        }
    }
}
