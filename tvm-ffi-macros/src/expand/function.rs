//! A function with a contract becomes two: one under its name, which checks the arguments and calls the other, and one with
//! the body, which the shim calls after a check of its own.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{FnArg, Pat};

use super::contract::Contracts;
use crate::crate_path::CratePath;
use crate::item::FnItem;
use crate::model::ExportFn;
use crate::split::{Split, has_inline};

/// The type that what is behind a function belongs to.
pub(super) fn namespace(ident: &Ident) -> Ident {
    format_ident!("__tvm_ffi_of_{}", ident.unraw(), span = Span::mixed_site())
}

/// What stands in the function's place.
pub(crate) fn expand_function(item: &FnItem, export: &ExportFn<'_>, krate: &CratePath) -> TokenStream {
    if !export.has_contract() {
        return item.to_token_stream();
    }
    let p = &krate.private();
    let FnItem { attributes, visibility, signature, .. } = item;
    let (ident, generics, output) = (&signature.ident, &signature.generics, &signature.output);
    let (namespace, clause, inherited) = (namespace(ident), &generics.where_clause, &export.inherited);
    let attributes = Split::new(attributes).outer;
    let (names, parameters) = parameters(item);
    let subjects = Contracts::in_function(export, p).subjects();
    let checked = subjects.iter().filter_map(|index| names.get(*index));
    let operands = names.iter().enumerate().map(|(index, name)| {
        if subjects.contains(&index) {
            quote_spanned!(Span::mixed_site()=> #p::Shown(&#name).operand())
        } else {
            quote_spanned!(Span::mixed_site()=> #p::Operand::Other)
        }
    });
    let turbofish = &export.generics.turbofish;
    // Exported functions need not be called from Rust.
    quote_spanned! {Span::mixed_site()=>
        #(#attributes)*
        #[allow(dead_code)]
        #[track_caller]
        #visibility fn #ident #generics (#(#parameters),*) #output #clause {
            if !#namespace::__contract #turbofish (#(&#checked),*) {
                #p::contract_violated(#namespace::__describe, &[#(#operands),*])
            }
            #namespace::#ident #turbofish (#(#names),*)
        }
        #(#inherited)*
        #[doc(hidden)]
        #[allow(non_camel_case_types)]
        enum #namespace {}
    }
}

/// The names of the parameters, and the parameters with nothing but a name and a type.
fn parameters(item: &FnItem) -> (Vec<&Ident>, Vec<TokenStream>) {
    let inputs = item.signature.inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => match &*input.pat {
            Pat::Ident(pattern) => Some((&pattern.ident, &input.ty)),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    inputs.map(|(name, ty)| (name, quote!(#name: #ty))).unzip()
}

/// The function with the body. It keeps its name, for attributes and tools that show it.
pub(super) fn expand_inner(item: &FnItem) -> TokenStream {
    let FnItem { attributes, signature, body, .. } = item;
    let syn::Signature { ident, generics, inputs, output, .. } = signature;
    let clause = &generics.where_clause;
    let inline = (!has_inline(attributes)).then(|| quote_spanned!(Span::mixed_site()=> #[inline]));
    let attributes = Split::new(attributes).inner;
    quote_spanned! {Span::mixed_site()=>
        #(#attributes)*
        #inline
        fn #ident #generics (#inputs) #output #clause #body
    }
}
