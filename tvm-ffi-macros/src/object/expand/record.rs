//! The record of a class.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{Expr, ExprClosure};

use super::super::field::Default;
use super::super::model::{Object, Visible};
use super::init::default_ident;
use crate::default_text::DefaultText;

/// Flags of fields in the ABI.
const WRITABLE: i64 = 1;
const HAS_DEFAULT: i64 = 2;
const DEFAULT_FROM_FACTORY: i64 = 32;
const INIT_OFF: i64 = 512;
const KW_ONLY: i64 = 1024;

/// The constant with the record of the class.
pub(super) fn expand_record(object: &Object<'_>, p: &TokenStream) -> TokenStream {
    let Object { ident, key, doc, package, .. } = object;
    let is_final = object.options.is_final.then(|| quote_spanned!(Span::mixed_site()=> | #p::FINAL));
    let mutable = object.options.mutable.as_ref().map(|_| quote_spanned!(Span::mixed_site()=> | #p::MUTABLE));
    let structural = Literal::i64_unsuffixed(object.options.structural.unwrap_or_default());
    let fields = object
        .visible()
        .enumerate()
        .map(|(index, (field, visible))| expand_field(index, &field.ty, visible, p));
    let hooks = expand_hooks(object, p);
    let from_fields = optional(object.options.init.as_ref().map(Ident::span).map(|span| {
        let ident = at(ident, span);
        quote_spanned!(Span::mixed_site().located_at(span)=> #p::from_fields::<#ident>())
    }));
    let doc = doc.expand().map(|doc| quote_spanned!(Span::mixed_site()=> doc: #doc,));
    let (line, krate, version) =
        (quote_spanned!(ident.span()=> ::core::line!()), &package.name, &package.version);
    quote_spanned! {Span::mixed_site()=>
        const __TVM_FFI_RECORD: &'static #p::ClassRecord = {
            #[allow(unused_imports)]
            use #p::{NoMethods as _, NoValue as _};
            &#p::ClassRecord {
                #doc
                file: ::core::file!(),
                line: #line,
                krate: #krate,
                version: #version,
                flags: 0 #is_final #mutable,
                structural: #structural,
                fields: &[#(#fields),*],
                hooks: #hooks,
                from_fields: #from_fields,
                methods: #p::MethodsOf::<#ident>::METHODS,
                constants: #p::MethodsOf::<#ident>::CONSTANTS,
                ..#p::ClassRecord::new::<#ident>(#key)
            }
        };
    }
}

/// The type with the span of an option, where rustc shows a trait that the option needs.
fn at(ident: &Ident, span: Span) -> Ident {
    let mut ident = ident.clone();
    ident.set_span(ident.span().located_at(span));
    ident
}

/// An `Option` of an expression.
pub(super) fn optional(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote_spanned!(Span::mixed_site()=> ::core::option::Option::Some(#value)),
        None => quote_spanned!(Span::mixed_site()=> ::core::option::Option::None),
    }
}

fn expand_field(index: usize, ty: &TokenStream, visible: &Visible, p: &TokenStream) -> TokenStream {
    let options = &visible.options;
    let mut flags = options.off | options.role;
    let flag = |is_set, flag| if is_set { flag } else { 0 };
    flags |= flag(options.set.is_some(), WRITABLE);
    flags |= flag(options.kw_only.is_some(), KW_ONLY);
    flags |= flag(options.init_off.is_some(), INIT_OFF);
    flags |= flag(options.default.is_some(), HAS_DEFAULT);
    flags |= flag(options.default.as_ref().is_some_and(|default| default.is_factory), DEFAULT_FROM_FACTORY);
    let flags = Literal::i64_unsuffixed(flags);
    let default = optional(options.default.as_ref().map(|default| {
        let function = default_ident(index);
        if default.is_factory {
            quote_spanned!(Span::mixed_site()=> || #p::ValueOf::<#ty>::factory(#function))
        } else {
            quote_spanned!(Span::mixed_site()=> || #p::ValueOf::<#ty>::value(#function))
        }
    }));
    let index = Literal::usize_unsuffixed(index);
    let (name, doc) = (&visible.name, visible.doc.expand().unwrap_or_else(|| quote!("")));
    let written = optional(options.default.as_ref().map(|default| written(default).expand(p)));
    quote_spanned! {Span::mixed_site()=>
        #p::describe_field::<__TvmFfiField<#index>, #ty>(#flags, #default).named(#name, #doc, #written)
    }
}

fn expand_hooks(object: &Object<'_>, p: &TokenStream) -> TokenStream {
    let (ident, hooks) = (&object.ident, &object.options.hooks);
    let asked = [
        ("repr", &hooks.repr, "repr_by_debug"),
        ("eq", &hooks.eq, "eq_by_partial_eq"),
        ("hash", &hooks.hash, "hash_by_hash"),
        ("compare", &hooks.ord, "compare_by_partial_ord"),
        ("copy", &hooks.copy, "copy_by_clone"),
    ];
    let hooks = asked.into_iter().map(|(name, asked, function)| {
        let [field, function] = [name, function].map(|name| Ident::new(name, Span::mixed_site()));
        let function = optional(asked.as_ref().map(Ident::span).map(|span| {
            let ident = at(ident, span);
            quote_spanned!(Span::mixed_site().located_at(span)=> #p::#function::<#ident>())
        }));
        quote_spanned!(Span::mixed_site()=> #field: #function)
    });
    quote_spanned!(Span::mixed_site()=> #p::Hooks { #(#hooks),* })
}

/// The text of a default, or of the call of a factory.
fn written(default: &Default) -> DefaultText {
    let expression = &default.expression;
    if !default.is_factory {
        return DefaultText::of(expression);
    }
    match syn::parse2(expression.clone()) {
        Ok(Expr::Closure(ExprClosure { body, .. })) => DefaultText::of(&quote!(#body)),
        _ => DefaultText::of(&quote!(#expression())),
    }
}
