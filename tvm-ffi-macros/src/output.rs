//! The result of a function, as far as its tokens show it.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    FnArg, GenericArgument, PathArguments, ReturnType, Signature, Type, TypeImplTrait, TypeParamBound,
};

use crate::diagnostics::Diagnostics;
use crate::lifetimes::{borrows, elide};
use crate::model::strip;
use crate::tokens::keywords;

/// The form of a result. The macro recognises only a closure, by its tokens, since its type cannot be named. Core distinguishes
/// values and `Result`s by type, also through aliases.
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
    /// The span for errors about it.
    pub(crate) span: Span,
}

impl Output {
    /// The result of a function.
    pub(crate) fn new(signature: &Signature, diagnostics: &mut Diagnostics) -> Self {
        let ReturnType::Type(_, ty) = &signature.output else {
            return Self { form: OutputForm::Named, ty: quote!(()), span: Span::mixed_site() };
        };
        let returned = closure(ty).map(|closure| (closure, OutputForm::Closure));
        let in_result = || Some((closure(argument_of(ty, "Result")?)?, OutputForm::ResultOfClosure));
        let tokens = ty.to_token_stream();
        if let Some((closure, form)) = returned.or_else(in_result) {
            check_closure(closure, signature, diagnostics);
            return Self { form, ty: elide(tokens), span: closure.impl_token.span };
        }
        check_named(ty, diagnostics);
        let span = match strip(ty) {
            Type::Path(path) => path.path.segments.last().map(|segment| segment.ident.span()),
            _ => tokens.clone().into_iter().next().map(|first| first.span()),
        };
        Self { form: OutputForm::Named, ty: elide(tokens), span: span.unwrap_or_else(Span::mixed_site) }
    }
}

/// Reports a closure that captures the lifetimes of arguments, as `impl Trait` does by default.
fn check_closure(closure: &TypeImplTrait, signature: &Signature, diagnostics: &mut Diagnostics) {
    let is_free = closure.bounds.iter().any(|bound| match bound {
        TypeParamBound::Lifetime(lifetime) => lifetime.ident == "static",
        TypeParamBound::PreciseCapture(_) => true,
        _ => false,
    });
    let mut types = signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => Some(input.ty.to_token_stream()),
        FnArg::Receiver(_) => None,
    });
    if !is_free && types.any(borrows) {
        diagnostics.error(
            closure,
            "a returned closure outlives the call and cannot borrow from the arguments\nhelp: add `+ 'static`, and move into the closure what it needs",
        );
    }
}

/// Reports result types that cannot be returned.
fn check_named(ty: &Type, diagnostics: &mut Diagnostics) {
    if let Type::Never(never) = strip(ty) {
        diagnostics.error(
            never,
            "exported functions and methods cannot return `!`: callers wait for a result\nhelp: leave out the return type",
        );
    }
    let help = match keywords(ty.to_token_stream(), "Iterator").is_empty() {
        true => "name the type, or make closures inside other types with `Function::new`",
        false => {
            "return a `Vec<T>`; Python iterates over an object by its `__getitem__`, up to an `IndexError`"
        }
    };
    for at in keywords(ty.to_token_stream(), "impl") {
        diagnostics.error(
            at,
            format!("exported functions and methods can return `impl Fn(...) -> ...` or a `Result` of it, and no other `impl Trait`: the type must have a name\nhelp: {help}"),
        );
    }
}

/// The bounds of `impl Fn(...)`.
fn closure(ty: &Type) -> Option<&TypeImplTrait> {
    let Type::ImplTrait(ty) = strip(ty) else { return None };
    let is_closure = ty.bounds.iter().any(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().is_some_and(|segment| segment.ident == "Fn")
        }
        _ => false,
    });
    is_closure.then_some(ty)
}

/// The first type argument of a type with that name.
pub(crate) fn argument_of<'a>(ty: &'a Type, name: &str) -> Option<&'a Type> {
    let Type::Path(ty) = strip(ty) else { return None };
    let last = ty.path.segments.last().filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    })
}
