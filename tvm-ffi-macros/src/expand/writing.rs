//! The memory that a function writes, kept while it runs.

use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

use super::argument;
use super::cpu_fallback::Side;
use super::record::record_path;
use crate::model::{ExportFn, Parameter};

/// The entry of the call among those of its thread that write, for tensors that the function gets later than its arguments. Functions that
/// take nothing but numbers, text, and tensors have none: it would be half of what such a call takes.
pub(super) struct Writing {
    /// Before the arguments are decoded.
    pub(super) decoding: TokenStream,
    /// After they were compared.
    pub(super) entry: TokenStream,
}

/// Types decide whether the function writes: a name proves nothing.
pub(super) fn expand_writing(export: &ExportFn<'_>, side: Side, p: &TokenStream) -> Option<Writing> {
    let candidates = export.leading();
    let types: Vec<_> = candidates.iter().map(|(_, parameter)| side.ty(parameter)).collect();
    if types.is_empty() {
        return None;
    }
    let entries = candidates.iter().zip(&types).map(|((index, Parameter { name, .. }), ty)| {
        let argument = argument(*index);
        quote_spanned!(Span::mixed_site()=> __writing.add::<#ty>(&#argument, #name);)
    });
    let record = record_path(export);
    // What a fallback takes is not named here.
    let condition = match side {
        Side::Fallback => quote_spanned!(Span::mixed_site()=> true),
        Side::Own => quote_spanned! {Span::mixed_site()=>
            const { (#(#p::writes_on_host::<#types>())|*) && (#(#p::may_get_tensors::<#types>())|*) }
        },
    };
    Some(Writing {
        decoding: quote_spanned! {Span::mixed_site()=>
            let __decoding = #p::Decoding::begin_if(#condition);
        },
        entry: quote_spanned! {Span::mixed_site()=>
            let __writing = __decoding.map(|__decoding| {
                let mut __writing = #p::Writing::begin(#record, __decoding);
                #(#entries)*
                __writing
            });
        },
    })
}
