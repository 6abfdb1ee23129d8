//! Defaults, and the constructor from the fields.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use super::super::field::Default;
use super::super::model::{Object, ObjectField, Role};
use super::super::options::ObjectOptions;
use crate::tokens::without_self;

/// The function that gives the default of a visible field.
pub(super) fn default_ident(index: usize) -> Ident {
    format_ident!("__tvm_ffi_default{index}", span = Span::mixed_site())
}

/// The functions that give the defaults.
pub(super) fn expand_defaults(object: &Object<'_>) -> TokenStream {
    let defaults = object.visible().enumerate().filter_map(|(index, (field, visible))| {
        let Default { expression, is_factory } = visible.options.default.as_ref()?;
        let expression = without_self(expression.clone(), &object.ident);
        let (name, ty) = (default_ident(index), &field.ty);
        let value =
            if *is_factory { quote_spanned!(Span::mixed_site()=> (#expression)()) } else { expression };
        Some(quote_spanned! {Span::mixed_site()=>
            fn #name() -> #ty {
                #value
            }
        })
    });
    defaults.collect()
}

/// The constructor from the fields, for option `init`.
pub(super) fn expand_init(
    object: &Object<'_>,
    options: &ObjectOptions,
    p: &TokenStream,
) -> Option<TokenStream> {
    options.init?;
    let ident = &object.ident;
    let mut visible = 0;
    let fields = object.fields.iter().map(|field| {
        let ObjectField { member, conditions, ty, role } = field;
        let value = match role {
            Role::Base(_) => quote_spanned!(Span::mixed_site()=> <#ty as #p::FromFields>::from_fields(__values)?),
            Role::Hidden => quote_spanned!(Span::mixed_site()=> <#ty as ::core::default::Default>::default()),
            Role::Visible(field) => {
                let default = field.options.default.as_ref().map(|_| default_ident(visible));
                let index = proc_macro2::Literal::usize_unsuffixed(visible);
                visible += 1;
                match (field.options.init_off, default) {
                    (Some(_), Some(default)) => quote_spanned!(Span::mixed_site()=> #default()),
                    (Some(_), None) => quote_spanned!(Span::mixed_site()=> <#ty as ::core::default::Default>::default()),
                    (None, Some(default)) => quote_spanned!(Span::mixed_site()=> #p::next_field::<__TvmFfiField<#index>>(__values, ::core::option::Option::Some(#default))?),
                    (None, None) => quote_spanned!(Span::mixed_site()=> #p::next_field::<__TvmFfiField<#index>>(__values, ::core::option::Option::None)?),
                }
            }
        };
        quote_spanned!(Span::mixed_site()=> #(#conditions)* #member: #value,)
    });
    let fields: TokenStream = fields.collect();
    Some(quote_spanned! {Span::mixed_site()=>
        impl #p::FromFields for #ident {
            fn from_fields(__values: &mut #p::FieldValues<'_>) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(#ident { #fields })
            }
        }
    })
}
