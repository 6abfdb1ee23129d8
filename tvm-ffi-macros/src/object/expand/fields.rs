//! Access to fields: to each visible one, and to the values of all.

use proc_macro2::{Literal, Span, TokenStream};
use quote::ToTokens;

use crate::names::name_hash;

use super::super::model::{Object, ObjectField, Role, Visible};
use crate::template::{quote, quote_spanned};

/// A zero-sized type for each visible field.
pub(super) fn expand_fields(object: &Object<'_>, p: &TokenStream) -> TokenStream {
    let ident = &object.ident;
    let each = object.visible().enumerate().map(|(index, (field, visible))| {
        let ObjectField { member, ty, .. } = field;
        let (index, name) = (Literal::usize_unsuffixed(index), &visible.name);
        let settable = visible.options.set.is_some();
        let hash = name_hash(name);
        quote_spanned! {Span::mixed_site()=>
            impl #p::DeclaresField<#hash> for #ident {}
            impl #p::Field for __TvmFfiField<#index> {
                type Object = #ident;
                type Value = #ty;
                const OFFSET: ::core::primitive::usize = ::core::mem::offset_of!(#ident, #member);
                const SETTABLE: ::core::primitive::bool = #settable;
                const NAME: &'static ::core::primitive::str = #name;
                #[inline]
                fn get(__object: &#ident) -> &#ty {
                    &__object.#member
                }
            }
        }
    });
    let each = quote!(#(#each)*);
    if each.is_empty() {
        return each;
    }
    quote_spanned! {Span::mixed_site()=>
        struct __TvmFfiField<const INDEX: ::core::primitive::usize>;
        #each
    }
}

/// Assertions that no parent has a field of the same name.
pub(super) fn expand_names(object: &Object<'_>, p: &TokenStream) -> Option<TokenStream> {
    let ident = &object.ident;
    let checks = object.visible().map(|(_, Visible { name, at, .. })| {
        let at = at.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
        let hash = name_hash(name);
        quote_spanned!(Span::mixed_site().located_at(at)=> __ClassOf::<#ident>::tag().parents::<#hash>().name_is_free();)
    });
    let checks = quote!(#(#checks)*);
    if checks.is_empty() {
        return None;
    }
    Some(quote_spanned! {Span::mixed_site()=>
        const _: fn() = || {
            use #p::ClassOf as __ClassOf;
            #checks
        };
    })
}

/// The function that searches the fields for tensors.
pub(super) fn expand_field_search(object: &Object<'_>, p: &TokenStream) -> Option<TokenStream> {
    let shown = object.fields.iter().filter(|field| !is_plain(field)).map(|field| {
        let ObjectField { member, conditions, .. } = field;
        quote_spanned! {Span::mixed_site()=>
            #(#conditions)*
            #p::FieldSearch::of(&self.#member).search_tensors(__search);
        }
    });
    let shown = quote!(#(#shown)*);
    if shown.is_empty() {
        return None;
    }
    Some(quote_spanned! {Span::mixed_site()=>
        fn search_fields(&self, __search: &mut #p::TensorSearch) {
            #shown
        }
    })
}

/// Assertions that no later macro has changed the struct: it has exactly these fields, and
/// the parent is the first of them.
pub(super) fn expand_shape(object: &Object<'_>) -> TokenStream {
    let ident = &object.ident;
    let fields = object.fields.iter().map(|ObjectField { member, conditions, .. }| {
        quote_spanned! {Span::mixed_site()=> #(#conditions)* #member: _, }
    });
    let parent = object.base().map(|ObjectField { member, ty, .. }| {
        let message = format!(
            "`{ident}` has to begin with its `#[base]` field, and another macro has changed the struct: put `#[tvm_ffi::object]` below it"
        );
        quote_spanned! {Span::mixed_site()=>
            const _: fn(&#ident) -> &#ty = |__object| &__object.#member;
            const _: () = ::core::assert!(::core::mem::offset_of!(#ident, #member) == 0, #message);
        }
    });
    quote_spanned! {Span::mixed_site()=>
        const _: fn(&#ident) = |#ident { #(#fields)* }| {};
        #parent
    }
}

/// Assertions that hidden fields can be shared between threads. Visible fields have types that can.
pub(super) fn expand_sharing(object: &Object<'_>, p: &TokenStream) -> Option<TokenStream> {
    let ident = &object.ident;
    let hidden = object.fields.iter().filter(|field| matches!(field.role, Role::Hidden));
    let checks = hidden.map(|ObjectField { ty, conditions, .. }| {
        quote_spanned! {Span::mixed_site()=>
            #(#conditions)*
            #p::SharedByThreads::<#ident>::objects_are_sent_between_threads::<#ty>();
            #(#conditions)*
            #p::SharedByThreads::<#ident>::objects_are_shared_between_threads::<#ty>();
        }
    });
    let checks = quote!(#(#checks)*);
    if checks.is_empty() {
        return None;
    }
    Some(quote_spanned! {Span::mixed_site()=>
        const _: fn() = || {
            #[allow(unused_imports)]
            use #p::{NotSend as _, NotSync as _};
            #checks
        };
    })
}

/// Whether the type of a field has the name of a number or of text, which contain no tensors. If another type has such a name, its
/// tensors are not compared with arguments.
fn is_plain(field: &ObjectField) -> bool {
    const PLAIN: [&str; 16] = [
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32", "f64",
        "bool", "String",
    ];
    let name = field.ty.to_token_stream().to_string();
    PLAIN.contains(&name.as_str())
}
