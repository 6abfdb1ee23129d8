//! The test that all views of GPU memory in a call are on one GPU.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

use super::argument;
use super::cpu_fallback::Side;
use super::record::record_path;
use crate::model::{ExportFn, Parameter};
use crate::parameter_type::{Base, Form};

/// The test, for functions that may get several views of GPU memory, or that need the GPU of the call. Types decide whether there are
/// any.
pub(super) fn expand_gpu(export: &ExportFn<'_>, side: Side, p: &TokenStream) -> Option<TokenStream> {
    let has_token = export.token.is_some() && side == Side::Own;
    let candidates = export.arguments.parameters().iter().enumerate();
    let candidates = candidates.filter(|(_, parameter)| may_be_on_gpu(parameter, has_token, side));
    let candidates: Vec<_> = candidates.collect();
    let is_needed = match &candidates[..] {
        [] => false,
        [only] => has_token || may_be_several(only.1),
        _ => true,
    };
    let tests = candidates.iter().map(|(index, parameter)| {
        let (argument, index, ty) = (argument(*index), Literal::usize_unsuffixed(*index), side.ty(parameter));
        quote_spanned!(Span::mixed_site()=> #p::on_one_gpu::<#ty>(&#argument, #index, &mut __gpu))
    });
    let test = is_needed.then(|| {
        let record = record_path(export);
        quote_spanned! {Span::mixed_site()=>
            if !(#(#tests)&&*) {
                return #p::Some(#p::raise_two_gpus(#record, __args, &__gpu));
            }
        }
    });
    let is_changed = is_needed.then(|| quote_spanned!(Span::mixed_site()=> mut));
    (is_needed || has_token)
        .then(|| quote_spanned!(Span::mixed_site()=> let #is_changed __gpu = #p::Gpu::NONE; #test))
}

/// Whether a parameter may have views of GPU memory. Owned tensors say where the call is if there are no views.
fn may_be_on_gpu(Parameter { kind, .. }: &Parameter, has_token: bool, side: Side) -> bool {
    match &kind.base {
        Base::View(view) => !view.is_cpu() && side == Side::Own,
        Base::TensorView | Base::Tuple | Base::Unknown => true,
        Base::Tensor => has_token,
        _ => false,
    }
}

fn may_be_several(Parameter { kind, .. }: &Parameter) -> bool {
    kind.form == Form::List || matches!(kind.base, Base::Tuple | Base::Unknown)
}
