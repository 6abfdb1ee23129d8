//! `backward_of = path`: a backward function is compared with its forward function when the crate is compiled.
//!
//! No expansion sees the other function. So each export with tensors has a type next to it, with its record, and the expansion of a
//! backward function names that type by the path of the forward function.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;

use super::record::record_path;
use crate::model::{ExportFn, Parameter, namespace};

/// The type next to the forward function. rustc reports a wrong path at the name of the function; between angle brackets, it does not take a
/// wrong name for that of a crate.
fn forward_type(path: &Path) -> TokenStream {
    let Some(last) = path.segments.last() else { return path.to_token_stream() };
    let mut ident = namespace(&last.ident);
    ident.set_span(last.ident.span());
    let colon = &path.leading_colon;
    let modules = path.segments.iter().take(path.segments.len() - 1);
    quote_spanned!(Span::mixed_site()=> <#colon #(#modules::)* #ident>)
}

/// The field of the description that names the forward function.
pub(super) fn expand_forward(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let forward = forward_type(export.forward?);
    Some(quote_spanned!(Span::mixed_site()=> forward: #p::Some(#forward::__TVM_FFI_RECORD),))
}

/// The comparison of a backward function with its forward function. rustc reports a mistake at the parameter, or at the path.
pub(super) fn expand_comparison(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let path = export.forward?;
    let (forward, record) = (forward_type(path), record_path(export));
    let of_parameters = export.arguments.parameters().iter().map(|Parameter { at, .. }| *at);
    let of_path = path.segments.last().map(|last| last.ident.span());
    let of_constants = export.constant.iter().map(|name| name.span());
    let places = of_parameters.chain(of_path).chain(of_constants).enumerate().map(|(place, span)| {
        let place = Literal::usize_unsuffixed(place);
        quote_spanned!(span=> __report(&__MISTAKE, #place);)
    });
    Some(quote_spanned! {Span::mixed_site()=>
        const _: () = {
            use #p::report_mistake as __report;
            const __MISTAKE: #p::Option<#p::PairMistake> =
                #p::compare_pair(#forward::__TVM_FFI_RECORD, #record);
            #(#places)*
        };
    })
}
