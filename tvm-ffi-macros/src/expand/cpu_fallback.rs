//! `cpu = path`: an export for tensors in CUDA memory calls another function for tensors in host memory.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;

use crate::model::{ExportFn, Parameter};
use crate::output::{Output, OutputForm};

/// The function that a body calls. Both bodies are expanded from one model.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The exported function.
    Own,
    /// Its fallback, which takes views of host memory in place of CUDA memory, and no token.
    Fallback,
}

impl Side {
    /// The function that decodes the arguments and makes the call.
    pub(super) fn body(self) -> Ident {
        self.ident("__tvm_ffi_body", "__tvm_ffi_fallback")
    }

    /// The same for the types of a dispatch.
    pub(super) fn instance(self) -> Ident {
        self.ident("__tvm_ffi_instance", "__tvm_ffi_fallback_instance")
    }

    fn ident(self, own: &str, fallback: &str) -> Ident {
        Ident::new(if self == Self::Own { own } else { fallback }, Span::mixed_site())
    }

    /// Whether an argument may be of another type than the function takes.
    pub(super) fn is_other(self, parameter: &Parameter) -> bool {
        self == Self::Fallback && parameter.may_be_cuda_view()
    }

    /// The type of an argument, or `_` if it may differ from the function's: then rustc infers it from the decoding.
    pub(super) fn ty(self, parameter: &Parameter) -> TokenStream {
        if self.is_other(parameter) {
            return quote_spanned!(Span::mixed_site()=> _);
        }
        parameter.ty.clone()
    }
}

/// The call of the fallback. rustc reports a mismatch at the path.
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
