//! Splits the attributes of a function whose body moves: those for callers, and those for the body.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::Attribute;

use crate::inherited::filtered;
use crate::tokens::mentions;

/// The attributes of the two functions.
pub(crate) struct Split {
    /// Of the function that is called: documentation, hints for callers, conditions.
    pub(crate) outer: Vec<TokenStream>,
    /// Of the function with the body: how it is compiled, and unknown attributes.
    pub(crate) inner: Vec<TokenStream>,
}

impl Split {
    /// Splits the attributes of a function; lints are for both.
    pub(crate) fn new(attributes: &[Attribute]) -> Self {
        const LINTS: [&str; 4] = ["allow", "warn", "deny", "forbid"];
        const OUTER: [&str; 8] =
            ["doc", "must_use", "deprecated", "cfg", "no_mangle", "export_name", "link_section", "unsafe"];
        let is_outer = |name: &str| OUTER.contains(&name) || LINTS.contains(&name);
        Self {
            outer: filtered(attributes, &|name, meta| is_outer(name).then_some(meta)),
            inner: filtered(attributes, &|name, meta| (!OUTER.contains(&name)).then_some(meta)),
        }
    }
}

/// Whether an attribute decides how the function is inlined.
pub(crate) fn has_inline(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let tokens = attribute.meta.to_token_stream();
        mentions(tokens.clone(), "inline") || mentions(tokens, "cold")
    })
}

#[cfg(test)]
mod tests {
    use quote::quote;
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
