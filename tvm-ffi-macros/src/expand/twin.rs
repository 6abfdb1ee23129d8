//! A function for tensors in CUDA memory that has a twin for those in host memory, under one name.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;

use crate::dispatch::Variable;
use crate::model::{ExportFn, Parameter};
use crate::output::{Output, OutputForm};
use crate::parameter_type::{Base, Form};

/// Which of the two a body is made for. Both are made from one model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The function itself.
    Own,
    /// Its twin, which takes views of host memory for those of CUDA memory, and no token.
    Twin,
}

impl Side {
    /// The function that decodes the arguments and makes the call.
    pub(super) fn body(self) -> Ident {
        self.ident("__tvm_ffi_body", "__tvm_ffi_twin")
    }

    /// The same for the types of a dispatch.
    pub(super) fn instance(self) -> Ident {
        self.ident("__tvm_ffi_instance", "__tvm_ffi_twin_instance")
    }

    fn ident(self, own: &str, twin: &str) -> Ident {
        Ident::new(if self == Self::Own { own } else { twin }, Span::mixed_site())
    }

    /// Whether an argument may be of another type than the function takes.
    pub(super) fn is_other(self, parameter: &Parameter) -> bool {
        self == Self::Twin && parameter.may_be_cuda_view()
    }

    /// The type of an argument. Where that may be another than the function's, the compiler knows it from how it was decoded.
    pub(super) fn ty(self, parameter: &Parameter) -> TokenStream {
        if self.is_other(parameter) {
            return quote_spanned!(Span::mixed_site()=> _);
        }
        parameter.ty.clone()
    }
}

/// The function that tells whether a call is for the twin: whether the first tensor is in host memory, of those that the function
/// takes in CUDA memory. Types decide which these are.
pub(super) fn expand_test(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    export.twin?;
    // Where a tensor is does not depend on what it consists of.
    let elements = export.variables.iter().map(|Variable { ident, types }| {
        let first = types.first();
        quote_spanned!(Span::mixed_site()=> #[allow(dead_code)] type #ident = #first;)
    });
    let asked = asked(export).into_iter().enumerate().map(|(place, (index, Parameter { ty, .. }))| {
        let index = Literal::usize_unsuffixed(index);
        let ask = quote_spanned!(Span::mixed_site()=> #p::on_host::<#ty>(__args, #index));
        if place == 0 { ask } else { quote_spanned!(Span::mixed_site()=> .or_else(|| #ask)) }
    });
    Some(quote_spanned! {Span::mixed_site()=>
        #[inline]
        fn __tvm_ffi_is_on_host(__args: #p::Args<'_>) -> ::core::primitive::bool {
            #(#elements)*
            #(#asked)* == ::core::option::Option::Some(true)
        }
    })
}

/// How the body of the twin begins: with calls that the function itself has refused.
pub(super) fn expand_start(arity: &TokenStream, p: &TokenStream) -> TokenStream {
    quote_spanned! {Span::mixed_site()=>
        #arity
        if !__tvm_ffi_is_on_host(__args) {
            return #p::REFUSED;
        }
    }
}

/// The body that accepts every form of tensors, of whichever function the call is for.
pub(super) fn expand_either(p: &TokenStream) -> TokenStream {
    let (own, twin) = (Side::Own.body(), Side::Twin.body());
    quote_spanned! {Span::mixed_site()=>
        fn __tvm_ffi_either(__args: #p::Args<'_>, __slot: #p::Slot<'_>) -> ::core::ffi::c_int {
            if __tvm_ffi_is_on_host(__args) {
                #twin::<#p::Exact>(__args, __slot)
            } else {
                #own::<#p::Exact>(__args, __slot)
            }
        }
    }
}

/// The parameters that choose, with their indices: up to the first that is a tensor in every call.
fn asked<'a>(export: &'a ExportFn<'_>) -> Vec<(usize, &'a Parameter)> {
    let mut asked = Vec::new();
    for (index, parameter) in export.arguments.parameters().iter().enumerate() {
        if !parameter.may_be_cuda_view() {
            continue;
        }
        asked.push((index, parameter));
        let is_view = parameter.kind.form == Form::One && matches!(parameter.kind.base, Base::View(_));
        if is_view && parameter.default.is_none() {
            break;
        }
    }
    asked
}

/// What types tell of a function that shows no view of CUDA memory by name. A view with an element type of a dispatch does.
pub(super) fn expand_assertion(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let path = export.twin?;
    let asked = asked(export);
    if asked
        .iter()
        .any(|(_, parameter)| matches!(parameter.kind.base, Base::View(_)) || parameter.variable.is_some())
    {
        return None;
    }
    let span = span(path);
    let types = asked.iter().map(|(_, parameter)| &parameter.ty);
    let takes_cuda = quote_spanned!(Span::mixed_site()=> #(#p::takes_cuda::<#types>())|*);
    let assert = quote_spanned!(span=> __assert(#takes_cuda));
    Some(quote_spanned!(Span::mixed_site()=> const _: () = { use #p::assert_twin as __assert; #assert };))
}

/// The call of the twin. What does not fit is shown at the path.
pub(super) fn expand_call(export: &ExportFn<'_>, path: &Path, names: Vec<Ident>) -> TokenStream {
    let at = span(path).resolved_at(Span::mixed_site());
    let names = names.into_iter().map(|name| Ident::new(&name.to_string(), at));
    let call = quote_spanned!(at=> #path(#(#names),*));
    match &export.output {
        Output { form: OutputForm::Named, ty, .. } => {
            quote_spanned!(Span::mixed_site()=> let __value: #ty = #call;)
        }
        _ => quote_spanned!(Span::mixed_site()=> let __value = #call;),
    }
}

fn span(path: &Path) -> Span {
    path.to_token_stream().into_iter().last().map_or_else(Span::call_site, |token| token.span())
}
