//! Expansion of the model. It cannot fail.
//!
//! An expansion is short and not generic, so that a class compiles fast: code that is the same for all classes is in
//! the core crate. Items have names that start with `__tvm_ffi_`, since they are not hygienic.

mod conversions;
mod fields;
mod init;
mod record;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Path;

use super::model::Object;
use crate::tensor_search::Searched;
use conversions::expand_conversions;
use fields::{expand_fields, expand_shape, expand_sharing, searched};
use init::{expand_defaults, expand_init};
use record::expand_record;

/// Everything that is added to the struct.
pub(super) fn expand_object(object: &Object<'_>) -> TokenStream {
    let p = &object.options.krate.private();
    let inherited = &object.inherited;
    let class = expand_class(object, p);
    let object_type = expand_object_type(object, p);
    let searched = searched(object);
    let (search, promises) = (searched.expand(p), searched.expand_promises(inherited, p));
    let conversions = expand_conversions(object, p);
    let assertions = expand_assertions(object, p);
    let fields = expand_fields(object, p);
    let shape = expand_shape(object);
    let sharing = expand_sharing(object, p);
    let defaults = expand_defaults(object, p);
    let init = expand_init(object, p);
    let record = expand_record(object, p);
    quote_spanned! {Span::mixed_site()=>
        #(#inherited)*
        const _: () = {
            #assertions
            #class
            #object_type
            #conversions
            #fields
            #shape
            #sharing
            #defaults
            #init
            #record
            #search
            #p::enter! { class: &__TVM_FFI_CLASS }
        };
        #promises
    }
}

/// A class that compiles, for a struct with an error, so that uses of it cause no further errors.
pub(super) fn expand_stub(object: &Object<'_>) -> TokenStream {
    let p = &object.options.krate.private();
    let inherited = &object.inherited;
    let class = expand_class(object, p);
    let object_type = expand_object_type(object, p);
    let (ident, key) = (&object.ident, &object.key);
    let search = Searched::expand_stub(&quote!(), &quote!(#ident), p);
    let conversions = expand_conversions(object, p);
    quote_spanned! {Span::mixed_site()=>
        #(#inherited)*
        const _: () = {
            #class
            #object_type
            #conversions
            #search
            const __TVM_FFI_RECORD: &'static #p::ClassRecord = &#p::ClassRecord::new::<#ident>(#key);
        };
    }
}

/// The static of the class, whose address type tests compare.
fn expand_class(object: &Object<'_>, p: &TokenStream) -> TokenStream {
    let ident = &object.ident;
    // The user's path is outside `unsafe`.
    let (declared, parent) = match &object.options.extends {
        Some(parent) => {
            let class = quote_spanned!(Span::mixed_site()=> #p::parent_class::<#parent>);
            let ty = quote_spanned!(Span::mixed_site()=> fn() -> &'static #p::Class);
            (
                Some(quote_spanned!(Span::mixed_site()=> const __TVM_FFI_PARENT: #ty = #class;)),
                quote_spanned!(Span::mixed_site()=> Some(__TVM_FFI_PARENT)),
            )
        }
        None => (None, quote_spanned!(Span::mixed_site()=> None)),
    };
    quote_spanned! {Span::mixed_site()=>
        #declared
        static __TVM_FFI_CLASS: #p::Class = unsafe {
            #p::Class::new::<#ident>(::core::option::Option::#parent, __TVM_FFI_RECORD)
        };
    }
}

fn expand_object_type(object: &Object<'_>, p: &TokenStream) -> TokenStream {
    let Object { ident, key, .. } = object;
    let access = access(object);
    let parent = match &object.options.extends {
        // rustc reports a less visible parent here.
        Some(parent) => quote_spanned!(located_at(parent)=> type Parent = #parent;),
        None => quote_spanned!(Span::mixed_site()=> type Parent = #p::NoParent;),
    };
    let extendable = (!object.options.is_final)
        .then(|| quote_spanned!(Span::mixed_site()=> impl #p::Extendable for #ident {}));
    quote_spanned! {Span::mixed_site()=>
        unsafe impl #p::ObjectType for #ident {
            const TYPE_KEY: &'static ::core::primitive::str = #key;
            type Access = #p::#access;
            #parent
            fn class() -> &'static #p::Class {
                &__TVM_FFI_CLASS
            }
        }
        #extendable
    }
}

/// The span of a path, for generated code.
fn located_at(path: &Path) -> Span {
    let at = path.segments.first().map_or_else(Span::call_site, |segment| segment.ident.span());
    Span::mixed_site().located_at(at)
}

fn access(object: &Object<'_>) -> Ident {
    let name = if object.options.mutable.is_some() { "Mutable" } else { "Frozen" };
    Ident::new(name, Span::mixed_site())
}

/// Assertions about several types, with the spans of the options that need them.
fn expand_assertions(object: &Object<'_>, p: &TokenStream) -> TokenStream {
    let ident = &object.ident;
    let init = object.options.init.as_ref().map(|at| {
        let message = format!(
            "`{ident}` has two constructors, option `init` and the `#[init]` function of its `#[tvm_ffi::methods]`: keep one of them"
        );
        quote_spanned! {Span::mixed_site().located_at(at.span())=>
            const _: () = {
                #[allow(unused_imports)]
                use #p::NoMethods as _;
                ::core::assert!(!#p::MethodsOf::<#ident>::HAS_INIT, #message)
            };
        }
    });
    let parent = object.options.extends.as_ref().zip(object.base()).map(|(parent, base)| {
        let (name, base) = (crate::tokens::one_line(&quote!(#parent)).replace(' ', ""), &base.ty);
        let (ours, theirs) = if object.options.mutable.is_some() { ("is", "is not") } else { ("is not", "is") };
        let message = format!(
            "`{ident}` {ours} `mutable` and `{name}`, which it extends, {theirs}: make both `mutable`, or none"
        );
        let other = Ident::new(if object.options.mutable.is_some() { "IS_FROZEN" } else { "IS_MUTABLE" }, Span::mixed_site());
        let assertion = quote_spanned! {located_at(parent)=>
            const _: () = {
                #[allow(unused_imports)]
                use #p::NoParentAccess as _;
                ::core::assert!(!#p::ParentAccess::<#parent>::#other, #message)
            };
        };
        quote_spanned! {Span::mixed_site()=>
            const _: () = #p::base_field_is_the_parent::<#base, #parent>();
            #assertion
        }
    });
    quote_spanned! {Span::mixed_site()=> #init #parent }
}
