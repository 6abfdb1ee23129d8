//! A call: arguments decoded, the function called, its result encoded.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};

use crate::model::{Arguments, ExportFn, Parameter};
use crate::output::Output;

/// The function that the shim runs.
pub(super) fn expand_body(export: &ExportFn<'_>, p: &TokenStream) -> TokenStream {
    let ExportFn { ident, name, .. } = export;
    let (decode, call) = match &export.arguments {
        Arguments::Packed => (None, quote_spanned!(Span::mixed_site()=> args.with_views(#ident))),
        Arguments::Each(parameters) => {
            let arity = expand_arity(parameters, p);
            let decoded =
                (0_i32..).zip(parameters).map(|(index, parameter)| expand_argument(index, parameter, p));
            let names = (0_i32..).zip(parameters).map(|(index, _)| argument(index));
            let call = quote_spanned!(Span::mixed_site()=> #ident(#(#names),*));
            (Some(quote_spanned!(Span::mixed_site()=> #arity #(#decoded)*)), call)
        }
    };
    let (value, span) = match &export.output {
        Output::Named(ty) => {
            (call, ty.clone().into_iter().next().map_or_else(Span::mixed_site, |first| first.span()))
        }
        Output::Closure => (quote_spanned!(Span::mixed_site()=> #p::closure(#call)), Span::mixed_site()),
        Output::ResultOfClosure => {
            (quote_spanned!(Span::mixed_site()=> #call.map(#p::closure)), Span::mixed_site())
        }
    };
    let finish = quote_spanned!(Span::mixed_site().located_at(span)=> finish);
    quote_spanned! {Span::mixed_site()=>
        #[inline]
        fn __tvm_ffi_body(args: #p::Args<'_>, slot: #p::Slot<'_>) -> ::core::ffi::c_int {
            #decode
            let value = #value;
            #p::Returned::of(&value).#finish(value, slot, #name)
        }
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
        match args.count() {
            #count => {}
            _ => return #p::WRONG_COUNT,
        }
    }
}

fn expand_argument(index: i32, parameter: &Parameter, p: &TokenStream) -> TokenStream {
    let Parameter { ty, default, .. } = parameter;
    let (argument, holder) = (argument(index), local("holder", index));
    let (code, index) = (Literal::i32_unsuffixed(index + 1), Literal::i32_unsuffixed(index));
    let get = call_for_type(quote_spanned!(Span::mixed_site()=> #p::Args::get), ty, quote_spanned!(Span::mixed_site()=> args, #index, &mut #holder));
    let new = call_for_type(quote_spanned!(Span::mixed_site()=> #p::holder), ty, TokenStream::new());
    // Above zero, a code names the argument that does not decode.
    let failed = quote_spanned!(Span::mixed_site()=> return #code);
    let decoded = match default {
        None => quote_spanned! {Span::mixed_site()=>
            let ::core::option::Option::Some(#argument) = #get else { #failed };
        },
        Some(default) => quote_spanned! {Span::mixed_site()=>
            let #argument: #ty = if args.has(#index) {
                let ::core::option::Option::Some(value) = #get else { #failed };
                value
            } else {
                #default
            };
        },
    };
    quote_spanned!(Span::mixed_site()=> let mut #holder = #new; #decoded)
}

fn argument(index: i32) -> Ident {
    local("arg", index)
}

fn local(name: &str, index: i32) -> Ident {
    format_ident!("{name}{index}", span = Span::mixed_site())
}


fn call_for_type(function: TokenStream, ty: &TokenStream, arguments: TokenStream) -> TokenStream {
    let mut tokens = ty.clone().into_iter();
    let first = tokens.next().map_or_else(Span::mixed_site, |token| token.span());
    let last = tokens.last().map_or(first, |token| token.span());
    let function: TokenStream = function
        .into_iter()
        .enumerate()
        .map(|(index, mut token)| {
            if index < 2 {
                token.set_span(first);
            }
            token
        })
        .collect();
    let mut arguments = proc_macro2::Group::new(proc_macro2::Delimiter::Parenthesis, arguments);
    arguments.set_span(last);
    let close = quote_spanned!(last=> >);
    quote_spanned!(Span::mixed_site()=> #function::<#ty #close #arguments)
}
