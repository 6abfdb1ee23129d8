//! Lifetimes in the types that expansions repeat.

use proc_macro2::{Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use syn::{Generics, Lifetime};

/// The tokens with each lifetime parameter of the function as `'_`: its name means nothing outside the function.
pub(crate) fn elide(tokens: TokenStream, generics: &Generics) -> TokenStream {
    let names: Vec<_> = generics.lifetimes().map(|parameter| parameter.lifetime.ident.to_string()).collect();
    if names.is_empty() { tokens } else { elide_names(tokens, &names) }
}

fn elide_names(tokens: TokenStream, names: &[String]) -> TokenStream {
    let mut after_quote = false;
    tokens
        .into_iter()
        .map(|token| {
            let is_lifetime = after_quote;
            after_quote = is_quote(&token);
            match token {
                TokenTree::Ident(name) if is_lifetime && names.contains(&name.to_string()) => {
                    TokenTree::Ident(Ident::new("_", name.span()))
                }
                TokenTree::Group(group) => {
                    let mut inner = Group::new(group.delimiter(), elide_names(group.stream(), names));
                    inner.set_span(group.span());
                    TokenTree::Group(inner)
                }
                other => other,
            }
        })
        .collect()
}

/// Every `'static` in the tokens.
pub(crate) fn statics(tokens: TokenStream) -> Vec<Lifetime> {
    let mut found = Vec::new();
    let mut quote: Option<Punct> = None;
    for token in tokens {
        match (&token, quote.take()) {
            (TokenTree::Ident(name), Some(quote)) if name == "static" => {
                found.push(Lifetime { apostrophe: quote.span(), ident: name.clone() });
            }
            (TokenTree::Group(group), _) => found.extend(statics(group.stream())),
            (TokenTree::Punct(punct), _) if is_quote(&token) => quote = Some(punct.clone()),
            _ => {}
        }
    }
    found
}

fn is_quote(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\'' && punct.spacing() == Spacing::Joint)
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse_quote;

    use super::*;

    #[test]
    fn lifetimes_of_the_function_are_elided() {
        let generics = parse_quote!(<'a, 'b>);
        let elided = elide(quote!(View<'a, [&'b str; 2], for<'x> fn(&'x str, &'static str)>), &generics);
        assert_eq!(
            elided.to_string(),
            quote!(View<'_, [&'_ str; 2], for<'x> fn(&'x str, &'static str)>).to_string()
        );
    }

    #[test]
    fn names_that_are_no_lifetimes_stay() {
        let elided = elide(quote!(Of<a, 'a, { 'a' as u8 }>), &parse_quote!(<'a>));
        assert_eq!(elided.to_string(), quote!(Of<a, '_, { 'a' as u8 }>).to_string());
    }

    #[test]
    fn statics_are_found_at_any_depth() {
        assert_eq!(statics(quote!((&'static str, [View<'static>; 1], &'a str, statik))).len(), 2);
    }
}
