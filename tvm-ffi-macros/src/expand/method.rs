//! What stands beside an `impl` block: its methods, and how the class finds them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use super::{assertions, body, expand_described, expand_entries, expand_hint};
use crate::crate_path::CratePath;
use crate::methods::{Kind, Method, MethodOf, SelfForm};
use crate::model::ExportFn;

/// Everything that is added to the block.
pub(crate) fn expand_methods(ty: &TokenStream, methods: &[&Method<'_>], krate: &CratePath) -> TokenStream {
    let p = krate.private();
    let constants = methods.iter().enumerate().map(|(index, method)| expand_method(index, method, ty, &p));
    let listed = methods.iter().enumerate().map(|(index, method)| {
        let (conditions, constant) = (method.conditions(), constant(index));
        quote_spanned!(Span::mixed_site()=> #(#conditions)* #constant)
    });
    let class = expand_class(ty, &p);
    quote_spanned! {Span::mixed_site()=>
        const _: () = {
            #class
            #(#constants)*
            impl #p::HasMethods for #ty {
                const METHODS: &'static [#p::Method] = &[#(#listed),*];
            }
        };
    }
}

/// The constant that holds a method.
fn constant(index: usize) -> Ident {
    format_ident!("__TVM_FFI_METHOD_{index}", span = Span::mixed_site())
}

/// The class. This is where the compiler says that a type is no object type.
fn expand_class(ty: &TokenStream, p: &TokenStream) -> TokenStream {
    quote_spanned! {Span::mixed_site()=>
        fn __tvm_ffi_class() -> &'static #p::Class {
            <#ty as #p::ObjectType>::class()
        }
    }
}

/// One method: what an export is made of, but for symbols.
fn expand_method(index: usize, method: &Method<'_>, ty: &TokenStream, p: &TokenStream) -> TokenStream {
    let Method { export, item } = method;
    let constant = constant(index);
    let inherited = &export.inherited;
    let hint = export.hint.as_ref().map(expand_hint);
    let (describe, described) = expand_described(item, export, p);
    let assertions = assertions::expand_assertions(export, p);
    let receiver = expand_receiver_assertion(export, ty, p);
    let body = body::expand_body(export, &describe, p);
    let entries = expand_entries(export, &describe, p);
    let kind = expand_kind(export);
    quote_spanned! {Span::mixed_site()=>
        #(#inherited)*
        const #constant: #p::Method = {
            #hint
            #described
            #assertions
            #receiver
            #body
            #entries
            #p::Method { export: #describe, kind: #p::MethodKind::#kind }
        };
    }
}

fn expand_kind(export: &ExportFn<'_>) -> TokenStream {
    match &export.method {
        Some(MethodOf { kind: Kind::Init, .. }) => quote_spanned!(Span::mixed_site()=> Init),
        Some(MethodOf { kind: Kind::Instance(_), .. }) => quote_spanned!(Span::mixed_site()=> Instance),
        _ => quote_spanned!(Span::mixed_site()=> Static),
    }
}

/// That objects can be changed, of a method that takes `&mut self`; shown there.
fn expand_receiver_assertion(
    export: &ExportFn<'_>,
    ty: &TokenStream,
    p: &TokenStream,
) -> Option<TokenStream> {
    let Some(MethodOf { kind: Kind::Instance(SelfForm::Exclusive(at)), .. }) = &export.method else {
        return None;
    };
    let span = at.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
    let assert = Ident::new("assert_mutable", span);
    Some(quote_spanned! {Span::mixed_site()=>
        fn __tvm_ffi_receiver() {
            #p::AccessOf::<#ty>::tag().#assert()
        }
    })
}
