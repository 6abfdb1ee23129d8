//! What an exported function returns, as far as tokens tell.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericArgument, PathArguments, ReturnType, Signature, Type, TypeParamBound};

use crate::diagnostics::Diagnostics;
use crate::lifetimes::elide;
use crate::model::strip;
use crate::tokens::keywords;

/// The form of a result. Only a closure is known by its tokens: its type cannot be named. Values and `Result`s are told apart
/// by type, through aliases.
pub(crate) enum OutputForm {
    /// A value or a `Result` of one, of a type that can be named.
    Named,
    /// `impl Fn(...) -> ...`
    Closure,
    /// `Result<impl Fn(...) -> ..., ...>`
    ResultOfClosure,
}

/// The result of a function.
pub(crate) struct Output {
    /// Its form.
    pub(crate) form: OutputForm,
    /// Its type, with `'_` for named lifetimes.
    pub(crate) ty: TokenStream,
    /// Where errors about it are shown.
    pub(crate) span: Span,
}

impl Output {
    /// The result of a function.
    pub(crate) fn new(signature: &Signature, diagnostics: &mut Diagnostics) -> Self {
        let ReturnType::Type(_, ty) = &signature.output else {
            return Self { form: OutputForm::Named, ty: quote!(()), span: Span::mixed_site() };
        };
        let form = if is_closure(ty) {
            OutputForm::Closure
        } else if result_value(ty).is_some_and(is_closure) {
            OutputForm::ResultOfClosure
        } else {
            check_named(ty, diagnostics);
            OutputForm::Named
        };
        let tokens = ty.to_token_stream();
        let span = match strip(ty) {
            Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.span()),
            _ => tokens.clone().into_iter().next().map(|first| first.span()),
        };
        Self { form, ty: elide(tokens), span: span.unwrap_or_else(Span::mixed_site) }
    }
}

/// Reports what is no type of a value that is returned.
fn check_named(ty: &Type, diagnostics: &mut Diagnostics) {
    if let Type::Never(never) = strip(ty) {
        diagnostics.error(
            never,
            "exported functions cannot return `!`: callers wait for a result\nhelp: leave out the return type",
        );
    }
    for at in keywords(ty.to_token_stream(), "impl") {
        diagnostics.error(
            at,
            "exported functions can return `impl Fn(...) -> ...` or a `Result` of it, and no other `impl Trait`: the type must have a name\nhelp: name the type, or make closures inside other types with `Function::new`",
        );
    }
}

/// Whether a type is written as `impl Fn(...)`.
fn is_closure(ty: &Type) -> bool {
    let Type::ImplTrait(ty) = strip(ty) else { return false };
    ty.bounds.iter().any(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|segment| segment.ident == "Fn")
        }
        _ => false,
    })
}

/// `T` of what is written as `Result<T, ...>`.
fn result_value(ty: &Type) -> Option<&Type> {
    let Type::Path(ty) = strip(ty) else { return None };
    let last = ty.path.segments.last().filter(|segment| segment.ident == "Result")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
