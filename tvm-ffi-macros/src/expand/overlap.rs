//! The test that only one argument covers memory that the function writes.

use proc_macro2::{Literal, Span, TokenStream};
use quote::quote_spanned;

use super::cpu_fallback::Side;
use super::record::record_path;
use super::{argument, local};
use crate::model::ExportFn;

/// The test, for functions that write a tensor and have parameters through which another can be reached.
///
/// Types decide that: names prove nothing. The addresses of all tensors are compared first, and where that is in doubt, a slower function of
/// the core crate visits all that the arguments lead to.
pub(super) fn expand_overlap(export: &ExportFn<'_>, side: Side, p: &TokenStream) -> Option<TokenStream> {
    let candidates = export.leading();
    if candidates.is_empty() {
        return None;
    }
    let declared: Vec<_> = candidates.iter().map(|(_, parameter)| &parameter.ty).collect();
    let types: Vec<_> = candidates.iter().map(|(_, parameter)| side.ty(parameter)).collect();
    let arguments: Vec<_> = candidates.iter().map(|(index, _)| argument(*index)).collect();
    let indices = candidates.iter().map(|(index, _)| Literal::usize_unsuffixed(*index));
    // The value of a default is not among the arguments.
    let defaults: Vec<_> = candidates.iter().filter(|(_, parameter)| parameter.default.is_some()).collect();
    let searches = defaults.iter().map(|(index, parameter)| {
        let (default, argument) = (local("__default", *index), argument(*index));
        let ty = side.ty(parameter);
        quote_spanned! {Span::mixed_site()=>
            let #default = #p::LeftOut(|__search: &mut #p::TensorSearch| {
                <#ty as #p::SearchTensors>::search(&#argument, __search)
            });
        }
    });
    let left_out = defaults.iter().map(|(index, _)| {
        let (default, index) = (local("__default", *index), Literal::usize_unsuffixed(*index));
        quote_spanned!(Span::mixed_site()=> #p::left_out(__args.given(#index), #index, &#default))
    });
    let record = record_path(export);
    Some(quote_spanned! {Span::mixed_site()=>
        if const { (#(#p::writes::<#declared>())|*) && #(#p::tensors::<#declared>())+* > 1 } {
            let __apart = #p::are_apart(&[#(#p::extent::<#types>(&#arguments)),*]) || {
                #(#searches)*
                #p::scan(
                    #record,
                    __args.bare(),
                    &[#(#p::held::<#types>(#indices, &#arguments),)* #(#left_out),*],
                )
            };
            #p::refuse_if!(!__apart);
        }
    })
}
