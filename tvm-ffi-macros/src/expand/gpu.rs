//! The test that all CUDA tensors of a call are on one GPU.

use proc_macro2::{Literal, Span, TokenStream};

use super::cpu_fallback::Side;
use crate::model::{ExportFn, Parameter};
use crate::parameter_type::{Base, Form};
use crate::template::quote_spanned;

/// The test, for functions that may get several CUDA tensors, or that need the GPU of the call. Types decide
/// whether there are any.
pub(super) fn expand_gpu(export: &ExportFn<'_>, side: Side, p: &TokenStream) -> Option<TokenStream> {
    let is_needed = match side {
        Side::Own => has_gpu(export),
        Side::Fallback => fallback_has_gpu(export),
    };
    if !is_needed {
        return None;
    }
    let tests = candidates(export).map(|(index, Parameter { ty, .. })| {
        let index = Literal::usize_unsuffixed(index);
        quote_spanned!(Span::mixed_site()=> #p::on_one_gpu::<#ty>(__args, #index, &mut __gpu))
    });
    let tests: Vec<_> = tests.collect();
    let test =
        (!tests.is_empty()).then(|| quote_spanned!(Span::mixed_site()=> #p::refuse_if!(!(#(#tests)&&*));));
    // Owned tensors may be on any device. Without other tensors, they determine the GPU of the call.
    let owned = owned(export).map(|index| {
        let index = Literal::usize_unsuffixed(index);
        quote_spanned!(Span::mixed_site()=> #p::on_one_gpu::<#p::TensorView<'_>>(__args, #index, &mut __gpu);)
    });
    Some(quote_spanned!(Span::mixed_site()=> let mut __gpu = #p::None; #test #(#owned)*))
}

/// Whether there is a variable with the GPU of the call.
pub(super) fn has_gpu(export: &ExportFn<'_>) -> bool {
    let mut candidates = candidates(export).map(|(_, parameter)| parameter);
    match (candidates.next(), candidates.next()) {
        (None, _) => owned(export).next().is_some(),
        (Some(only), None) => export.token.is_some() || may_be_several(only),
        (Some(_), Some(_)) => true,
    }
}

/// Whether the `cpu =` fallback, whose views are of host memory, may take CUDA tensors anyway.
fn fallback_has_gpu(export: &ExportFn<'_>) -> bool {
    let others = candidates(export).map(|(_, parameter)| parameter);
    let mut others = others.filter(|parameter| !matches!(parameter.kind.base, Base::View(_)));
    match (others.next(), others.next()) {
        (Some(only), None) => may_be_several(only),
        (others, _) => others.is_some(),
    }
}

/// The parameters of a function with a token that are owned tensors, by index.
fn owned(export: &ExportFn<'_>) -> impl Iterator<Item = usize> {
    let parameters = export.arguments.parameters().iter().enumerate();
    let is_owned =
        |parameter: &Parameter| export.token.is_some() && matches!(parameter.kind.base, Base::Tensor);
    parameters.filter(move |(_, parameter)| is_owned(parameter)).map(|(index, _)| index)
}

/// The parameters that may be CUDA tensors, with their indices.
fn candidates<'a>(export: &'a ExportFn<'_>) -> impl Iterator<Item = (usize, &'a Parameter)> {
    export.arguments.parameters().iter().enumerate().filter(|(_, parameter)| may_be_on_gpu(parameter))
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
