//! Token streams, without a syntax tree.

mod written;

pub(crate) use written::one_line;

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::Type;

/// The parts between commas, except empty ones.
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

/// Each occurrence of a keyword, at any depth.
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

/// Whether a name occurs, at any depth.
pub(crate) fn mentions(tokens: TokenStream, name: &str) -> bool {
    !keywords(tokens, name).is_empty()
}

/// Replaces `Self` by the type, with the span of `Self`.
pub(crate) fn replace_self(tokens: TokenStream, ty: &TokenStream) -> TokenStream {
    let mut replaced = TokenStream::new();
    for token in tokens {
        match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                for mut token in ty.clone() {
                    token.set_span(token.span().located_at(ident.span()));
                    replaced.append(token);
                }
            }
            TokenTree::Group(group) => {
                replaced.append(with_stream(&group, replace_self(group.stream(), ty)));
            }
            other => replaced.append(other),
        }
    }
    replaced
}

/// The group with other tokens.
pub(crate) fn with_stream(group: &Group, stream: TokenStream) -> TokenTree {
    let mut other = Group::new(group.delimiter(), stream);
    other.set_span(group.span());
    other.into()
}

/// Tokens without groups, all with one span.
pub(crate) fn respanned(tokens: TokenStream, span: Span) -> TokenStream {
    let mut respanned = TokenStream::new();
    for mut token in tokens {
        token.set_span(span);
        respanned.append(token);
    }
    respanned
}

/// A type on one line, without the spaces that token streams print.
pub(crate) fn compact(ty: &Type) -> String {
    let mut text = String::new();
    for token in ty.to_token_stream().to_string().split_whitespace() {
        let needs_space = text.ends_with(|last: char| last.is_alphanumeric() || matches!(last, ',' | '>'))
            && token.starts_with(|first: char| first.is_alphanumeric() || matches!(first, '\'' | '['))
            || text.ends_with(',')
            || token.starts_with("->");
        if needs_space {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse_quote;

    use super::*;

    #[test]
    fn commas_in_groups_do_not_split() {
        let parts = split_at_commas(quote!(a = 1, b(c, d), , e,));
        let parts: Vec<_> = parts.iter().map(ToString::to_string).collect();
        assert_eq!(parts, ["a = 1", "b (c , d)", "e"]);
    }

    #[test]
    fn types_print_as_they_are_written() {
        for text in [
            "i64",
            "Option<&str>",
            "&'a [f32]",
            "(i64, Vec<u8>)",
            "CpuViewMut<'_, f32, 1>",
            "a::b<C>",
            "fn(i64) -> f64",
        ] {
            let ty: Type = syn::parse_str(text).unwrap();
            assert_eq!(compact(&ty), text);
        }
        let ty: Type = parse_quote!(dyn Fn(i64));
        assert_eq!(compact(&ty), "dyn Fn(i64)");
    }
}
