//! What an exported function returns, as far as tokens tell.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, ReturnType, Signature, Type, TypeParamBound};

use crate::diagnostics::Diagnostics;
use crate::lifetimes::elide;
use crate::model::{strip, unit};
use crate::tokens::keywords;

/// The form of a result. Only a closure is known by its tokens: its type cannot be named. Values and `Result`s are told apart
/// by type, through aliases.
pub(crate) enum Output {
    /// A value or a `Result` of one, of a type that can be named.
    Named(TokenStream),
    /// `impl Fn(...) -> ...`
    Closure(TokenStream),
    /// `Result<impl Fn(...) -> ..., ...>`
    ResultOfClosure(TokenStream),
}

impl Output {
    /// The form of a function's result.
    pub(crate) fn new(signature: &Signature, diagnostics: &mut Diagnostics) -> Self {
        let ReturnType::Type(_, ty) = &signature.output else { return Self::Named(unit()) };
        if is_closure(ty) {
            return Self::Closure(ty.to_token_stream());
        }
        if result_value(ty).is_some_and(is_closure) {
            return Self::ResultOfClosure(ty.to_token_stream());
        }
        if let Type::Never(never) = strip(ty) {
            diagnostics.error(never, "exported functions cannot return `!`: callers wait for a result\nhelp: leave out the return type");
        }
        for at in keywords(ty.to_token_stream(), "impl") {
            diagnostics.error(
                at,
                "exported functions can return `impl Fn(...) -> ...` or a `Result` of it, and no other `impl Trait`: the type must have a name\nhelp: name the type, or make closures inside other types with `Function::new`",
            );
        }
        Self::Named(elide(ty.to_token_stream(), &signature.generics))
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
