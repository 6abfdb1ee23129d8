//! The conversions of the struct.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::super::model::Object;

/// The struct as a result, and `&mut` of a mutable one as an argument. The other conversions are generic, in the core crate.
pub(super) fn expand_conversions(object: &Object<'_>, p: &TokenStream) -> TokenStream {
    let ident = &object.ident;
    let exclusive = object.options.mutable.as_ref().map(|_| {
        quote_spanned! {Span::mixed_site()=>
            impl<'a> #p::FromArgument<'a> for &'a mut #ident {
                type Holder = #p::borrow::Holder;
                #[inline(always)]
                unsafe fn hot(
                    __view: #p::AnyView<'a>,
                    __holder: &'a mut #p::borrow::Holder,
                ) -> ::core::option::Option<&'a mut #ident> {
                    unsafe { #p::exclusive_argument(__view, __holder) }
                }
                fn explain(__view: #p::AnyView<'_>) -> ::core::option::Option<#p::Mismatch> {
                    #p::explain_borrowed::<#ident>(__view)
                }
            }
        }
    });
    quote_spanned! {Span::mixed_site()=>
        impl #p::FfiType for #ident {
            const TAG: &'static #p::TypeTag = &#p::TypeTag::Object(<#ident as #p::ObjectType>::TYPE_KEY);
        }
        impl #p::IntoAny for #ident {
            fn into_any(self) -> #p::Any {
                #p::object_into_any(self)
            }
        }
        #exclusive
    }
}
