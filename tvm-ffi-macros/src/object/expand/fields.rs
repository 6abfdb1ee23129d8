//! Access to fields: to each visible one, and to the values of all.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::super::model::{Object, ObjectField, Role};
use crate::tensor_search::{Part, Searched};

/// A zero-sized type for each visible field.
pub(super) fn expand_fields(object: &Object<'_>, p: &TokenStream) -> TokenStream {
    let ident = &object.ident;
    let each = object.visible().enumerate().map(|(index, (field, visible))| {
        let ObjectField { member, ty, .. } = field;
        let (index, name) = (Literal::usize_unsuffixed(index), &visible.name);
        let settable = visible.options.set.is_some();
        quote_spanned! {Span::mixed_site()=>
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

/// What the search for tensors goes through.
pub(super) fn searched<'a>(object: &'a Object<'_>) -> Searched<'a> {
    let parts = object.fields.iter().map(|field| Part {
        member: field.member.to_token_stream(),
        ty: field.ty.clone(),
        conditions: field.conditions.clone(),
        promise: field.promise,
    });
    let (ident, shapes) = (&object.ident, vec![(quote!(Self), parts.collect())]);
    Searched { ident, declared: quote!(), this: quote!(#ident), clause: None, shapes }
}

/// Assertions that no later macro has put a field before the parent.
pub(super) fn expand_shape(object: &Object<'_>) -> Option<TokenStream> {
    let ident = &object.ident;
    object.base().map(|ObjectField { member, ty, .. }| {
        let message = format!(
            "`{ident}` has to begin with its `#[base]` field, and another macro has changed the struct: put `#[tvm_ffi::object]` below it"
        );
        quote_spanned! {Span::mixed_site()=>
            const _: fn(&#ident) -> &#ty = |__object| &__object.#member;
            const _: () = ::core::assert!(::core::mem::offset_of!(#ident, #member) == 0, #message);
        }
    })
}

/// An assertion that threads can share the objects. Only hidden fields can prevent it, since visible ones have types that can be shared.
pub(super) fn expand_sharing(object: &Object<'_>, p: &TokenStream) -> Option<TokenStream> {
    let ident = &object.ident;
    let has_hidden = object.fields.iter().any(|field| matches!(field.role, Role::Hidden));
    has_hidden
        .then(|| quote_spanned!(Span::mixed_site()=> const _: () = #p::assert_shared_by_threads::<#ident>();))
}
