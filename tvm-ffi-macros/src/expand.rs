//! Expansion of the model. It cannot fail.
//!
//! The user's code is never inside `unsafe`: the body is a function of its own. Local variables are hygienic by their
//! span, except that a constant of the user may have the same name, so they start with `__`. Items are not hygienic, so they start with
//! `__tvm_ffi_`.

mod assertions;
mod body;
mod contract;
mod cpu_fallback;
mod data;
mod dispatch;
mod function;
mod gpu;
mod method;
mod overlap;
mod pair;
mod record;
mod token;
mod writing;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote_spanned};
use syn::ext::IdentExt;

use crate::crate_path::CratePath;
use crate::item::FnItem;
use crate::model::ExportFn;

use contract::Contracts;
use cpu_fallback::Side;
use function::expand_inner;
pub(crate) use function::{expand_checked_method, expand_function, expand_namespace};
pub(crate) use method::expand_methods;
use record::{expand_record, record_path};

/// Everything that is added to the function.
pub(crate) fn expand_export(item: &FnItem, export: &ExportFn<'_>, krate: &CratePath) -> TokenStream {
    let (alias, p) = expand_alias(krate);
    let inherited = &export.inherited;
    let (record, items) = (record_path(export), expand_items(item, export, &p));
    let dtypes = dispatch::expand_dtypes(export, &p);
    let assertions = assertions::expand_assertions(export, &p);
    let changes = method::expand_changes(export, &p);
    let comparison = pair::expand_comparison(export, &p);
    let body = body::expand_body(export, &p);
    let (name, fallback_shim, shims) = (&export.name, expand_fallback_shim(export, &p), expand_shims(export));
    quote_spanned! {Span::mixed_site()=>
        #(#inherited)*
        const _: () = {
            #alias
            #dtypes
            #items
            #assertions
            #changes
            #comparison
            #body
            #fallback_shim
            #p::symbols! { unsafe unsafe #name, #record, #shims }
        };
    }
}

/// The record. It is next to the contract if there is one, which the user's function checks too.
fn expand_items(item: &FnItem, export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let record = expand_record(export, p);
    if !export.has_namespace() {
        return record;
    }
    let namespace = &export.namespace;
    let contracts = Contracts::new(export, Side::Own, p);
    let constants = contracts.constants();
    let (contract, returned) = match export.has_contract() {
        true => (Some(contracts.function()), contracts.returned_function()),
        false => (None, None),
    };
    // The body of a method is in the block of the type, where `self` is valid.
    let inner = (export.has_contract() && export.method.is_none()).then(|| expand_inner(item, &export.ident));
    // That block may be inside the constant of a method.
    let allow =
        export.method.is_some().then(|| quote_spanned!(Span::mixed_site()=> #[allow(non_local_definitions)]));
    quote_spanned! {Span::mixed_site()=>
        #constants
        #allow
        impl #namespace {
            #record
            #contract
            #returned
            #inner
        }
    }
}

/// A short name for the module with the building blocks, inside the constant that an export expands to, and its path there.
pub(crate) fn expand_alias(krate: &CratePath) -> (TokenStream, TokenStream) {
    let (private, alias) = (krate.private(), Ident::new("__tvm_ffi", Span::mixed_site()));
    let uses = quote_spanned! {Span::mixed_site()=>
        use #private as #alias;
        #[allow(unused_imports)]
        use #alias::NoParameter as _;
    };
    (uses, alias.into_token_stream())
}

/// What the shim of an export calls: the body, and the shim of the `cpu =` fallback if there is one.
fn expand_shims(export: &ExportFn<'_>) -> TokenStream {
    let fallback = export.fallback.map(|_| quote_spanned!(Span::mixed_site()=> , __tvm_ffi_fallback_shim));
    quote_spanned!(Span::mixed_site()=> __tvm_ffi_body #fallback)
}

/// The shim of the `cpu =` fallback.
fn expand_fallback_shim(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let record = record_path(export);
    export.fallback.map(|_| {
        quote_spanned! {Span::mixed_site()=>
            #p::shim! { unsafe unsafe #[inline(never)] __tvm_ffi_fallback_shim, #record, __tvm_ffi_fallback }
        }
    })
}

/// The name of the method with the body, of a method with a contract.
fn inner_ident(ident: &Ident) -> Ident {
    format_ident!("__tvm_ffi_body_of_{}", ident.unraw(), span = Span::mixed_site())
}

/// The variable that holds a decoded argument.
fn argument(index: usize) -> Ident {
    local("__arg", index)
}

fn local(name: &str, index: usize) -> Ident {
    format_ident!("{name}{index}", span = Span::mixed_site())
}
