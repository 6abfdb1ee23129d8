//! Splits the attributes of a function whose body moves: those for callers, and those for the body.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::Attribute;

use crate::tokens::{mentions, split_at_commas};

/// The attributes of the two functions.
#[derive(Default)]
pub(crate) struct Split {
    /// Of the function that is called: documentation, hints for callers, conditions.
    pub(crate) outer: Vec<TokenStream>,
    /// Of the function with the body: how it is compiled, and unknown attributes.
    pub(crate) inner: Vec<TokenStream>,
}

impl Split {
    /// Splits the attributes of a function; lints are for both.
    pub(crate) fn new(attributes: &[Attribute]) -> Self {
        let mut split = Self::default();
        for attribute in attributes {
            let (outer, inner) = sides(attribute.meta.to_token_stream());
            split.outer.extend(outer.map(|meta| quote!(#[#meta])));
            split.inner.extend(inner.map(|meta| quote!(#[#meta])));
        }
        split
    }
}

/// Whether an attribute decides how the function is inlined.
pub(crate) fn has_inline(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let tokens = attribute.meta.to_token_stream();
        mentions(tokens.clone(), "inline") || mentions(tokens, "cold")
    })
}

type Sides = (Option<TokenStream>, Option<TokenStream>);

fn sides(meta: TokenStream) -> Sides {
    let mut tokens = meta.clone().into_iter();
    let Some(TokenTree::Ident(name)) = tokens.next() else { return (None, Some(meta)) };
    match name.to_string().as_str() {
        "doc" | "must_use" | "deprecated" | "cfg" | "no_mangle" | "export_name" | "link_section"
        | "unsafe" => (Some(meta), None),
        "allow" | "warn" | "deny" | "forbid" => (Some(meta.clone()), Some(meta)),
        // `expect` would warn if the lint fires in only one of the two.
        "expect" => {
            let allow = Ident::new("allow", name.span());
            let allowed = quote!(#allow #(#tokens)*);
            (Some(allowed.clone()), Some(allowed))
        }
        "cfg_attr" => match tokens.next() {
            Some(TokenTree::Group(group)) => conditional(&name, group.stream()),
            _ => (None, Some(meta)),
        },
        _ => (None, Some(meta)),
    }
}

fn conditional(name: &Ident, tokens: TokenStream) -> Sides {
    let mut parts = split_at_commas(tokens).into_iter();
    let condition = parts.next();
    let (outer, inner): (Vec<_>, Vec<_>) = parts.map(sides).unzip();
    let joined = |metas: Vec<Option<TokenStream>>| {
        let metas: Vec<_> = metas.into_iter().flatten().collect();
        (!metas.is_empty()).then(|| quote!(#name(#condition #(, #metas)*)))
    };
    (joined(outer), joined(inner))
}

#[cfg(test)]
mod tests {
    use syn::parse::Parser;

    use super::*;

    #[test]
    fn each_side_has_its_own() {
        let attributes = Attribute::parse_outer
            .parse2(quote! {
                #[doc = "Text."]
                #[must_use]
                #[inline(never)]
                #[expect(unused, reason = "so")]
                #[cfg_attr(unix, cold, must_use = "because", deny(warnings))]
                #[cfg_attr(windows, inline)]
                #[tracing::instrument]
                #[unsafe(no_mangle)]
            })
            .unwrap();
        let Split { outer, inner } = Split::new(&attributes);
        let outer_expected = quote! {
            #[doc = "Text."]
            #[must_use]
            #[allow(unused, reason = "so")]
            #[cfg_attr(unix, must_use = "because", deny(warnings))]
            #[unsafe(no_mangle)]
        };
        let inner_expected = quote! {
            #[inline(never)]
            #[allow(unused, reason = "so")]
            #[cfg_attr(unix, cold, deny(warnings))]
            #[cfg_attr(windows, inline)]
            #[tracing::instrument]
        };
        assert_eq!(quote!(#(#outer)*).to_string(), outer_expected.to_string());
        assert_eq!(quote!(#(#inner)*).to_string(), inner_expected.to_string());
        assert!(has_inline(&attributes));
    }
}
