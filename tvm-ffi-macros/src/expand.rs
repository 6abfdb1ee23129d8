//! The model as code. Nothing here can fail.
//!
//! Code of the user's never stands inside `unsafe`: the body is a function of its own. Local variables are hygienic by their
//! span, but for a constant of the same name, hence `__` in front; items are not at all, so that their names start with
//! `__tvm_ffi_`.

mod body;
mod describe;

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use crate::crate_path::CratePath;
use crate::model::{ExportFn, Hint};

/// Everything that is added to the function.
pub(crate) fn expand_export(export: &ExportFn<'_>, krate: &CratePath) -> TokenStream {
    let p = krate.private();
    let inherited = &export.inherited;
    let hint = export.hint.as_ref().map(expand_hint);
    let describe = describe::expand_describe(export, &p);
    let body = body::expand_body(export, &p);
    let symbols = expand_symbols(&export.name, &p);
    let on_load = (export.global.is_some() || export.system_lib).then(|| expand_on_load(&p));
    quote_spanned! {Span::mixed_site()=>
        #(#inherited)*
        const _: () = {
            #hint
            #describe
            #body
            #symbols
            #p::inventory::submit! { #p::Registered(__tvm_ffi_describe) }
            #on_load
        };
    }
}

/// The symbols that the runtime looks for.
fn expand_symbols(name: &str, p: &TokenStream) -> TokenStream {
    let shim = format!("__tvm_ffi_{name}");
    let metadata = format!("__tvm_ffi__metadata_{name}");
    let doc = format!("__tvm_ffi__doc_{name}");
    quote_spanned! {Span::mixed_site()=>
        #[unsafe(export_name = #shim)]
        unsafe extern "C" fn __tvm_ffi_shim(
            _: *mut ::core::ffi::c_void,
            __args: *const #p::TVMFFIAny,
            __num_args: ::core::ffi::c_int,
            __result: *mut #p::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            unsafe { #p::call(__tvm_ffi_describe, __args, __num_args, __result, __tvm_ffi_body) }
        }
        #[unsafe(export_name = #metadata)]
        unsafe extern "C" fn __tvm_ffi_metadata(
            _: *mut ::core::ffi::c_void,
            _: *const #p::TVMFFIAny,
            _: ::core::ffi::c_int,
            __result: *mut #p::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            unsafe { #p::metadata(__tvm_ffi_describe, __result) }
        }
        #[unsafe(export_name = #doc)]
        unsafe extern "C" fn __tvm_ffi_doc(
            _: *mut ::core::ffi::c_void,
            _: *const #p::TVMFFIAny,
            _: ::core::ffi::c_int,
            __result: *mut #p::TVMFFIAny,
        ) -> ::core::ffi::c_int {
            unsafe { #p::doc(__tvm_ffi_describe, __result) }
        }
    }
}

fn expand_on_load(p: &TokenStream) -> TokenStream {
    quote_spanned! {Span::mixed_site()=>
        extern "C" fn __tvm_ffi_on_load() {
            #p::on_load(__tvm_ffi_describe)
        }
        #p::on_load_constructor!(__tvm_ffi_on_load);
    }
}

/// A use of something deprecated, at the name that the user chose.
fn expand_hint(Hint { at, text }: &Hint) -> TokenStream {
    let span = at.clone().into_iter().next().map_or_else(Span::call_site, |token| token.span());
    let used = quote_spanned!(span=> name_that_python_does_not_reach);
    quote_spanned! {Span::mixed_site()=>
        #[deprecated(note = #text)]
        const fn name_that_python_does_not_reach() {}
        const _: () = #used();
    }
}
