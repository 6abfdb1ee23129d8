//! Expansion of the declarations. It cannot fail.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{FnArg, Pat, PatType, ReturnType, Signature};

use super::check::is_keyword;
use super::{Field, ForeignType, Function, Import, Kind, attributes};
use crate::inherited::conditions;

fn ours() -> Span {
    Span::mixed_site()
}

/// The function that sets a field.
pub(super) fn setter(field: &Ident) -> Ident {
    format_ident!("set_{}", field.unraw(), span = field.span())
}

/// Everything that is declared. After an error the items have no bodies, and uses of them cause no further errors.
pub(super) fn expand_import(import: &Import, is_valid: bool) -> TokenStream {
    let p = &import.krate.private();
    let functions = import.functions.iter().map(|function| expand_function(function, is_valid, p));
    let types = import.types.iter().map(|foreign| expand_type(foreign, is_valid, p));
    quote!(#(#functions)* #(#types)*)
}

/// A function, which is in an `impl` block if it is a function of a type.
fn expand_function(function: &Function, is_valid: bool, p: &TokenStream) -> TokenStream {
    let (kept, visibility) = (attributes(&function.attributes), &function.visibility);
    let signature = plain_signature(function);
    let body = if is_valid { expand_body(function, p) } else { expand_no_body() };
    let allowed = expand_allowed(is_valid);
    quote_spanned! {ours()=>
        #kept
        #allowed
        #[track_caller]
        #visibility #signature {
            #body
        }
    }
}

/// Silences the warnings about functions without bodies.
fn expand_allowed(is_valid: bool) -> Option<TokenStream> {
    (!is_valid).then(|| quote_spanned!(ours()=> #[allow(unused)]))
}

/// The body of a function after an error.
fn expand_no_body() -> TokenStream {
    quote_spanned!(ours()=> ::core::panic!())
}

/// The signature without our attributes on its parameters, and without what was reported.
fn plain_signature(function: &Function) -> TokenStream {
    let Signature { safety, ident, generics, inputs, output, .. } = &function.signature;
    let inputs = inputs.iter().filter_map(|input| match input {
        FnArg::Receiver(receiver) => (function.kind == Kind::Method).then(|| receiver.to_token_stream()),
        FnArg::Typed(PatType { pat, ty, .. }) => Some(quote!(#pat: #ty)),
    });
    let (arguments, clause) = (&generics.params, &generics.where_clause);
    quote!(#safety fn #ident<#arguments>(#(#inputs),*) #output #clause)
}

fn expand_body(function: &Function, p: &TokenStream) -> TokenStream {
    let signature = &function.signature;
    let name = match &function.name {
        Some(name) => name.to_token_stream(),
        None => signature.ident.unraw().to_string().to_token_stream(),
    };
    let (keywords, by_position): (Vec<_>, Vec<_>) =
        signature.inputs.iter().partition(|input| matches!(input, FnArg::Typed(input) if is_keyword(input)));
    let arguments = expand_arguments(&by_position, p);
    let (output, at) = match &signature.output {
        ReturnType::Type(_, ty) => (ty.to_token_stream(), ours().located_at(ty.span())),
        ReturnType::Default => (quote!(()), ours()),
    };
    let receiver = match signature.inputs.first() {
        // `self` is hygienic, so it needs the span of the declaration.
        Some(FnArg::Receiver(receiver)) => Some(&receiver.self_token),
        _ => None,
    };
    match function.kind {
        Kind::Global => quote_spanned! {at=>
            static __IMPORTED: #p::ImportedFunction = #p::ImportedFunction::new(#name);
            __IMPORTED.call::<#output>(#arguments)
        },
        Kind::Constructor => {
            let keywords = expand_keywords(&keywords, p);
            quote_spanned! {at=>
            static __IMPORTED: #p::ImportedFunction = #p::ImportedFunction::new("__ffi_init__");
            #p::construct::<Self, #output>(&__IMPORTED, #arguments, #keywords)
            }
        }
        Kind::Static => quote_spanned! {at=>
            static __IMPORTED: #p::ImportedFunction = #p::ImportedFunction::new(#name);
            #p::call_static::<Self, #output>(&__IMPORTED, #arguments)
        },
        Kind::Method => quote_spanned! {at=>
            static __IMPORTED: #p::ImportedFunction = #p::ImportedFunction::new(#name);
            #p::call_foreign::<Self, #output>(#receiver, &__IMPORTED, #arguments)
        },
    }
}

fn expand_arguments(inputs: &[&FnArg], p: &TokenStream) -> TokenStream {
    let arguments = inputs.iter().copied().filter_map(expand_argument_of(p));
    quote_spanned!(ours()=> (#(#arguments,)*))
}

/// The names and the values of the keyword arguments of a constructor.
fn expand_keywords(inputs: &[&FnArg], p: &TokenStream) -> TokenStream {
    let names = inputs.iter().filter_map(|input| match input {
        FnArg::Typed(input) => match &*input.pat {
            Pat::Ident(pattern) => Some(pattern.ident.unraw().to_string()),
            _ => None,
        },
        FnArg::Receiver(_) => None,
    });
    let arguments = expand_arguments(inputs, p);
    quote_spanned!(ours()=> &[#(#names),*], #arguments)
}

/// One argument of a call, with the span of its type, where rustc shows a missing conversion.
fn expand_argument_of(p: &TokenStream) -> impl Fn(&FnArg) -> Option<TokenStream> {
    move |input| {
        let FnArg::Typed(input) = input else { return None };
        let Pat::Ident(pattern) = &*input.pat else { return None };
        let name = &pattern.ident;
        let at = ours().located_at(input.ty.span());
        Some(quote_spanned!(at=> #p::imported_argument(#name)))
    }
}

fn expand_type(foreign: &ForeignType, is_valid: bool, p: &TokenStream) -> TokenStream {
    let ForeignType { visibility, ident, key, .. } = foreign;
    let kept = attributes(&foreign.attributes);
    let conditions = conditions(&foreign.attributes);
    let conversions = expand_conversions(ident, key, p);
    let functions = foreign.functions.iter().map(|function| expand_function(function, is_valid, p));
    let fields = foreign.fields.iter().map(|field| {
        let set = field.is_mutable.then(|| expand_set(field, is_valid, p));
        let get = expand_get(field, is_valid, p);
        quote!(#get #set)
    });
    quote_spanned! {ours()=>
        #kept
        #[repr(transparent)]
        #visibility struct #ident {
            __object: #p::ImportedObject<Self>,
        }
        #conditions
        const _: () = { #conversions };
        #conditions
        impl #ident {
            #(#fields)*
            #(#functions)*
        }
    }
}

/// The static that finds a field.
fn expand_found(field: &Field, p: &TokenStream) -> (String, TokenStream) {
    let name = match &field.name {
        Some(name) => name.value(),
        None => field.ident.unraw().to_string(),
    };
    let found = quote_spanned!(ours()=> static __IMPORTED: #p::ImportedField = unsafe { #p::ImportedField::new(#name) };);
    (name, found)
}

/// The function that reads a field.
fn expand_get(field: &Field, is_valid: bool, p: &TokenStream) -> TokenStream {
    let Field { visibility, ident, ty, .. } = field;
    let (name, found) = expand_found(field, p);
    let kept = attributes(&field.attributes);
    let is_documented = field.attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
    let doc = (!is_documented).then(|| {
        let doc = format!(" The field `{name}`.");
        quote_spanned!(ours()=> #[doc = #doc])
    });
    let at = ours().located_at(ty.span());
    let body = if is_valid {
        quote_spanned!(at=> #found #p::get_field::<Self, #ty>(self, &__IMPORTED))
    } else {
        expand_no_body()
    };
    quote_spanned! {ours()=>
        #kept
        #doc
        ///
        /// # Errors
        ///
        /// If the type is not registered or has no such field, and if the value is of another type.
        #[allow(dead_code)]
        #[track_caller]
        #visibility fn #ident(&self) -> #p::Result<#ty> {
            #body
        }
    }
}

/// The function that sets a field.
fn expand_set(field: &Field, is_valid: bool, p: &TokenStream) -> TokenStream {
    let Field { visibility, ident, ty, .. } = field;
    let (name, found) = expand_found(field, p);
    let setter = setter(ident);
    let conditions = conditions(&field.attributes);
    let at = ours().located_at(ty.span());
    let body = if is_valid {
        quote_spanned!(at=> #found #p::set_field(self, &__IMPORTED, #p::imported_argument(__value)))
    } else {
        expand_no_body()
    };
    let allowed = expand_allowed(is_valid);
    let doc = format!(" Sets the field `{name}`.");
    quote_spanned! {ours()=>
        #conditions
        #[doc = #doc]
        ///
        /// # Errors
        ///
        /// If the type is not registered or has no such field, and what the field raises.
        #[allow(dead_code)]
        #allowed
        #[track_caller]
        #visibility fn #setter(&self, __value: #ty) -> #p::Result<()> {
            #body
        }
    }
}

/// The conversions of an imported type.
fn expand_conversions(ident: &Ident, key: &syn::LitStr, p: &TokenStream) -> TokenStream {
    quote_spanned! {ours()=>
        static __TVM_FFI_TYPE: #p::ImportedType = #p::ImportedType::new(#key);
        unsafe impl #p::ForeignType for #ident {
            const TYPE_KEY: &'static ::core::primitive::str = #key;
            fn imported() -> &'static #p::ImportedType {
                &__TVM_FFI_TYPE
            }
            fn from_imported(__object: #p::ImportedObject<Self>) -> Self {
                Self { __object }
            }
            fn imported_object(&self) -> &#p::ImportedObject<Self> {
                &self.__object
            }
            fn into_imported(self) -> #p::ImportedObject<Self> {
                self.__object
            }
        }
        impl #p::FfiType for #ident {
            const FACTS: #p::TypeFacts<Self> = unsafe { #p::TypeFacts::object() };
            fn distance(__view: #p::AnyView<'_>) -> ::core::option::Option<::core::primitive::u32> {
                #p::foreign_distance::<Self>(__view)
            }
            const TAG: &'static #p::TypeTag = &#p::TypeTag::Object(#key);
        }
        impl<'__a> #p::FromAnyView<'__a> for #ident {
            type Holder = ();
            fn decode(__view: #p::AnyView<'__a>, _: &'__a mut ()) -> ::core::option::Option<Self> {
                #p::decode_foreign(__view)
            }
            fn explain(__view: #p::AnyView<'_>) -> ::core::option::Option<#p::Mismatch> {
                #p::explain_foreign::<Self>(__view)
            }
        }
        unsafe impl #p::SearchTensors for #ident {
            const LEADS_TO_TENSORS: ::core::primitive::bool = true;
            fn search(&self, __search: &mut #p::TensorSearch) {
                #p::SearchTensors::search(#p::ForeignType::as_object(self), __search)
            }
        }
        impl #p::IntoAny for #ident {
            fn into_any(self) -> #p::Any {
                #p::IntoAny::into_any(#p::ForeignType::into_object(self))
            }
        }
        impl #p::IntoArgument for &#ident {
            fn into_argument<'__a>(self) -> #p::Argument<'__a>
            where
                Self: '__a,
            {
                #p::foreign_argument(self)
            }
        }
        impl #p::Parameter for #ident {
            type Item<'__a> = Self;
        }
        impl ::core::clone::Clone for #ident {
            fn clone(&self) -> Self {
                Self { __object: ::core::clone::Clone::clone(&self.__object) }
            }
        }
        impl ::core::fmt::Debug for #ident {
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(#p::ForeignType::as_object(self), __f)
            }
        }
        impl ::core::convert::From<#ident> for #p::ObjectRef {
            fn from(__value: #ident) -> Self {
                #p::ForeignType::into_object(__value)
            }
        }
        impl ::core::convert::TryFrom<#p::ObjectRef> for #ident {
            type Error = #p::ObjectRef;
            fn try_from(__object: #p::ObjectRef) -> ::core::result::Result<Self, #p::ObjectRef> {
                #p::foreign_from_object(__object)
            }
        }
    }
}
