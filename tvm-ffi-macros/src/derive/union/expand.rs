//! The conversions of a union.
//!
//! Code that does not depend on the types of the variants is in the core crate, which gets a table of them.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::{Alternative, Union};
use crate::derive::item::ours;
use crate::lifetimes::with_static;
use crate::tensor_search::{Part, Searched};
use crate::tokens::mentions;

/// All conversions of a union.
pub(super) fn expand_union(union: &Union, p: &TokenStream) -> TokenStream {
    let variants = expand_variants(union, p);
    let assertions = expand_assertions(union, p);
    let ffi_type = expand_ffi_type(union, p);
    let decoding = expand_decoding(union, p);
    let encoding = expand_encoding(union, p);
    let search = expand_tensor_search(union, p);
    let parameter = expand_parameter(union, p);
    quote_spanned! {ours()=>
        const _: () = {
            use #p::{NoResult as _, NoVariant as _};
            #assertions
            #variants
            #ffi_type
            #decoding
            #encoding
            #parameter
            #search
        };
    }
}

/// Conversions that compile, for an enum with an error, so that uses of it cause no further errors.
pub(super) fn expand_stub(union: &Union, p: &TokenStream) -> TokenStream {
    let (declared, this, a) = union.generics();
    let parameter = expand_parameter(union, p);
    let search = Searched::expand_stub(&declared, &this, p);
    quote_spanned! {ours()=>
        const _: () = {
            #search
            impl #declared #p::FfiType for #this {
                const TAG: &'static #p::TypeTag = &#p::TypeTag::Any;
            }
            impl<#a> #p::FromAnyView<#a> for #this {
                type Holder = ();
                fn decode(_: #p::AnyView<#a>, _: &#a mut ()) -> ::core::option::Option<Self> {
                    ::core::option::Option::None
                }
                fn explain(_: #p::AnyView<'_>) -> ::core::option::Option<#p::Mismatch> {
                    ::core::option::Option::None
                }
            }
            impl #declared #p::IntoAny for #this {
                fn into_any(self) -> #p::Any {
                    #p::Any::none()
                }
            }
            #parameter
        };
    }
}

impl Union {
    /// `<'a>`, `Text<'a>`, and `'a`, which is `'__a` where the enum has none.
    fn generics(&self) -> (TokenStream, TokenStream, TokenStream) {
        let ident = &self.ident;
        match &self.lifetime {
            Some(lifetime) => (quote!(<#lifetime>), quote!(#ident<#lifetime>), lifetime.to_token_stream()),
            None => (quote!(), quote!(#ident), quote_spanned!(ours()=> '__a)),
        }
    }

    /// The types of the values.
    fn types(&self) -> impl Iterator<Item = &TokenStream> {
        self.alternatives.iter().filter_map(|alternative| alternative.ty.as_ref())
    }

    /// Whether a type contains the union itself.
    fn is_within(&self, ty: &TokenStream) -> bool {
        mentions(ty.clone(), &self.ident.to_string())
    }

    /// A constant of each type that does not contain the union, whose constant depends on these.
    fn constants(&self, name: &str, p: &TokenStream) -> Vec<TokenStream> {
        let name = Ident::new(name, ours());
        let known = self.types().filter(|ty| !self.is_within(ty));
        known
            .map(|ty| {
                let ty = with_static(ty.clone());
                quote_spanned!(ours()=> #p::VariantOf::<'static, #ty>::#name)
            })
            .collect()
    }
}

impl Alternative {
    /// The type of the value, which is `()` for `None`.
    fn ty(&self) -> TokenStream {
        self.ty.clone().unwrap_or_else(|| quote_spanned!(ours()=> ()))
    }

    /// The function that makes the variant of a decoded value.
    fn constructor(&self) -> TokenStream {
        let variant = &self.variant;
        match &self.ty {
            Some(_) => quote_spanned!(ours()=> Self::#variant),
            None => quote_spanned!(ours()=> |()| Self::#variant),
        }
    }
}

/// A span of generated code at a type, where rustc shows errors in the code.
fn at(ty: &TokenStream) -> Span {
    let first = ty.clone().into_iter().next();
    first.map_or_else(ours, |first| ours().located_at(first.span()))
}

/// The table of the variants.
fn expand_variants(union: &Union, p: &TokenStream) -> TokenStream {
    let (_, this, _) = union.generics();
    let this = with_static(this);
    let entries = union.alternatives.iter().map(|alternative| match &alternative.ty {
        Some(ty) => {
            let family = with_static(ty.clone());
            quote_spanned!(ours()=> #p::VariantOf::<'static, #family>::ALTERNATIVE)
        }
        None => quote_spanned!(ours()=> #p::Alternative::none()),
    });
    quote_spanned! {ours()=>
        const __TVM_FFI_ALTERNATIVES: &'static [#p::Alternative] = &[#(#entries),*];
        static __TVM_FFI_VARIANTS: #p::Variants = #p::Variants::of::<#this>(__TVM_FFI_ALTERNATIVES);
    }
}

/// Assertions that each type can be in a union.
fn expand_assertions(union: &Union, p: &TokenStream) -> TokenStream {
    let assertions = union.types().map(|ty| {
        let family = with_static(ty.clone());
        quote_spanned!(at(ty)=> __tvm_ffi_variant::<#family>();)
    });
    let bound = match &union.lifetime {
        Some(_) => quote_spanned!(ours()=> #p::VariantIn<'static>),
        None => quote_spanned!(ours()=> #p::Variant),
    };
    quote_spanned! {ours()=>
        const fn __tvm_ffi_variant<__T: #bound>() {}
        const _: () = {
            #(#assertions)*
        };
    }
}

fn expand_ffi_type(union: &Union, p: &TokenStream) -> TokenStream {
    let (declared, this, _) = union.generics();
    let kinds = union.constants("KIND", p);
    let mut reaches = union.constants("REACH", p);
    if union.types().any(|ty| union.is_within(ty)) {
        reaches.push(quote_spanned!(ours()=> #p::Reach::Any));
    }
    let tensors = union.alternatives.iter().map(|Alternative { variant, ty }| match ty {
        Some(ty) => quote_spanned! {ours()=>
            Self::#variant(__value) => #p::VariantOf::<'_, #ty>::tensor_within(__value),
        },
        None => quote_spanned!(ours()=> Self::#variant => ::core::option::Option::None,),
    });
    let each = union.alternatives.iter().map(|Alternative { variant, ty }| match ty {
        Some(ty) => quote_spanned! {ours()=>
            Self::#variant(__value) => #p::VariantOf::<'_, #ty>::all_tensors(__value, __test),
        },
        None => quote_spanned!(ours()=> Self::#variant => true,),
    });
    quote_spanned! {ours()=>
        impl #declared #p::FfiType for #this {
            const FACTS: #p::TypeFacts<Self> = {
                let __kind = #p::union_kind(&[#(#kinds),*]);
                let __reach = #p::union_reach(&[#(#reaches),*]);
                unsafe { #p::TypeFacts::new(__kind, __reach) }
            };
            fn tensor_within(&self) -> ::core::option::Option<#p::TensorMetadata<'_>> {
                match self { #(#tensors)* }
            }
            fn all_tensors(
                &self,
                __test: &mut impl ::core::ops::FnMut(#p::TensorMetadata<'_>, #p::Holding) -> ::core::primitive::bool,
            ) -> ::core::primitive::bool {
                match self { #(#each)* }
            }
            fn distance(__view: #p::AnyView<'_>) -> ::core::option::Option<::core::primitive::u32> {
                #p::Variants::distance(&__TVM_FFI_VARIANTS, __view)
            }
            const TAG: &'static #p::TypeTag = &#p::TypeTag::Union(|| &__TVM_FFI_VARIANTS);
        }
    }
}

/// The function that decodes, as the variant that the value becomes.
fn expand_decode(union: &Union, p: &TokenStream) -> TokenStream {
    let (_, this, a) = union.generics();
    let turns = union.alternatives.iter().enumerate().map(|(index, alternative)| {
        let (ty, number) = (alternative.ty(), Literal::usize_unsuffixed(index));
        let constructor = alternative.constructor();
        quote_spanned! {ours()=>
            #number => ::core::option::Option::map(
                #p::VariantOf::<#a, #ty>::decode(__view, __holder),
                #constructor,
            ),
        }
    });
    quote_spanned! {ours()=>
        impl<#a> #this {
            #[doc(hidden)]
            fn __tvm_ffi_decode(
                __view: #p::AnyView<#a>,
                __holder: &#a #p::UnionHolder,
            ) -> ::core::option::Option<Self> {
                let __turn = #p::Turn::begin(__view, &__TVM_FFI_VARIANTS)?;
                match #p::Turn::variant(&__turn) {
                    #(#turns)*
                    _ => ::core::option::Option::None,
                }
            }
        }
    }
}

fn expand_decoding(union: &Union, p: &TokenStream) -> TokenStream {
    let (_, this, a) = union.generics();
    let decode = expand_decode(union, p);
    quote_spanned! {ours()=>
        #decode
        impl<#a> #p::FromAnyView<#a> for #this {
            type Holder = #p::UnionHolder;
            fn decode(
                __view: #p::AnyView<#a>,
                __holder: &#a mut #p::UnionHolder,
            ) -> ::core::option::Option<Self> {
                Self::__tvm_ffi_decode(__view, __holder)
            }
            fn decode_element(
                __view: #p::AnyView<#a>,
                __holders: &#a #p::Holders<#p::UnionHolder>,
            ) -> ::core::option::Option<Self> {
                Self::__tvm_ffi_decode(__view, #p::Holders::shared(__holders))
            }
            fn explain(__view: #p::AnyView<'_>) -> ::core::option::Option<#p::Mismatch> {
                #p::Variants::explain(&__TVM_FFI_VARIANTS, __view)
            }
            fn freeze(__view: #p::AnyView<'_>) -> ::core::option::Option<#p::Any> {
                #p::Variants::freeze(&__TVM_FFI_VARIANTS, __view)
            }
        }
    }
}

fn expand_encoding(union: &Union, p: &TokenStream) -> TokenStream {
    let (declared, this, _) = union.generics();
    // A union that borrows may contain types that can only be arguments. rustc reports a function that returns such a union.
    let clause = union.lifetime.as_ref().map(|_| {
        let types = union.types().filter(|ty| !union.is_within(ty));
        quote_spanned!(ours()=> where #(#types: #p::IntoAny),*)
    });
    let arms = union.alternatives.iter().map(|Alternative { variant, ty }| match ty {
        Some(ty) => {
            quote_spanned!(ours()=> Self::#variant(__value) => #p::ResultOf::<#ty>::into_any(__value),)
        }
        None => quote_spanned!(ours()=> Self::#variant => #p::Any::none(),),
    });
    quote_spanned! {ours()=>
        impl #declared #p::IntoAny for #this #clause {
            fn into_any(self) -> #p::Any {
                match self { #(#arms)* }
            }
        }
    }
}

/// The search for tensors in the value of the variant.
fn expand_tensor_search(union: &Union, p: &TokenStream) -> TokenStream {
    let (declared, this, _) = union.generics();
    let shapes = union.alternatives.iter().map(|Alternative { variant, ty }| {
        let part = |ty: &TokenStream| Part {
            member: quote!(0),
            ty: ty.clone(),
            conditions: Vec::new(),
            promise: None,
        };
        (quote!(Self::#variant), ty.iter().map(part).collect())
    });
    Searched { ident: &union.ident, declared, this, clause: None, shapes: shapes.collect() }.expand(p)
}

fn expand_parameter(union: &Union, p: &TokenStream) -> TokenStream {
    let ident = &union.ident;
    let (family, item) = match &union.lifetime {
        Some(_) => (quote!(#ident<'_>), quote_spanned!(ours()=> #ident<'__a>)),
        None => (quote!(#ident), quote!(#ident)),
    };
    quote_spanned! {ours()=>
        impl #p::Parameter for #family {
            type Item<'__a> = #item;
        }
    }
}
