//! The test that all CUDA tensors of a call are on one GPU.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

use crate::model::{ExportFn, Parameter};
use crate::parameter_type::{Base, Form};

/// The test, for functions that may be given several CUDA tensors. Types decide whether they are.
pub(super) fn expand_gpu(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let parameters = export.arguments.parameters().iter().enumerate();
    let candidates: Vec<_> = parameters.filter(|(_, parameter)| may_be_on_gpu(parameter)).collect();
    if candidates.len() < 2 && !candidates.iter().any(|(_, parameter)| may_be_several(parameter)) {
        return None;
    }
    let tests = candidates.iter().map(|(index, Parameter { ty, .. })| {
        let index = Literal::usize_unsuffixed(*index);
        quote_spanned!(Span::mixed_site()=> #p::on_one_gpu::<#ty>(__args, #index, &mut __gpu))
    });
    Some(quote_spanned! {Span::mixed_site()=>
        let mut __gpu = ::core::option::Option::None;
        if !(#(#tests)&&*) {
            return #p::REFUSED;
        }
    })
}

fn may_be_on_gpu(Parameter { kind, .. }: &Parameter) -> bool {
    match &kind.base {
        Base::View(view) => !view.is_cpu(),
        Base::TensorView | Base::Unknown => true,
        _ => false,
    }
}

fn may_be_several(Parameter { kind, .. }: &Parameter) -> bool {
    kind.form == Form::List || matches!(kind.base, Base::Unknown)
}
