//! A call: arguments decoded, the function called, its result encoded.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use crate::model::{Arguments, ExportFn, Parameter};
use crate::output::{Output, OutputForm};

/// The function that the shim runs.
pub(super) fn expand_body(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let ident = &export.ident;
    let finish = expand_finish(export, p);
    let body = match &export.arguments {
        // The result may borrow from the slice, hence is encoded while that lives.
        Arguments::Packed => quote_spanned! {Span::mixed_site()=>
            __args.with_views(|__views| {
                let __value = #ident(__views);
                #finish
            })
        },
        Arguments::Each(parameters) => {
            let arity = expand_arity(parameters, p);
            let decoded =
                (0_i32..).zip(parameters).map(|(index, parameter)| expand_argument(index, parameter, p));
            let names = (0_i32..).zip(parameters).map(|(index, _)| argument(index));
            quote_spanned! {Span::mixed_site()=>
                #arity
                #(#decoded)*
                let __value = #ident(#(#names),*);
                #finish
            }
        }
    };
    quote_spanned! {Span::mixed_site()=>
        #[inline]
        fn __tvm_ffi_body(__args: #p::Args<'_>, __slot: #p::Slot<'_>) -> ::core::ffi::c_int {
            #body
        }
    }
}

/// The end of the body. An error about the result is shown where `write_or_raise` or, for a closure, `into_function` stands.
fn expand_finish(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let ExportFn { name, output: Output { form, span, .. }, .. } = export;
    let into_function = Ident::new("into_function", *span);
    let write_or_raise = Ident::new("write_or_raise", *span);
    let function =
        quote_spanned!(Span::mixed_site()=> #p::ReturnedClosure::of(&__value).#into_function(__value));
    let closure = match form {
        OutputForm::Named => None,
        OutputForm::Closure => Some(quote_spanned!(Span::mixed_site()=> let __value = #function;)),
        OutputForm::ResultOfClosure => {
            Some(quote_spanned!(Span::mixed_site()=> let __value = __value.map(|__value| #function);))
        }
    };
    quote_spanned! {Span::mixed_site()=>
        #closure
        #p::Returned::of(&__value).#write_or_raise(__value, __slot, #name)
    }
}

/// The test of the number of arguments.
fn expand_arity(parameters: &[Parameter], p: &TokenStream) -> TokenStream {
    let total = parameters.len();
    let required = parameters.iter().filter(|parameter| parameter.default.is_none()).count();
    let (low, high) = (Literal::usize_unsuffixed(required), Literal::usize_unsuffixed(total));
    let count = if required == total {
        quote_spanned!(Span::mixed_site()=> #high)
    } else {
        quote_spanned!(Span::mixed_site()=> #low..=#high)
    };
    quote_spanned! {Span::mixed_site()=>
        match __args.count() {
            #count => {}
            _ => return #p::WRONG_COUNT,
        }
    }
}

fn expand_argument(index: i32, parameter: &Parameter, p: &TokenStream) -> TokenStream {
    let Parameter { ty, default, .. } = parameter;
    let (argument, holder) = (argument(index), local("__holder", index));
    let (code, index) = (Literal::i32_unsuffixed(index + 1), Literal::i32_unsuffixed(index));
    let get = quote_spanned!(Span::mixed_site()=> __args.get::<#p::Hot, #ty, _>(#index, &mut #holder));
    // Above zero, a code names the argument that does not decode.
    let failed = quote_spanned!(Span::mixed_site()=> return #code);
    let decoded = match default {
        None => quote_spanned! {Span::mixed_site()=>
            let ::core::option::Option::Some(#argument) = #get else { #failed };
        },
        Some(default) => quote_spanned! {Span::mixed_site()=>
            let #argument: #ty = if __args.has(#index) {
                let ::core::option::Option::Some(__value) = #get else { #failed };
                __value
            } else {
                #p::default_value::<#ty>(|| #default)
            };
        },
    };
    quote_spanned!(Span::mixed_site()=> let mut #holder = #p::holder::<#ty, _>(); #decoded)
}

fn argument(index: i32) -> Ident {
    local("__arg", index)
}

fn local(name: &str, index: i32) -> Ident {
    format_ident!("{name}{index}", span = Span::mixed_site())
}
