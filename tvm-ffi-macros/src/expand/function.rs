//! A function with a contract becomes two: one under its name, which checks the arguments and calls the other, and one with
//! the user's body. The body of the shim does the same: it calls the same check, and then the second function.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{FnArg, Pat, PatIdent, PatType, Visibility};

use super::contract::Contracts;
use super::cpu_fallback::Side;
use super::inner_ident;
use super::record::record_path;
use crate::crate_path::CratePath;
use crate::item::FnItem;
use crate::model::ExportFn;
use crate::split::{Split, has_inline};

/// The function in the user's code, which has the name of the original.
pub(crate) fn expand_function(item: &FnItem, export: &ExportFn<'_>, krate: &CratePath) -> TokenStream {
    let ExportFn { ident, namespace, .. } = export;
    let function = if export.has_contract() {
        let inner = quote_spanned!(Span::mixed_site()=> #namespace::#ident);
        expand_checked(item, export, &inner, &krate.private())
    } else {
        item.to_token_stream()
    };
    let namespace = export.has_namespace().then(|| expand_namespace(export, &item.visibility));
    quote_spanned!(Span::mixed_site()=> #function #namespace)
}

/// A method with a contract: the method that checks, and the method with the body.
pub(crate) fn expand_checked_method(item: &FnItem, export: &ExportFn<'_>, krate: &CratePath) -> TokenStream {
    let inner = inner_ident(&export.ident);
    let ty = export.method.as_ref().map(|method| &method.ty);
    let path = quote_spanned!(Span::mixed_site()=> <#ty>::#inner);
    let checked = expand_checked(item, export, &path, &krate.private());
    let inherited = &export.inherited;
    let body = expand_inner(item, &inner);
    quote_spanned! {Span::mixed_site()=>
        #checked
        #(#inherited)*
        #[doc(hidden)]
        #body
    }
}

/// The function that checks the arguments and calls `inner`.
fn expand_checked(item: &FnItem, export: &ExportFn<'_>, inner: &TokenStream, p: &TokenStream) -> TokenStream {
    let FnItem { attributes, visibility, signature, .. } = item;
    let (ident, generics, output) = (&signature.ident, &signature.generics, &signature.output);
    let (namespace, clause) = (&export.namespace, &generics.where_clause);
    let attributes = Split::new(attributes).outer;
    let (names, parameters) = parameters(item);
    let contracts = Contracts::new(export, Side::Own, p);
    let subjects = contracts.subjects();
    let mut arguments = names.clone();
    if let Some(token) = &export.token {
        arguments.remove(token.place);
    }
    let checked = subjects.iter().filter_map(|index| arguments.get(*index));
    let operands = arguments.iter().enumerate().map(|(index, name)| {
        if subjects.contains(&index) {
            contracts.operand(index, name)
        } else {
            quote_spanned!(Span::mixed_site()=> #p::Operand::Other)
        }
    });
    let turbofish = &export.generics.turbofish;
    let contract = quote_spanned!(Span::mixed_site()=> #namespace::__contract #turbofish (#(&#checked),*));
    let record = record_path(export);
    let violated = quote_spanned! {Span::mixed_site()=>
        #p::contract_violated(#record, &[#(#operands),*])
    };
    let call = quote_spanned!(Span::mixed_site()=> #inner #turbofish (#(#names),*));
    // Cells can be copied, so a caller in Rust may pass the same cells twice. A shim compares all memory.
    let cells = export.pairs_of_cells().into_iter().map(|[one, other]| {
        let (one, other) = (&arguments[one], &arguments[other]);
        quote_spanned!(Span::mixed_site()=> || !#p::are_apart(&[#p::extent(&#one), #p::extent(&#other)]))
    });
    let body = match export.returns {
        None => quote_spanned!(Span::mixed_site()=> if #contract.is_none() #(#cells)* { #violated } #call),
        Some(_) => {
            let returned = contracts.returned();
            quote_spanned! {Span::mixed_site()=>
                let ::core::option::Option::Some(__symbols) = #contract else { #violated };
                let __value = #call;
                if let ::core::option::Option::Some(__mismatch) = #returned {
                    #p::returned_violated(#record, &__mismatch)
                }
                __value
            }
        }
    };
    // Exported functions need not be called from Rust.
    quote_spanned! {Span::mixed_site()=>
        #(#attributes)*
        #[allow(dead_code)]
        #[track_caller]
        #visibility fn #ident #generics (#(#parameters),*) #output #clause {
            #body
        }
    }
}

/// The type that has the associated items of an export.
pub(crate) fn expand_namespace(export: &ExportFn<'_>, visibility: &Visibility) -> TokenStream {
    let ExportFn { inherited, namespace, .. } = export;
    quote_spanned! {Span::mixed_site()=>
        #(#inherited)*
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        #visibility enum #namespace {}
    }
}

/// The names of the parameters, and the parameters without attributes and patterns.
fn parameters(item: &FnItem) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let inputs = item.signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(PatType { pat, ty, .. }) => match &**pat {
            Pat::Ident(PatIdent { ident, .. }) => Some((quote!(#ident), quote!(#ident: #ty))),
            _ => None,
        },
        FnArg::Receiver(receiver) => {
            Some((receiver.self_token.to_token_stream(), receiver.to_token_stream()))
        }
    });
    inputs.unzip()
}

/// The function with the body.
pub(super) fn expand_inner(item: &FnItem, ident: &Ident) -> TokenStream {
    let FnItem { attributes, signature, body, .. } = item;
    let syn::Signature { generics, inputs, output, .. } = signature;
    let clause = &generics.where_clause;
    // The parentheses keep their span, since rustc suggests a result type after them.
    let mut parameters = TokenStream::new();
    signature.paren_token.surround(&mut parameters, |tokens| inputs.to_tokens(tokens));
    let inline = (!has_inline(attributes)).then(|| quote_spanned!(Span::mixed_site()=> #[inline]));
    let attributes = Split::new(attributes).inner;
    quote_spanned! {Span::mixed_site()=>
        #(#attributes)*
        #inline
        fn #ident #generics #parameters #output #clause #body
    }
}
