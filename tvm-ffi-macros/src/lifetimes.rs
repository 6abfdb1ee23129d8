//! Lifetimes in the types that expansions repeat.

use proc_macro2::{Delimiter, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::TokenStreamExt;
use syn::Lifetime;

use crate::tokens::with_stream;

/// The tokens with each named lifetime as `'_`: the names of the function mean nothing outside it, and what it does not
/// declare is reported in the signature. Those that `for<'x>` binds and `'static` stay.
pub(crate) fn elide(tokens: TokenStream) -> TokenStream {
    let mut kept = vec!["static".to_owned()];
    collect_bound(tokens.clone(), &mut kept);
    rename_but(tokens, &kept, "_")
}

/// The tokens with each named lifetime as `'static`, except those that `for<'x>` binds.
pub(crate) fn with_static(tokens: TokenStream) -> TokenStream {
    let mut kept = Vec::new();
    collect_bound(tokens.clone(), &mut kept);
    rename_but(tokens, &kept, "static")
}

/// The first lifetime except those that `for<'x>` binds, `'static`, and the named one.
pub(crate) fn first_lifetime_but(tokens: TokenStream, name: Option<&str>) -> Option<Lifetime> {
    let mut free = vec!["static".to_owned()];
    free.extend(name.map(str::to_owned));
    collect_bound(tokens.clone(), &mut free);
    first_but(tokens, &free)
}

/// Collects the names in `for<'x>`.
fn collect_bound(tokens: TokenStream, names: &mut Vec<String>) {
    let (mut after_for, mut in_binder, mut after_quote) = (false, false, false);
    for token in tokens {
        match &token {
            TokenTree::Ident(name) if in_binder && after_quote => names.push(name.to_string()),
            TokenTree::Punct(punct) if punct.as_char() == '<' => in_binder = after_for,
            TokenTree::Punct(punct) if punct.as_char() == '>' => in_binder = false,
            TokenTree::Group(group) => collect_bound(group.stream(), names),
            _ => {}
        }
        after_for = matches!(&token, TokenTree::Ident(name) if name == "for");
        after_quote = is_quote(&token);
    }
}

fn rename_but(tokens: TokenStream, kept: &[String], new: &str) -> TokenStream {
    let (mut renamed, mut after_quote) = (TokenStream::new(), false);
    for mut token in tokens {
        let is_lifetime = after_quote;
        after_quote = is_quote(&token);
        match &token {
            TokenTree::Ident(name) if is_lifetime && !kept.contains(&name.to_string()) => {
                token = Ident::new(new, name.span()).into();
            }
            // Braces hold the code of a constant, where such names are labels.
            TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
                token = with_stream(group, rename_but(group.stream(), kept, new));
            }
            _ => {}
        }
        renamed.append(token);
    }
    renamed
}

/// Whether a type shows that it borrows.
pub(crate) fn borrows(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Punct(punct) => matches!(punct.as_char(), '&' | '\''),
        TokenTree::Group(group) => borrows(group.stream()),
        _ => false,
    })
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

fn first_but(tokens: TokenStream, free: &[String]) -> Option<Lifetime> {
    let mut quote: Option<Punct> = None;
    for token in tokens {
        match (&token, quote.take()) {
            (TokenTree::Ident(name), Some(quote)) if !free.contains(&name.to_string()) => {
                return Some(Lifetime { apostrophe: quote.span(), ident: name.clone() });
            }
            (TokenTree::Group(group), _) => {
                if let Some(found) = first_but(group.stream(), free) {
                    return Some(found);
                }
            }
            (TokenTree::Punct(punct), _) if is_quote(&token) => quote = Some(punct.clone()),
            _ => {}
        }
    }
    None
}

fn is_quote(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\'' && punct.spacing() == Spacing::Joint)
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::*;

    #[test]
    fn named_lifetimes_are_elided() {
        let elided = elide(quote!(View<'a, [&'b str; 2], for<'x> fn(&'x str, &'static str)>));
        assert_eq!(
            elided.to_string(),
            quote!(View<'_, [&'_ str; 2], for<'x> fn(&'x str, &'static str)>).to_string()
        );
    }

    #[test]
    fn names_that_are_no_lifetimes_stay() {
        let elided = elide(quote!(Of<a, 'a, { 'a' as u8 }, { 'a: loop { break 'a; } }>));
        let expected = quote!(Of<a, '_, { 'a' as u8 }, { 'a: loop { break 'a; } }>);
        assert_eq!(elided.to_string(), expected.to_string());
    }

    #[test]
    fn statics_are_found_at_any_depth() {
        let found = statics(quote!((&'static str, [View<'static>; 1], &'a str, statik)));
        assert_eq!(found.len(), 2);
    }
}
