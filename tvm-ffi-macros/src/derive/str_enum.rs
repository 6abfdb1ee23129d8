//! `#[derive(tvm_ffi::StrEnum)]`.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::{Fields, ItemEnum, Variant};

use super::item::{crate_path, name_of, only_lifetime, ours, subject};
use super::snake::snake_case;
use crate::diagnostics::Diagnostics;
use crate::options::{Form, Table, Value};
use crate::subject::Subject;
use crate::tensor_search::Searched;

const SUBJECT: Subject = subject("#[derive(tvm_ffi::StrEnum)]");

/// A variant and its string.
struct Name {
    variant: Ident,
    text: String,
}

/// Expands to the conversions of an enum, or to errors.
pub(crate) fn str_enum(item: TokenStream) -> TokenStream {
    let mut diagnostics = Diagnostics::default();
    let Some(mut item) = diagnostics.ok(SUBJECT.parse::<ItemEnum>(item)) else {
        return diagnostics.finish().err().unwrap_or_default();
    };
    let p = crate_path(&mut item, &mut diagnostics).private();
    let is_plain = only_lifetime(&item, false, &mut diagnostics).is_some();
    let names = names(&mut item, &mut diagnostics);
    let errors = diagnostics.finish().err();
    // With conversions, uses of the type cause no further errors.
    let added = is_plain.then(|| match &errors {
        None => expand(&item.ident, &names, &p),
        Some(_) => expand(&item.ident, &[], &p),
    });
    quote!(#errors #added)
}

fn names(item: &mut ItemEnum, diagnostics: &mut Diagnostics) -> Vec<Name> {
    if item.variants.is_empty() {
        diagnostics.error(
            name_of(item),
            "the enum has no variants, so no string is valid\nhelp: write a variant for each string",
        );
    }
    let mut names: Vec<Name> = Vec::with_capacity(item.variants.len());
    for variant in &mut item.variants {
        check_unit(variant, diagnostics);
        let mut renamed = None;
        TABLE.take(&mut variant.attrs, diagnostics, &mut |_, _, value, _| {
            if let Value::Text(text) = value {
                renamed = Some(text);
            }
        });
        let text = match &renamed {
            Some(text) => text.value(),
            None => snake_case(&variant.ident.unraw().to_string()),
        };
        if let Some(other) = names.iter().find(|other| other.text == text) {
            let message = format!(
                "`{}` and `{}` are both \"{}\"\nhelp: give one of them another string with `#[rename = \"...\"]`",
                other.variant,
                variant.ident,
                text.escape_debug()
            );
            match renamed {
                Some(text) => diagnostics.error(text, message),
                None => diagnostics.error(&variant.ident, message),
            }
        }
        names.push(Name { variant: variant.ident.clone(), text });
    }
    names
}

fn check_unit(variant: &Variant, diagnostics: &mut Diagnostics) {
    if !matches!(variant.fields, Fields::Unit) {
        diagnostics.error(
            &variant.fields,
            "a variant of a `StrEnum` is a string, and holds no value\nhelp: leave the value out, or use `#[derive(tvm_ffi::Union)]` for an enum of values",
        );
    }
}

const TABLE: Table =
    Table::new(&[("rename", Form::Text("a string literal: `#[rename = \"slow\"]`"))]).of(" of a variant");

fn expand(ident: &Ident, names: &[Name], p: &TokenStream) -> TokenStream {
    let texts = names.iter().map(|name| &name.text);
    let to_text =
        names.iter().map(|Name { variant, text }| quote_spanned!(ours()=> Self::#variant => #text,));
    let from_text = names
        .iter()
        .map(|Name { variant, text }| quote_spanned!(ours()=> #text => ::core::option::Option::Some(Self::#variant),));
    // A `match` on a reference needs an arm, also for an enum without variants.
    let as_str = if names.is_empty() {
        quote_spanned!(ours()=> "")
    } else {
        quote_spanned!(ours()=> match self { #(#to_text)* })
    };
    let conversions = expand_conversions(ident, names, p);
    quote_spanned! {ours()=>
        const _: () = {
            impl #p::StrEnum for #ident {
                const NAMES: &'static [&'static ::core::primitive::str] = &[#(#texts),*];
                fn as_str(&self) -> &'static ::core::primitive::str {
                    #as_str
                }
                fn from_name(__name: &::core::primitive::str) -> ::core::option::Option<Self> {
                    match __name {
                        #(#from_text)*
                        _ => ::core::option::Option::None,
                    }
                }
            }
            #conversions
        };
    }
}

fn expand_conversions(ident: &Ident, names: &[Name], p: &TokenStream) -> TokenStream {
    let variants = names.iter().map(|Name { variant, text }| {
        let variant = variant.unraw().to_string();
        quote_spanned!(ours()=> (#variant, #text))
    });
    let search = Searched::expand_stub(&quote!(), &quote!(#ident), p);
    quote_spanned! {ours()=>
        impl #p::FfiType for #ident {
            const FACTS: #p::TypeFacts<Self> =
                unsafe { #p::TypeFacts::new(#p::Kind::Scalar, #p::Reach::Nothing) };
            const TAG: &'static #p::TypeTag = &#p::TypeTag::StrEnum(&[#(#variants),*]);
            fn distance(__view: #p::AnyView<'_>) -> ::core::option::Option<::core::primitive::u32> {
                #p::exactly(::core::option::Option::is_some(&#p::decode_str_enum::<Self>(__view)))
            }
        }
        impl<'__a> #p::FromAnyView<'__a> for #ident {
            type Holder = ();
            fn decode(__view: #p::AnyView<'__a>, _: &'__a mut ()) -> ::core::option::Option<Self> {
                #p::decode_str_enum(__view)
            }
            fn explain(__view: #p::AnyView<'_>) -> ::core::option::Option<#p::Mismatch> {
                #p::explain_str_enum::<Self>(__view)
            }
        }
        impl #p::IntoAny for #ident {
            fn into_any(self) -> #p::Any {
                #p::IntoAny::into_any(#p::StrEnum::as_str(&self))
            }
        }
        #search
        impl #p::Parameter for #ident {
            type Item<'__a> = Self;
        }
    }
}
