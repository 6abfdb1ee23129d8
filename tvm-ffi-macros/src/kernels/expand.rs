//! Expansion of the declarations. It cannot fail.

mod image;
mod variants;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{GenericArgument, PathArguments, Type};

use self::image::expand_images;
use self::variants::{expand_index, expand_kernels_of};
use super::{Kernel, Kernels, Section, Variable};
use crate::inherited::conditions;
use crate::lifetimes::first_lifetime_but;
use crate::tokens::keywords;

fn ours() -> Span {
    Span::mixed_site()
}

/// Expands all declarations. After an error the items remain without their bodies, so that uses of the kernels cause no further errors.
pub(super) fn expand_kernels(kernels: &Kernels, is_valid: bool) -> TokenStream {
    let p = &kernels.krate.cuda();
    let all = kernels.sections.iter().flat_map(|section| &section.kernels);
    let items: Vec<_> = all.map(|kernel| expand_items(kernel, is_valid, p)).collect();
    let sections = is_valid
        .then(|| kernels.sections.iter().map(|section| expand_section(section, p)).collect::<Vec<_>>());
    let sections = sections.into_iter().flatten();
    quote!(#(#items)* #(#sections)*)
}

/// The images of a section, its library, and its kernels.
fn expand_section(section: &Section, p: &TokenStream) -> TokenStream {
    let images = expand_images(section, p);
    let kernels = section.kernels.iter().map(|kernel| expand_kernel(kernel, section, p));
    quote_spanned! {ours()=>
        #[allow(non_upper_case_globals, dead_code, elided_lifetimes_in_paths)]
        const _: () = {
            #images
            static __TVM_FFI_LIBRARY: #p::Library = unsafe { #p::Library::new(__TVM_FFI_IMAGES) };
            #(#kernels)*
        };
    }
}

/// The items of one kernel that users do not name.
fn expand_kernel(kernel: &Kernel, section: &Section, p: &TokenStream) -> TokenStream {
    let conditions = conditions(&kernel.attributes);
    let kernels = expand_kernels_of(kernel, section, p);
    let found =
        if kernel.variables.is_empty() { expand_single(kernel, p) } else { expand_generic(kernel, p) };
    let parts = [kernels, found];
    // The conditions apply to each of these items.
    parts.iter().flat_map(|items| items.iter()).map(|item| quote!(#conditions #item)).collect()
}

/// The items that users of a kernel name: the static and its type.
fn expand_items(kernel: &Kernel, is_valid: bool, p: &TokenStream) -> TokenStream {
    let Kernel { attributes, visibility, ident, .. } = kernel;
    let conditions = conditions(&kernel.attributes);
    let (ty, of) = (type_name(kernel), of_name(kernel));
    let variables = kernel.variables.iter().map(|variable| &variable.ident).collect::<Vec<_>>();
    let of = (!variables.is_empty()).then(|| {
        quote_spanned! {ours()=>
            #[doc(hidden)]
            #[allow(non_camel_case_types)]
            #conditions
            #visibility struct #of<#(#variables),*>(::core::marker::PhantomData<fn(#(#variables),*)>);
        }
    });
    let stubs = (!is_valid).then(|| expand_stubs(kernel, p));
    quote_spanned! {ours()=>
        #[doc(hidden)]
        #[non_exhaustive]
        #[allow(non_camel_case_types)]
        #conditions
        #visibility struct #ty;
        #of
        #(#attributes)*
        #visibility static #ident: #ty = #ty;
        #stubs
    }
}

/// The implementations for a kernel without type variables.
fn expand_single(kernel: &Kernel, p: &TokenStream) -> Vec<TokenStream> {
    let (ty, kernels) = (type_name(kernel), kernels_name(kernel));
    let found = quote_spanned!(ours()=> &#kernels[0]);
    let launch = expand_launch(kernel, &found, p);
    vec![
        quote_spanned!(ours()=> impl #ty { #launch }),
        expand_deref(&quote!(impl), &ty.to_token_stream(), &found, p),
    ]
}

/// The implementations for a kernel with type variables.
fn expand_generic(kernel: &Kernel, p: &TokenStream) -> Vec<TokenStream> {
    let (ty, of, kernels) = (type_name(kernel), of_name(kernel), kernels_name(kernel));
    let variables = kernel.variables.iter().map(|variable| &variable.ident).collect::<Vec<_>>();
    let generics = expand_generics(kernel, p);
    let (constants, index) = (expand_index(kernel, p), quote_spanned!(ours()=> Self::__INDEX));
    let found = quote_spanned!(ours()=> &#kernels[#index]);
    let launch = expand_launch(kernel, &found, p);
    let choose = expand_of(kernel, &quote_spanned!(ours()=> #of::<#(#variables),*>::__INDEX), p);
    let undecided = expand_undecided(kernel, p);
    let applied = quote_spanned!(ours()=> #of<#(#variables),*>);
    let plain = quote_spanned!(ours()=> impl<#(#variables),*>);
    vec![
        quote_spanned!(ours()=> impl #ty { #choose #undecided }),
        quote_spanned!(ours()=> impl<#generics> #applied { #constants #launch }),
        expand_deref(&quote_spanned!(ours()=> impl<#generics>), &applied, &found, p),
        quote_spanned! {ours()=>
            #plain ::core::clone::Clone for #applied {
                #[inline(always)]
                fn clone(&self) -> Self {
                    *self
                }
            }
        },
        quote_spanned!(ours()=> #plain ::core::marker::Copy for #applied {}),
    ]
}

/// The method `of`, which returns the instance of a kernel for some types.
fn expand_of(kernel: &Kernel, index: &TokenStream, p: &TokenStream) -> TokenStream {
    let of = of_name(kernel);
    let generics = expand_generics(kernel, p);
    let variables = kernel.variables.iter().map(|variable| &variable.ident).collect::<Vec<_>>();
    let visibility = &kernel.visibility;
    let doc = " The kernel for element types. One that is not listed for the kernel is a compile error.";
    quote_spanned! {ours()=>
        #[doc = #doc]
        #[inline(always)]
        #[must_use]
        #[allow(dead_code)]
        #visibility const fn of<#generics>(&self) -> #of<#(#variables),*> {
            // Evaluated for each use of the function, so that a type that is not listed is reported.
            let _ = #index;
            #of(::core::marker::PhantomData)
        }
    }
}

/// A `launch` whose only purpose is the error "call `.of::<T>()` first".
fn expand_undecided(kernel: &Kernel, p: &TokenStream) -> TokenStream {
    let visibility = &kernel.visibility;
    quote_spanned! {ours()=>
        #[doc(hidden)]
        #[allow(dead_code)]
        #visibility unsafe fn launch<__A: #p::LaunchedByType>(
            &self,
            _: &#p::Cuda<'_>,
            _: &#p::Launch,
            _: __A,
        ) -> #p::Result<()> {
            ::core::result::Result::Ok(())
        }
    }
}

/// The method `launch`. Elided lifetimes in the declared types are generic.
fn expand_launch(kernel: &Kernel, found: &TokenStream, p: &TokenStream) -> TokenStream {
    let visibility = &kernel.visibility;
    let types = kernel.parameters.as_deref().unwrap_or_default();
    let count = types.len();
    let arguments = types.iter().enumerate().map(|(index, ty)| expand_argument(index, ty, p));
    let assertions = types.iter().filter_map(|ty| assert_ptr(ty, p));
    let pointers = (0..count).map(|index| {
        let index = syn::Index::from(index);
        quote_spanned!(ours()=> (&raw const __args.#index).cast::<::core::ffi::c_void>().cast_mut())
    });
    quote_spanned! {ours().located_at(kernel.ident.span())=>
        /// Launches the kernel.
        ///
        /// # Safety
        ///
        /// The kernel takes parameters of these types, and what it does with the arguments, launched in this way, is sound: it accesses only the
        /// memory that they point to, and no other code makes a conflicting access to that memory at the same time.
        ///
        /// # Errors
        ///
        /// If the kernel cannot be loaded or launched.
        #[inline(always)]
        #[track_caller]
        #[allow(dead_code, elided_lifetimes_in_paths)]
        #visibility unsafe fn launch(
            &self,
            __cx: &#p::Cuda<'_>,
            __launch: &#p::Launch,
            __args: (#(#arguments,)*),
        ) -> #p::Result<()> {
            #(#assertions)*
            let mut __pointers: [*mut ::core::ffi::c_void; #count] = [#(#pointers),*];
            unsafe { #p::launch(#found, __cx, __launch, (&raw mut __pointers).cast()) }
        }
    }
}

/// The type of an argument of a launch. For `Ptr<T>` it is any pointer that a kernel can read through; every other parameter takes
/// its own type, so that literals and `try_into()` are inferred from it.
fn expand_argument(index: usize, ty: &Type, p: &TokenStream) -> TokenStream {
    match element_of_ptr(ty) {
        Some(element) => quote_spanned!(ours()=> impl #p::PtrArgument<#element, #index>),
        None => ty.to_token_stream(),
    }
}

/// A statement that compiles only if a type that is written as `Ptr<T>` is ours.
fn assert_ptr(ty: &Type, p: &TokenStream) -> Option<TokenStream> {
    let element = element_of_ptr(ty)?;
    Some(quote_spanned! {ours().located_at(ty.span())=>
        let _: ::core::option::Option<#ty> = ::core::option::Option::<#p::Ptr<'_, #element>>::None;
    })
}

/// The `T` of a type that is written as `Ptr<T>`.
fn element_of_ptr(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    if last.ident != "Ptr" {
        return None;
    }
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::Type(element) => Some(element),
        _ => None,
    })
}

fn expand_deref(head: &TokenStream, ty: &TokenStream, found: &TokenStream, p: &TokenStream) -> TokenStream {
    quote_spanned! {ours()=>
        #head ::core::ops::Deref for #ty {
            type Target = #p::Kernel;
            #[inline(always)]
            fn deref(&self) -> &#p::Kernel {
                #found
            }
        }
    }
}

/// Methods without bodies, for uses of a kernel after an error.
fn expand_stubs(kernel: &Kernel, p: &TokenStream) -> TokenStream {
    let (ty, of) = (type_name(kernel), of_name(kernel));
    let conditions = conditions(&kernel.attributes);
    let visibility = &kernel.visibility;
    // The declared types, so that they are used, unless they are the mistake.
    let types = kernel.parameters.as_ref().filter(|types| types.iter().all(is_plain));
    let (generics, types) = match types {
        Some(types) => (None, quote!((#(#types,)*))),
        None => (Some(quote_spanned!(ours()=> <__A>)), quote_spanned!(ours()=> __A)),
    };
    let launch = quote_spanned! {ours()=>
        #[allow(dead_code, elided_lifetimes_in_paths)]
        #visibility unsafe fn launch #generics(&self, _: &#p::Cuda<'_>, _: &#p::Launch, _: #types) -> #p::Result<()> {
            ::core::panic!()
        }
    };
    let panics = quote_spanned!(ours()=> ::core::panic!());
    if kernel.variables.is_empty() {
        let deref = expand_deref(&quote!(impl), &ty.to_token_stream(), &panics, p);
        return quote_spanned!(ours()=> #conditions impl #ty { #launch } #conditions #deref);
    }
    let variables = kernel.variables.iter().map(|variable| &variable.ident).collect::<Vec<_>>();
    let applied = quote_spanned!(ours()=> #of<#(#variables),*>);
    let deref = expand_deref(&quote_spanned!(ours()=> impl<#(#variables),*>), &applied, &panics, p);
    quote_spanned! {ours()=>
        #conditions
        impl #ty {
            #[allow(dead_code)]
            #visibility fn of<#(#variables),*>(&self) -> #applied {
                #of(::core::marker::PhantomData)
            }
        }
        #conditions
        impl<#(#variables),*> #applied { #launch }
        #conditions
        #deref
    }
}

/// Whether no error was reported for a type.
fn is_plain(ty: &Type) -> bool {
    first_lifetime_but(ty.to_token_stream(), Some("_")).is_none()
        && keywords(ty.to_token_stream(), "impl").is_empty()
}

/// The type variables with their bounds.
fn expand_generics(kernel: &Kernel, p: &TokenStream) -> TokenStream {
    let variables = kernel.variables.iter().map(|Variable { ident, bounds, .. }| {
        let bounds = (!bounds.is_empty()).then(|| quote!(+ #bounds));
        quote_spanned!(ours()=> #ident: #p::Element #bounds)
    });
    quote!(#(#variables),*)
}

/// The type of a kernel's static.
fn type_name(kernel: &Kernel) -> Ident {
    format_ident!("__tvm_ffi_kernel_{}", kernel.ident.unraw(), span = ours().located_at(kernel.ident.span()))
}

/// The type of a generic kernel's instances.
fn of_name(kernel: &Kernel) -> Ident {
    format_ident!(
        "__tvm_ffi_kernel_{}_of",
        kernel.ident.unraw(),
        span = ours().located_at(kernel.ident.span())
    )
}

/// All instances of a kernel.
fn kernels_name(kernel: &Kernel) -> Ident {
    format_ident!("__TVM_FFI_KERNELS_OF_{}", kernel.ident.unraw(), span = ours())
}

/// The descriptions of a kernel's parameters, with the spans of their types.
fn expand_parameters(types: &[Type], p: &TokenStream) -> TokenStream {
    let parameters = types
        .iter()
        .map(|ty| quote_spanned!(ours().located_at(ty.span())=> <#ty as #p::KernelParam>::PARAMETER));
    quote_spanned!(ours()=> &[#(#parameters),*])
}
