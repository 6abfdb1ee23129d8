//! The body of a call: it decodes the arguments, calls the function, and encodes the result.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote_spanned;

use super::contract::Contracts;
use super::cpu_fallback::{self, Side};
use super::dispatch::expand_choice;
use super::gpu::expand_gpu;
use super::overlap::expand_overlap;
use super::token::{expand_token, with_token};
use super::writing::expand_writing;
use super::{argument, inner_ident, local};
use crate::default_value::converted;
use crate::methods::MethodOf;
use crate::model::{Arguments, ExportFn, Parameter};
use crate::output::{Output, OutputForm};
use crate::passing::Passing;

/// The function that the shim runs, and that of the `cpu =` fallback.
pub(super) fn expand_body(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let arity = match &export.arguments {
        Arguments::Packed(_) => TokenStream::new(),
        Arguments::Each(parameters) => expand_arity(parameters),
    };
    let own = expand_side(export, &arity, Side::Own, p);
    let fallback = export.fallback.map(|_| expand_side(export, &arity, Side::Fallback, p));
    quote_spanned!(Span::mixed_site()=> #own #fallback)
}

/// The function for one side.
fn expand_side(export: &ExportFn<'_>, arity: &TokenStream, side: Side, p: &TokenStream) -> TokenStream {
    let call = expand_call(export, side, p);
    let (name, instance) = (side.body(), side.instance());
    let signature = quote_spanned! {Span::mixed_site()=>
        (__args: #p::Args<'_>, __slot: #p::Slot<'_>) -> #p::Option<#p::c_int>
    };
    if export.variables.is_empty() {
        return quote_spanned! {Span::mixed_site()=>
            #[inline]
            fn #name #signature {
                #arity
                #call
            }
        };
    }
    let (declared, clause) = (&export.generics.declared, &export.generics.clause);
    let choice = expand_choice(export, &instance, p);
    quote_spanned! {Span::mixed_site()=>
        #[inline]
        fn #instance<#(#declared),*> #signature #clause {
            #call
        }
        #[inline]
        fn #name #signature {
            #arity
            #choice
        }
    }
}

/// Decoding, the contract, the function, and its result.
fn expand_call(export: &ExportFn<'_>, side: Side, p: &TokenStream) -> TokenStream {
    let finish = expand_finish(export, p);
    let parameters = match &export.arguments {
        Arguments::Each(parameters) => parameters,
        Arguments::Packed(receiver) => {
            let decoded = receiver.as_ref().map(|receiver| expand_argument(0, receiver, export, side, p));
            let arguments = if decoded.is_some() {
                let receiver = argument(0);
                quote_spanned!(Span::mixed_site()=> #receiver, &__views[1..])
            } else {
                quote_spanned!(Span::mixed_site()=> __views)
            };
            // The result may borrow from the slice, so it is encoded while the slice lives.
            let function = expand_path(export);
            let contract = Contracts::new(export, side, p);
            let (symbols, returned) = (contract.in_body(), contract.raise_returned());
            return quote_spanned! {Span::mixed_site()=>
                #decoded
                #symbols
                __args.with_views(|__views| {
                    let __value = #function(#arguments);
                    #returned
                    #finish
                })
            };
        }
    };
    let contract = Contracts::new(export, side, p);
    let arguments = parameters.iter().enumerate();
    let arguments = arguments.map(|(index, parameter)| expand_argument(index, parameter, export, side, p));
    let symbols = contract.in_body();
    let gpu = expand_gpu(export, side, p);
    let overlap = expand_overlap(export, side, p);
    let writing = expand_writing(export, side, p);
    let (decoding, writing) = writing.map(|writing| (writing.decoding, writing.entry)).unzip();
    let returned = contract.raise_returned();
    let names = (0..parameters.len()).map(argument).collect();
    let call = match (side, export.fallback) {
        (Side::Fallback, Some(path)) => cpu_fallback::expand_call(export, path, names),
        _ => {
            let (token, names) = (expand_token(export, p), with_token(export, names));
            let (function, turbofish) = (expand_path(export), &export.generics.turbofish);
            quote_spanned!(Span::mixed_site()=> #token let __value = #function #turbofish (#(#names),*);)
        }
    };
    quote_spanned! {Span::mixed_site()=>
        #decoding
        #(#arguments)*
        #symbols
        #gpu
        #overlap
        #writing
        #call
        #returned
        #finish
    }
}

/// The function with the user's body.
fn expand_path(export: &ExportFn<'_>) -> TokenStream {
    let ExportFn { ident, namespace, .. } = export;
    match &export.method {
        Some(MethodOf { ty, .. }) if export.has_contract() => {
            let inner = inner_ident(ident);
            quote_spanned!(Span::mixed_site()=> <#ty>::#inner)
        }
        Some(MethodOf { ty, .. }) => quote_spanned!(Span::mixed_site()=> <#ty>::#ident),
        None if export.has_contract() => quote_spanned!(Span::mixed_site()=> #namespace::#ident),
        None => quote_spanned!(Span::mixed_site()=> #ident),
    }
}

/// The end of the body. rustc shows an error about the result at the span of `write_or_raise`, of `require_nothing`, or, for a closure, of
/// `into_function`.
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
    // Otherwise rustc would report a type that is not a class once for each method.
    let returned = match &export.method {
        Some(MethodOf { ty, .. }) => {
            quote_spanned!(Span::mixed_site()=> #p::ClassOf::<#ty>::tag().returned(&__value))
        }
        None => quote_spanned!(Span::mixed_site()=> #p::Returned::of(&__value)),
    };
    let require_nothing = Ident::new("require_nothing", *span);
    let backward = export
        .forward
        .map(|_| quote_spanned!(Span::mixed_site()=> #p::Returned::of(&__value).#require_nothing();));
    quote_spanned! {Span::mixed_site()=>
        #backward
        #closure
        #p::Some(#returned.#write_or_raise(__value, __slot, #name))
    }
}

/// The test of the number of arguments.
fn expand_arity(parameters: &[Parameter]) -> TokenStream {
    let total = parameters.len();
    let required = parameters.iter().rposition(Parameter::is_required).map_or(0, |last| last + 1);
    let (low, high) = (Literal::usize_unsuffixed(required), Literal::usize_unsuffixed(total));
    quote_spanned!(Span::mixed_site()=> __args.require_count(#low, #high)?;)
}

fn expand_argument(
    index: usize,
    parameter: &Parameter,
    export: &ExportFn<'_>,
    side: Side,
    p: &TokenStream,
) -> TokenStream {
    let Parameter { name, ty, default, .. } = parameter;
    let (argument, holder) = (argument(index), local("__holder", index));
    let is_object = export.is_object(index, parameter);
    let index = Literal::usize_unsuffixed(index);
    // Mistakes in these types are reported elsewhere.
    if is_object && default.is_none() {
        let receiver = quote_spanned!(Span::mixed_site()=> #p::Receiver::<#ty>::tag());
        return quote_spanned! {Span::mixed_site()=>
            let mut #holder = #receiver.holder();
            let #argument = #receiver.get(__args, #index, &mut #holder)?;
        };
    }
    let is_other = side.is_other(parameter);
    let argument_of = quote_spanned!(Span::mixed_site()=> #p::FallbackArgument::<#ty>::tag());
    let (made, get) = if is_other {
        (
            quote_spanned!(Span::mixed_site()=> #argument_of.holder()),
            quote_spanned!(Span::mixed_site()=> #argument_of.get(__args, #index, &mut #holder)),
        )
    } else {
        (
            quote_spanned!(Span::mixed_site()=> #p::holder::<#ty, _>()),
            match parameter.kind.is_plain {
                true => {
                    quote_spanned!(Span::mixed_site()=> __args.get_plain::<#ty, _>(#index, &mut #holder))
                }
                false => {
                    quote_spanned!(Span::mixed_site()=> __args.get_named::<#ty, _>(#index, &mut #holder, #name))
                }
            },
        )
    };
    let ty = side.ty(parameter);
    let decoded = match default {
        None if parameter.passing.takes_others() => {
            let is_mapping = parameter.passing == Passing::Names;
            quote_spanned! {Span::mixed_site()=>
                let #argument: #ty = if __args.given(#index) {
                    #get?
                } else {
                    #p::nothing_passed::<#ty, _>(#is_mapping, &mut #holder)?
                };
            }
        }
        None => quote_spanned!(Span::mixed_site()=> let #argument = #get?;),
        Some(default) => {
            let default = converted(default, &parameter.ty);
            quote_spanned! {Span::mixed_site()=>
                let #argument: #ty = if __args.given(#index) {
                    #get?
                } else {
                    #p::default_value::<#ty>(|| #default)
                };
            }
        }
    };
    quote_spanned!(Span::mixed_site()=> let mut #holder = #made; #decoded)
}
