//! The code after an `impl` block: its methods, and the items by which the class finds them.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use super::record::record_path;
use super::{assertions, body, expand_alias, expand_fallback_shim, expand_items, expand_shims};
use crate::crate_path::CratePath;
use crate::methods::{Constant, Form, Kind, Method, MethodOf, SelfForm};
use crate::model::ExportFn;

/// Everything that is added to the block.
pub(crate) fn expand_methods(
    ty: &TokenStream,
    methods: &[&Method<'_>],
    constants: &[&Constant],
    krate: &CratePath,
) -> TokenStream {
    let (alias, p) = expand_alias(krate);
    let made = methods.iter().enumerate().map(|(index, method)| expand_method(index, method, ty, &p));
    let listed = methods.iter().enumerate().map(|(index, method)| {
        let (conditions, constant) = (method.conditions(), constant(index));
        quote_spanned!(Span::mixed_site()=> #(#conditions)* #constant)
    });
    let class = expand_class(ty, &p);
    let constants = (!constants.is_empty()).then(|| {
        let constants = constants.iter().map(|constant| {
            let (conditions, ident) = (&constant.conditions, &constant.ident);
            let record = constant.expand(&quote_spanned!(Span::mixed_site()=> <#ty>::#ident), &p);
            quote_spanned!(Span::mixed_site()=> #conditions #record)
        });
        quote_spanned!(Span::mixed_site()=> const CONSTANTS: &'static [#p::ConstantRecord] = &[#(#constants),*];)
    });
    quote_spanned! {Span::mixed_site()=>
        const _: () = {
            #alias
            #class
            #(#made)*
            impl #p::OneBlockOfMethods for #ty {
                const METHODS: &'static [#p::Method] = &[#(#listed),*];
                #constants
            }
        };
    }
}

/// The constant that holds a method.
fn constant(index: usize) -> Ident {
    format_ident!("__TVM_FFI_METHOD_{index}", span = Span::mixed_site())
}

/// The class. rustc reports a type that is not an object type here.
fn expand_class(ty: &TokenStream, p: &TokenStream) -> TokenStream {
    quote_spanned! {Span::mixed_site()=>
        fn __tvm_ffi_class() -> &'static #p::Class {
            <#ty as #p::ObjectType>::class()
        }
    }
}

/// One method, which expands like an export, without symbols.
fn expand_method(index: usize, method: &Method<'_>, ty: &TokenStream, p: &TokenStream) -> TokenStream {
    let Method { export, item } = method;
    let constant = constant(index);
    let inherited = &export.inherited;
    let (record, items) = (record_path(export), expand_items(item, export, p));
    let assertions = assertions::expand_assertions(export, p);
    let questions = expand_questions(export, ty, p);
    let changes = expand_changes(export, p);
    let body = body::expand_body(export, p);
    let (fallback_shim, shims) = (expand_fallback_shim(export, p), expand_shims(export));
    let kind = expand_kind(export);
    quote_spanned! {Span::mixed_site()=>
        #(#inherited)*
        const #constant: #p::Method = {
            #items
            #assertions
            #questions
            #changes
            #body
            #fallback_shim
            #p::shim! { unsafe unsafe __tvm_ffi_shim, #record, #shims }
            #p::Method { export: #record, kind: #p::MethodKind::#kind }
        };
    }
}

fn expand_kind(export: &ExportFn<'_>) -> TokenStream {
    match &export.method {
        Some(MethodOf { form: Form::Getter, .. }) => quote_spanned!(Span::mixed_site()=> Getter),
        Some(MethodOf { form: Form::Setter, .. }) => quote_spanned!(Span::mixed_site()=> Setter),
        Some(MethodOf { kind: Kind::Init, .. }) => quote_spanned!(Span::mixed_site()=> Init),
        Some(MethodOf { kind: Kind::Instance(_), .. }) => quote_spanned!(Span::mixed_site()=> Instance),
        _ => quote_spanned!(Span::mixed_site()=> Static),
    }
}

/// Assertions about a method: that objects are mutable for `&mut self`, and that the constructor returns one. The function is never called.
fn expand_questions(export: &ExportFn<'_>, ty: &TokenStream, p: &TokenStream) -> Option<TokenStream> {
    let question = match &export.method.as_ref()?.kind {
        Kind::Init | Kind::Class => {
            let (output, span) = (&export.output.ty, first_span(&export.output.ty));
            let call = quote_spanned!(span=> __assert::<#output, #ty>());
            quote_spanned!(Span::mixed_site()=> use #p::assert_constructed as __assert; #call)
        }
        Kind::Instance(SelfForm::Exclusive(at)) => expand_assert(at, "assert_mutable_receiver", ty, p),
        Kind::Instance(SelfForm::Shared) | Kind::Static => return None,
    };
    Some(quote_spanned!(Span::mixed_site()=> fn __tvm_ffi_questions() { #question }))
}

/// The same for arguments that are `&mut` of an object.
pub(super) fn expand_changes(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let arguments = export.arguments.parameters().iter().skip(export.is_instance_method().into());
    let changes = arguments.filter_map(|parameter| parameter.changes.as_ref().map(|ty| (parameter, ty)));
    let questions =
        changes.map(|(parameter, ty)| expand_assert(&parameter.ty, "assert_mutable_argument", ty, p));
    let questions: Vec<_> = questions.collect();
    (!questions.is_empty())
        .then(|| quote_spanned!(Span::mixed_site()=> fn __tvm_ffi_changes() { #(#questions)* }))
}

/// An assertion about a class, with the span `at`, which rustc shows. With that span a path would be resolved in the
/// user's scope, so the name is short.
fn expand_assert(at: &TokenStream, what: &str, ty: &TokenStream, p: &TokenStream) -> TokenStream {
    let (first, last) = (first_span(at), last_span(at));
    let what = Ident::new(what, last);
    let tag = quote_spanned!(first=> __ClassOf::<#ty>::tag);
    let call = quote_spanned!(last=> ().#what());
    quote_spanned!(Span::mixed_site()=> { use #p::ClassOf as __ClassOf; #tag #call })
}

fn first_span(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span())
}

fn last_span(tokens: &TokenStream) -> Span {
    tokens.clone().into_iter().last().map_or_else(Span::call_site, |token| token.span())
}
