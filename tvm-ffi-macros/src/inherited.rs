//! Attributes of an item that apply to what it expands to.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Attribute;

use crate::tokens::split_at_commas;

/// What becomes of an attribute with this name.
type Rule<'a> = &'a dyn Fn(&str, TokenStream) -> Option<TokenStream>;

/// `cfg` and `allow` among the attributes; `deprecated` becomes `allow`, since the expansion calls the function.
pub(crate) fn inherited(attributes: &[Attribute]) -> Vec<TokenStream> {
    filtered(attributes, &|name, meta| match name {
        "cfg" | "allow" => Some(meta),
        "deprecated" => Some(quote!(allow(deprecated))),
        _ => None,
    })
}

/// The attributes that a rule keeps, also within `cfg_attr`. `expect` becomes `allow`, since the lint may not fire in all of the expansion.
pub(crate) fn filtered(attributes: &[Attribute], rule: Rule<'_>) -> Vec<TokenStream> {
    let kept = attributes.iter().filter_map(|attribute| filter(attribute.meta.to_token_stream(), rule));
    kept.map(|meta| quote!(#[#meta])).collect()
}

fn filter(meta: TokenStream, rule: Rule<'_>) -> Option<TokenStream> {
    let mut tokens = meta.clone().into_iter();
    let Some(TokenTree::Ident(name)) = tokens.next() else { return rule("", meta) };
    match (name.to_string().as_str(), tokens.next()) {
        ("expect", options) => {
            let allow = Ident::new("allow", name.span());
            rule("allow", quote!(#allow #options))
        }
        ("cfg_attr", Some(TokenTree::Group(group))) => {
            let mut parts = split_at_commas(group.stream()).into_iter();
            let condition = parts.next()?;
            let metas: Vec<_> = parts.filter_map(|part| filter(part, rule)).collect();
            (!metas.is_empty()).then(|| quote!(#name(#condition #(, #metas)*)))
        }
        (name, _) => rule(name, meta),
    }
}

/// The `#[cfg]` attributes of an item.
pub(crate) fn conditions(attributes: &[Attribute]) -> TokenStream {
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    quote!(#(#conditions)*)
}
