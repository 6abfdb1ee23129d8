//! The test that all views of GPU memory in a call are on one GPU.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

use super::argument;
use super::cpu_fallback::Side;
use super::record::record_path;
use crate::model::ExportFn;

/// The test. Types decide which parameters may have views of GPU memory.
pub(super) fn expand_gpu(export: &ExportFn<'_>, side: Side, p: &TokenStream) -> Option<TokenStream> {
    let has_token = export.token.is_some() && side == Side::Own;
    let candidates =
        export.leading().into_iter().filter(|(index, parameter)| !export.is_object(*index, parameter));
    let tests = candidates.map(|(index, parameter)| {
        let (argument, index, ty) = (argument(index), Literal::usize_unsuffixed(index), side.ty(parameter));
        quote_spanned!(Span::mixed_site()=> #p::on_one_gpu::<#ty>(&#argument, #index, &mut __gpu))
    });
    let tests: Vec<_> = tests.collect();
    if tests.is_empty() {
        return has_token.then(|| quote_spanned!(Span::mixed_site()=> let __gpu = #p::Gpu::NONE;));
    }
    let record = record_path(export);
    Some(quote_spanned! {Span::mixed_site()=>
        let mut __gpu = #p::Gpu::NONE;
        if !(#(#tests)&&*) {
            return #p::Some(#p::raise_two_gpus(#record, __args, &__gpu));
        }
    })
}
