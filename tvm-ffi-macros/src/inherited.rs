//! Attributes of an item that apply to its expansion too.

use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Attribute;

use crate::tokens::split_at_commas;

/// `cfg` and `allow` among the attributes, also within `cfg_attr`; `expect` becomes `allow`, since the lint may fire in the
/// function only, and `deprecated` becomes `allow`, since the expansion calls the function.
pub(crate) fn inherited(attributes: &[Attribute]) -> Vec<TokenStream> {
    attributes
        .iter()
        .filter_map(|attribute| inherited_meta(attribute.meta.to_token_stream()))
        .map(|meta| quote!(#[#meta]))
        .collect()
}

/// The `#[cfg]` attributes of an item.
pub(crate) fn conditions(attributes: &[Attribute]) -> TokenStream {
    let conditions = attributes.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    quote!(#(#conditions)*)
}

fn inherited_meta(meta: TokenStream) -> Option<TokenStream> {
    let mut tokens = meta.clone().into_iter();
    let TokenTree::Ident(name) = tokens.next()? else { return None };
    match name.to_string().as_str() {
        "cfg" | "allow" => Some(meta),
        "deprecated" => Some(quote!(allow(deprecated))),
        "expect" => {
            let allow = Ident::new("allow", name.span());
            Some(quote!(#allow #(#tokens)*))
        }
        "cfg_attr" => match tokens.next()? {
            TokenTree::Group(group) => conditional(&name, &group),
            _ => None,
        },
        _ => None,
    }
}

fn conditional(name: &Ident, group: &Group) -> Option<TokenStream> {
    let mut parts = split_at_commas(group.stream()).into_iter();
    let condition = parts.next()?;
    let metas: Vec<_> = parts.filter_map(inherited_meta).collect();
    if metas.is_empty() { None } else { Some(quote!(#name(#condition #(, #metas)*))) }
}
