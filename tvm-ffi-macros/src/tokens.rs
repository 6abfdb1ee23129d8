//! Token streams, without a syntax tree.

use proc_macro2::{Ident, TokenStream, TokenTree};

/// The parts between commas, but for empty ones.
pub(crate) fn split_at_commas(tokens: TokenStream) -> Vec<TokenStream> {
    let mut parts = vec![];
    let mut part = TokenStream::new();
    for token in tokens {
        match &token {
            TokenTree::Punct(punct) if punct.as_char() == ',' => parts.push(core::mem::take(&mut part)),
            _ => part.extend([token]),
        }
    }
    parts.push(part);
    parts.retain(|part| !part.is_empty());
    parts
}

/// Every place where a keyword stands, at any depth.
pub(crate) fn keywords(tokens: TokenStream, keyword: &str) -> Vec<Ident> {
    let mut found = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == keyword => found.push(ident),
            TokenTree::Group(group) => found.extend(keywords(group.stream(), keyword)),
            _ => {}
        }
    }
    found
}
