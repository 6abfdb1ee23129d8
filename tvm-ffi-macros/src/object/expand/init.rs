//! Defaults, and the constructor from the fields.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};

use super::super::field::Default;
use super::super::model::{Object, ObjectField, Role};
use super::record::optional;
use crate::default_value::converted;
use crate::tokens::replace_self;

/// The function that returns the default of a visible field.
pub(super) fn default_ident(index: usize) -> Ident {
    format_ident!("__tvm_ffi_default{index}", span = Span::mixed_site())
}

/// The functions that return the defaults.
pub(super) fn expand_defaults(object: &Object<'_>, p: &TokenStream) -> TokenStream {
    let defaults = object.visible().enumerate().filter_map(|(index, (field, visible))| {
        let Default { expression, is_factory } = visible.options.default.as_ref()?;
        let expression = replace_self(expression.clone(), &object.ident.to_token_stream());
        let (name, ty) = (default_ident(index), &field.ty);
        let value = if *is_factory {
            quote_spanned!(Span::mixed_site()=> #p::default_from_factory::<#ty>(#expression))
        } else {
            converted(&expression, ty)
        };
        Some(quote_spanned! {Span::mixed_site()=>
            fn #name() -> #ty {
                #value
            }
        })
    });
    quote!(#(#defaults)*)
}

/// The constructor from the fields, for option `init`.
pub(super) fn expand_init(object: &Object<'_>, p: &TokenStream) -> Option<TokenStream> {
    object.options.init.as_ref()?;
    let ident = &object.ident;
    let mut visible = 0;
    let fields = object.fields.iter().map(|field| {
        let ObjectField { member, conditions, ty, role, .. } = field;
        let value = match role {
            Role::Base(_) => {
                quote_spanned!(Span::mixed_site()=> <#ty as #p::FromFields>::from_fields(__values)?)
            }
            Role::Hidden => {
                quote_spanned!(Span::mixed_site()=> #p::default_of_a_field_that_is_no_parameter::<#ty>())
            }
            Role::Visible(field) => {
                let default = field.options.default.as_ref().map(|_| default_ident(visible));
                visible += 1;
                expand_visible(ty, field.options.init_off.is_none(), default, p)
            }
        };
        quote_spanned!(Span::mixed_site()=> #(#conditions)* #member: #value,)
    });
    Some(quote_spanned! {Span::mixed_site()=>
        impl #p::FromFields for #ident {
            fn from_fields(__values: &mut #p::FieldValues<'_>) -> ::core::option::Option<#ident> {
                #[allow(unused_imports)]
                use #p::NoValue as _;
                ::core::option::Option::Some(#ident { #(#fields)* })
            }
        }
    })
}

/// The value of a visible field.
fn expand_visible(
    ty: &TokenStream,
    is_parameter: bool,
    default: Option<Ident>,
    p: &TokenStream,
) -> TokenStream {
    if is_parameter {
        let default = optional(default.map(ToTokens::into_token_stream));
        return quote_spanned!(Span::mixed_site()=> #p::ValueOf::<#ty>::next(__values, #default)?);
    }
    match default {
        Some(default) => quote_spanned!(Span::mixed_site()=> #default()),
        None => {
            quote_spanned!(Span::mixed_site()=> #p::default_of_a_field_that_is_no_parameter::<#ty>())
        }
    }
}
