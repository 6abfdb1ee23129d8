//! `#[tvm_ffi::on_load]`: a function that runs when the library is loaded.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Signature;
use syn::ext::IdentExt;

use crate::check::check_qualifiers;
use crate::crate_path::CratePath;
use crate::diagnostics::Diagnostics;
use crate::inherited::conditions;
use crate::item::FnItem;

/// Expands to the function and its registration, or to the function and errors.
pub(crate) fn on_load(options: TokenStream, item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let krate = CratePath::parse_options(options, &mut diagnostics);
    let function = match syn::parse2::<FnItem>(item.clone()) {
        Ok(function) => {
            check(&function.signature, &mut diagnostics);
            Some(function)
        }
        Err(error) => {
            diagnostics.push(syn::Error::new(
                error.span(),
                "`#[tvm_ffi::on_load]` can only be applied to a function\nhelp: write `fn init() -> tvm_ffi::Result<()>`",
            ));
            None
        }
    };
    let errors = diagnostics.finish().err();
    let added = match &function {
        Some(function) if errors.is_none() => Some(expand(function, &krate)),
        _ => None,
    };
    quote!(#item #errors #added)
}

fn check(signature: &Signature, diagnostics: &mut Diagnostics) {
    const WHAT: &str = "a function with `#[tvm_ffi::on_load]`";
    if !signature.inputs.is_empty() {
        diagnostics.error(
            &signature.inputs,
            format!("{WHAT} takes no arguments: the loader has none\nhelp: write `fn {}()`", signature.ident),
        );
    }
    if !signature.generics.params.is_empty() {
        diagnostics
            .error(&signature.generics, format!("{WHAT} cannot be generic: nothing chooses its parameters"));
    }
    check_qualifiers(signature, Some(&signature.safety), "functions with `#[tvm_ffi::on_load]`", diagnostics);
}

fn expand(function: &FnItem, krate: &CratePath) -> TokenStream {
    let p = krate.private();
    let ident = &function.signature.ident;
    let name = ident.unraw().to_string();
    let conditions = conditions(&function.attributes);
    let at_the_root = quote_spanned! {ident.span()=>
        ::core::assert!(#p::on_load!().is_some(), "a function with `#[tvm_ffi::on_load]` has to be at the root of its crate")
    };
    quote_spanned! {Span::mixed_site()=>
        #conditions
        #[doc(hidden)]
        #[allow(dead_code)]
        pub(crate) const __TVM_FFI_ON_LOAD: #p::Option<fn() -> ::core::primitive::bool> = {
            const _: () = #at_the_root;
            static ON_LOAD: #p::OnLoad = #p::OnLoad::new(#name, __tvm_ffi_run);
            fn __tvm_ffi_run(__slot: #p::Slot<'_>) -> ::core::ffi::c_int {
                let __value = #ident();
                #p::Returned::of(&__value).write_or_raise(__value, __slot, #name)
            }
            extern "C" fn __tvm_ffi_load() {
                ON_LOAD.run_at_load();
            }
            #p::constructor! { last: __tvm_ffi_load }
            #[inline]
            fn __tvm_ffi_refuses() -> ::core::primitive::bool {
                ON_LOAD.refuses()
            }
            #p::Some(__tvm_ffi_refuses)
        };
    }
}
