//! The memory that a function writes, kept while it runs.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::argument;
use super::cpu_fallback::Side;
use super::record::record_path;
use crate::model::ExportFn;

/// The entry of the call among those of its thread that write, for tensors that the function gets later than its arguments. Functions that
/// take nothing but numbers, text, and tensors have none: it would be half of what such a call takes.
///
/// Types decide whether the function writes: a name proves nothing.
pub(super) fn expand_writing(export: &ExportFn<'_>, side: Side, p: &TokenStream) -> Option<TokenStream> {
    let candidates = export.leading();
    let types: Vec<_> = candidates.iter().map(|(_, parameter)| side.ty(parameter)).collect();
    if types.is_empty() {
        return None;
    }
    let arguments = candidates.iter().map(|(index, _)| argument(*index));
    let record = record_path(export);
    let begin = quote_spanned! {Span::mixed_site()=>
        let mut __writing = #p::Writing::begin(#record);
        #(__writing.add::<#types>(&#arguments);)*
    };
    // What a fallback takes is not named here.
    if let Side::Fallback = side {
        return Some(begin);
    }
    Some(quote_spanned! {Span::mixed_site()=>
        let __writing = if const { (#(#p::writes_on_host::<#types>())|*) && (#(#p::may_get_tensors::<#types>())|*) } {
            #begin
            #p::Some(__writing)
        } else {
            #p::None
        };
    })
}
