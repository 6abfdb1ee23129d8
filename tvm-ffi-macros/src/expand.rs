//! Expansion of the model. It cannot fail.
//!
//! The user's code is never inside `unsafe`: the body is a function of its own. Local variables are hygienic by their
//! span, except that a constant of the user may have the same name, so they start with `__`. Items are not hygienic, so they start with
//! `__tvm_ffi_`.

mod assertions;
mod body;
mod contract;
mod cpu_fallback;
mod describe;
mod dispatch;
mod function;
mod gpu;
mod method;
mod overlap;
mod token;

use proc_macro2::{Ident, Span, TokenStream};
use quote::format_ident;
use syn::ext::IdentExt;

use crate::crate_path::CratePath;
use crate::item::FnItem;
use crate::model::{ExportFn, Hint};
use crate::template::quote_spanned;

use contract::Contracts;
use function::expand_inner;
pub(crate) use function::{expand_checked_method, expand_function, expand_namespace};
pub(crate) use method::expand_methods;

/// Everything that is added to the function.
pub(crate) fn expand_export(item: &FnItem, export: &ExportFn<'_>, krate: &CratePath) -> TokenStream {
    let p = krate.private();
    let inherited = &export.inherited;
    let hint = export.hint.as_ref().map(expand_hint);
    let (describe, described) = expand_described(item, export, &p);
    let dtypes = dispatch::expand_dtypes(export, &p);
    let assertions = assertions::expand_assertions(export, &p);
    let changes = method::expand_changes(export, &p);
    let fallback = cpu_fallback::expand_assertion(export, &p);
    let body = body::expand_body(export, &describe, &p);
    let symbols = expand_symbols(export, &describe, &p);
    quote_spanned! {Span::mixed_site()=>
        #(#inherited)*
        const _: () = {
            #hint
            #dtypes
            #described
            #assertions
            #changes
            #fallback
            #body
            #symbols
            #p::list! { exports: #p::Registered(#describe) }
        };
    }
}

/// The path of the function that describes the export, and that function. It is next to the contract if there is one, which the
/// user's function checks too.
fn expand_described(item: &FnItem, export: &ExportFn<'_>, p: &TokenStream) -> (TokenStream, TokenStream) {
    let ident = |name| Ident::new(name, Span::mixed_site());
    if !export.has_contract() {
        let name = ident("__tvm_ffi_describe");
        let describe = describe::expand_describe(export, &name, p);
        return (quote_spanned!(Span::mixed_site()=> #name), describe);
    }
    let namespace = &export.namespace;
    let contracts = Contracts::in_function(export, p);
    let (constants, contract) = (contracts.constants(), contracts.function());
    let returned = contracts.returned_function();
    let describe = describe::expand_describe(export, &ident("__describe"), p);
    // The body of a method is in the block of the type, where `self` is valid.
    let inner = export.method.is_none().then(|| expand_inner(item, &export.ident));
    // That block may be inside the constant of a method.
    let allow =
        export.method.is_some().then(|| quote_spanned!(Span::mixed_site()=> #[allow(non_local_definitions)]));
    let items = quote_spanned! {Span::mixed_site()=>
        #constants
        #allow
        impl #namespace {
            #describe
            #contract
            #returned
            #inner
        }
    };
    (quote_spanned!(Span::mixed_site()=> #namespace::__describe), items)
}

/// The symbols that the runtime looks up. The first is the shim.
fn expand_symbols(export: &ExportFn<'_>, describe: &TokenStream, p: &TokenStream) -> TokenStream {
    let name = &export.name;
    let shim = format!("__tvm_ffi_{name}");
    let metadata = format!("__tvm_ffi__metadata_{name}");
    let doc = format!("__tvm_ffi__doc_{name}");
    let entries = expand_entries(export, describe, p);
    quote_spanned! {Span::mixed_site()=>
        #[unsafe(export_name = #shim)]
        #entries
        #[unsafe(export_name = #metadata)]
        unsafe extern "C" fn __tvm_ffi_metadata(
            _: *mut ::core::ffi::c_void,
            _: *const #p::TVMFFIAny,
            _: ::core::ffi::c_int,
            __result: *mut #p::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            unsafe { #p::metadata(#describe, __result) }
        }
        #[unsafe(export_name = #doc)]
        unsafe extern "C" fn __tvm_ffi_doc(
            _: *mut ::core::ffi::c_void,
            _: *const #p::TVMFFIAny,
            _: ::core::ffi::c_int,
            __result: *mut #p::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            unsafe { #p::doc(#describe, __result) }
        }
    }
}

/// The shim, and the shim of the `cpu =` fallback.
fn expand_entries(export: &ExportFn<'_>, describe: &TokenStream, p: &TokenStream) -> TokenStream {
    let signature = quote_spanned! {Span::mixed_site()=>
        (
            _: *mut ::core::ffi::c_void,
            __args: *const #p::TVMFFIAny,
            __num_args: ::core::ffi::c_int,
            __result: *mut #p::TVMFFIAny,
        ) -> ::core::ffi::c_int
    };
    // It costs nothing in a crate without `#[tvm_ffi::on_load]`.
    let refused =
        quote_spanned!(Span::mixed_site()=> if #p::has_on_load!() && #p::is_refused() { return -1; });
    let fallback = match export.fallback {
        None => quote_spanned!(Span::mixed_site()=> None),
        Some(_) => quote_spanned!(Span::mixed_site()=> Some(__tvm_ffi_fallback_shim)),
    };
    let call = |fallback, body: &'static str| {
        let body = Ident::new(body, Span::mixed_site());
        quote_spanned! {Span::mixed_site()=>
            unsafe {
                #p::call(#describe, ::core::option::Option::#fallback, __args, __num_args, __result, #body)
            }
        }
    };
    let shim = call(fallback, "__tvm_ffi_body");
    let fallback_shim = export.fallback.map(|_| {
        let call = call(quote_spanned!(Span::mixed_site()=> None), "__tvm_ffi_fallback");
        quote_spanned! {Span::mixed_site()=>
            #[inline(never)]
            unsafe extern "C" fn __tvm_ffi_fallback_shim #signature {
                #call
            }
        }
    });
    quote_spanned! {Span::mixed_site()=>
        unsafe extern "C" fn __tvm_ffi_shim #signature {
            #refused
            #shim
        }
        #fallback_shim
    }
}

/// The name of the method with the body, of a method with a contract.
fn inner_ident(ident: &Ident) -> Ident {
    format_ident!("__tvm_ffi_body_of_{}", ident.unraw(), span = Span::mixed_site())
}

/// The variable that holds a decoded argument.
fn argument(index: usize) -> Ident {
    local("__arg", index)
}

fn local(name: &str, index: usize) -> Ident {
    format_ident!("{name}{index}", span = Span::mixed_site())
}

/// The use of a deprecated item, at the name that the user chose.
pub(crate) fn expand_hint(Hint { at, text }: &Hint) -> TokenStream {
    let span = at.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
    let used = quote_spanned!(span=> name_that_python_does_not_reach);
    quote_spanned! {Span::mixed_site()=>
        #[deprecated(note = #text)]
        const fn name_that_python_does_not_reach() {}
        const _: () = #used();
    }
}
