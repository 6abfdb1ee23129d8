//! Documentation comments as text.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote_spanned};
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The text of documentation comments. The text of a macro in an attribute, such as `include_str!`, is known only when rustc expands it.
#[derive(Default)]
pub(crate) struct Doc(Vec<Piece>);

enum Piece {
    Known(String),
    Macro(TokenStream),
}

impl Doc {
    /// The documentation comments among `attributes`, one a line. One space after `///` belongs to the comment.
    pub(crate) fn of(attributes: &[Attribute]) -> Self {
        let mut doc = Self::default();
        for attribute in attributes {
            match &attribute.meta {
                Meta::NameValue(meta) if meta.path.is_ident("doc") => doc.add(&meta.value),
                _ => {}
            }
        }
        if let Some(Piece::Known(first)) = doc.0.first_mut() {
            *first = first.trim_start_matches('\n').to_owned();
        }
        if let Some(Piece::Known(last)) = doc.0.last_mut() {
            last.truncate(last.trim_end().len());
        }
        doc
    }

    /// A text that is known.
    pub(crate) fn text(text: &str) -> Self {
        Self(vec![Piece::Known(text.to_owned())])
    }

    fn add(&mut self, value: &Expr) {
        if !self.0.is_empty() {
            self.push("\n");
        }
        match value {
            Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
                let text = text.value();
                self.push(&text.lines().map(line_text).collect::<Vec<_>>().join("\n"));
            }
            // rustc reports other literals.
            Expr::Lit(_) => {}
            other => self.0.push(Piece::Macro(other.to_token_stream())),
        }
    }

    /// The documentation as a literal, or as what rustc expands to one; `None` if there is none.
    pub(crate) fn expand(&self) -> Option<TokenStream> {
        let pieces: Vec<_> = self
            .0
            .iter()
            .map(|piece| match piece {
                Piece::Known(text) => text.to_token_stream(),
                Piece::Macro(tokens) => tokens.clone(),
            })
            .collect();
        match (&self.0[..], &pieces[..]) {
            ([], _) => None,
            ([Piece::Known(text)], _) if text.is_empty() => None,
            ([Piece::Known(_)], [text]) => Some(text.clone()),
            _ => Some(quote_spanned!(Span::mixed_site()=> ::core::concat!(#(#pieces),*))),
        }
    }

    fn push(&mut self, text: &str) {
        match self.0.last_mut() {
            Some(Piece::Known(known)) => known.push_str(text),
            _ => self.0.push(Piece::Known(text.to_owned())),
        }
    }
}

/// A line without its indent.
fn line_text(line: &str) -> String {
    line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse::Parser;

    use super::*;

    fn text(tokens: TokenStream) -> String {
        let doc = Doc::of(&Attribute::parse_outer.parse2(tokens).unwrap());
        doc.expand().map(|doc| doc.to_string()).unwrap_or_default()
    }

    #[test]
    fn lines_lose_one_space() {
        assert_eq!(
            text(quote!(#[doc = " One."] #[doc = ""] #[doc = "   indented"] #[doc = "bare"])),
            r#""One.\n\n  indented\nbare""#
        );
    }

    #[test]
    fn empty_lines_around_go() {
        assert_eq!(text(quote!(#[doc = ""] #[doc = " One. "] #[doc = " "])), r#""One.""#);
        assert_eq!(text(quote!(#[doc = "\n Block\n comment\n"])), r#""Block\ncomment""#);
    }

    #[test]
    fn macros_are_pieces_of_the_text() {
        assert_eq!(
            text(quote!(#[doc = include_str!("a.md")])),
            r#":: core :: concat ! (include_str ! ("a.md"))"#
        );
        assert_eq!(
            text(
                quote!(#[doc = " One."] #[doc = concat!("a", "b")] #[doc = x!()] #[doc = ""] #[doc = " Two."])
            ),
            r#":: core :: concat ! ("One.\n" , concat ! ("a" , "b") , "\n" , x ! () , "\n\nTwo.")"#
        );
    }

    #[test]
    fn other_attributes_are_no_text() {
        assert_eq!(text(quote!(#[doc(hidden)] #[inline] #[note = "x"])), "");
    }
}
