//! Function types in arguments, such as that of `TypedFunction<fn(i64) -> String>`.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, PathArguments, ReturnType, Type, TypeFnPtr};

use crate::diagnostics::Diagnostics;

/// Reports what function types borrow, except for a parameter that is a reference: with an elided lifetime they mean every lifetime at
/// once, which is another type than the one that can be called. Returns whether there are any.
pub(super) fn check_function_types(ty: &Type, diagnostics: &mut Diagnostics) -> bool {
    let mut found = Vec::new();
    collect(ty, &mut found);
    for function in &found {
        let parameters =
            function.inputs.iter().filter_map(|input| borrow(referenced(&input.ty).to_token_stream(), true));
        let result = match &function.output {
            ReturnType::Type(_, ty) => borrow(ty.to_token_stream(), false),
            ReturnType::Default => None,
        };
        for at in parameters.chain(result) {
            diagnostics.error(
                at,
                "the function type of an argument borrows by plain references only, such as `&str` and `&Tensor`: it is one type for all calls\nhelp: write owned types, such as `Option<String>` for `Option<&str>`, `String` for a result, and `&Tensor` for a view",
            );
        }
    }
    !found.is_empty()
}

/// What a parameter is a reference to.
fn referenced(ty: &Type) -> &Type {
    match ty {
        Type::Reference(reference) if reference.lifetime.is_none() && reference.mutability.is_none() => {
            &reference.elem
        }
        ty => ty,
    }
}

fn collect<'a>(ty: &'a Type, found: &mut Vec<&'a TypeFnPtr>) {
    match ty {
        Type::FnPtr(function) => found.push(function),
        Type::Group(group) => collect(&group.elem, found),
        Type::Paren(paren) => collect(&paren.elem, found),
        Type::Reference(reference) => collect(&reference.elem, found),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(|element| collect(element, found)),
        Type::Path(path) => {
            for segment in &path.path.segments {
                let PathArguments::AngleBracketed(arguments) = &segment.arguments else { continue };
                for argument in &arguments.args {
                    if let GenericArgument::Type(ty) = argument {
                        collect(ty, found);
                    }
                }
            }
        }
        _ => {}
    }
}

/// The first token that borrows; `'static` borrows are allowed.
fn borrow(tokens: TokenStream, allow_static: bool) -> Option<TokenTree> {
    let mut tokens = tokens.into_iter().peekable();
    let mut reference = None;
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == '&' => {
                let has_lifetime =
                    matches!(tokens.peek(), Some(TokenTree::Punct(next)) if next.as_char() == '\'');
                if !has_lifetime {
                    return Some(token);
                }
                reference = Some(token);
            }
            TokenTree::Punct(punct) if punct.as_char() == '\'' => {
                let is_static = matches!(tokens.next(), Some(TokenTree::Ident(name)) if name == "static");
                if !(is_static && allow_static) {
                    return Some(reference.unwrap_or(token));
                }
                reference = None;
            }
            TokenTree::Group(group) => {
                if let Some(found) = borrow(group.stream(), allow_static) {
                    return Some(found);
                }
            }
            _ => {}
        }
    }
    None
}
