//! `backward_of = path`: a backward function is compared with its forward function when the crate is compiled.
//!
//! No expansion sees the other function. So each export with tensors has a type next to it, with a constant that has its texts and its
//! types, and the expansion of a backward function names that type by the path of the forward function.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::Path;

use super::describe::{self, expand_constants, expand_types, expand_variables};
use crate::contract::entry::name_of;
use crate::dispatch::Variable;
use crate::model::{ExportFn, Parameter, namespace};

/// A field of the constant, if the export has one. The description shares it, so that the types are compiled once.
pub(super) fn expand_shared(export: &ExportFn<'_>, field: &str) -> Option<TokenStream> {
    let (namespace, field) = (&export.namespace, Ident::new(field, Span::mixed_site()));
    has_signature(export).then(|| quote_spanned!(Span::mixed_site()=> #namespace::__SIGNATURE.#field))
}

/// Whether a backward function may name the export, or be this one.
fn has_signature(export: &ExportFn<'_>) -> bool {
    export.method.is_none() && export.has_namespace()
}

/// The constants that a backward function is compared with.
pub(super) fn expand_signature(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    if !has_signature(export) {
        return None;
    }
    let (text, types) = (describe::expand_text(export, p), expand_types(export, p));
    let signature = quote_spanned!(Span::mixed_site()=> #p::Signature::new(#text, &[#types]));
    let fields = expand_fields(export);
    let signature = match fields.is_empty() {
        true => signature,
        false => quote_spanned!(Span::mixed_site()=> #p::Signature { #fields ..#signature }),
    };
    // The types mention the variables.
    let signature = match export.variables {
        [] => signature,
        variables => {
            let variables = variables.iter().map(|Variable { ident, types }| {
                let first = types.first();
                quote_spanned!(Span::mixed_site()=> #[allow(dead_code)] type #ident = #first;)
            });
            quote_spanned!(Span::mixed_site()=> { #(#variables)* #signature })
        }
    };
    Some(quote_spanned! {Span::mixed_site()=>
        pub const __SIGNATURE: #p::Signature<'static> = #signature;
    })
}

/// The fields that differ from those of an ordinary function.
fn expand_fields(export: &ExportFn<'_>) -> TokenStream {
    let variables = (!export.variables.is_empty()).then(|| {
        let variables = expand_variables(export);
        quote_spanned!(Span::mixed_site()=> variables: &[#variables],)
    });
    let constants = (!export.constants.is_empty()).then(|| {
        let constants = expand_constants(export);
        quote_spanned!(Span::mixed_site()=> constants: &[#constants],)
    });
    let fallback = export.fallback.map(|_| quote_spanned!(Span::mixed_site()=> has_fallback: true,));
    quote_spanned!(Span::mixed_site()=> #variables #constants #fallback)
}

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
    Some(quote_spanned!(Span::mixed_site()=> forward: #p::Some(#forward::__describe),))
}

/// The comparison of a backward function with its forward function. rustc reports a mistake at the parameter, or at the path.
pub(super) fn expand_comparison(export: &ExportFn<'_>, p: &TokenStream) -> Option<TokenStream> {
    let path = export.forward?;
    let (forward, namespace) = (forward_type(path), &export.namespace);
    let constant = export.constant.iter().map(name_of);
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
                #p::compare_pair(&#forward::__SIGNATURE, &#namespace::__SIGNATURE, &[#(#constant),*]);
            #(#places)*
        };
    })
}
