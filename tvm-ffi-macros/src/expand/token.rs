//! The call token, which is made after all checks of a call.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

use crate::model::ExportFn;
use crate::token::CallToken;

/// The variable that holds the token.
pub(super) fn token_ident() -> Ident {
    Ident::new("__token", Span::mixed_site())
}

/// The call token of a function that takes one. If it cannot be made, the call raises an error like one of the function.
pub(super) fn expand_token(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let CallToken { ty, .. } = export.token.as_ref()?;
    let (token, name) = (token_ident(), &export.name);
    Some(quote_spanned! {Span::mixed_site()=>
        let (#token, __on_gpu) = match #p::call_token::<#ty>(__args, __gpu.device(__args)) {
            ::core::result::Result::Ok(__token) => __token,
            ::core::result::Result::Err(__error) => return #p::Some(#p::raise_error(__error, #name)),
        };
    })
}

/// The arguments of a call of the function, with the token in its position.
pub(super) fn with_token(export: &ExportFn<'_>, mut names: Vec<Ident>) -> Vec<Ident> {
    if let Some(CallToken { place, .. }) = export.token {
        names.insert(place, token_ident());
    }
    names
}
