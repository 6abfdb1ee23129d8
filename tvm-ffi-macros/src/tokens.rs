//! Token streams, without a syntax tree.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::Type;

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

/// Tokens without groups, all with one span.
pub(crate) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            token.set_span(span);
            token
        })
        .collect()
}

/// Where the first and the last token stand, for generated code that is shown there but means what it does in a macro.
pub(crate) fn ends(tokens: &TokenStream) -> (Span, Span) {
    let mut spans = tokens.clone().into_iter().map(|token| Span::mixed_site().located_at(token.span()));
    let first = spans.next().unwrap_or_else(Span::mixed_site);
    (first, spans.last().unwrap_or(first))
}

/// A type on one line, without the spaces that token streams print.
pub(crate) fn compact(ty: &Type) -> String {
    let mut text = String::new();
    for token in ty.to_token_stream().to_string().split_whitespace() {
        let needs_space = text.ends_with(|last: char| last.is_alphanumeric() || matches!(last, ',' | '>'))
            && token.starts_with(|first: char| first.is_alphanumeric() || first == '\'')
            || text.ends_with(',');
        if needs_space {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}
