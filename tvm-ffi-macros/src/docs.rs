//! Documentation comments as text, and the texts of a description that they are part of.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
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
        Self(vec![Piece::Known(text.replace('\0', ""))])
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

/// A line without its indent, and without NUL, which separates fields in the texts of an export.
fn line_text(line: &str) -> String {
    line.strip_prefix(' ').unwrap_or(line).trim_end().replace('\0', "")
}

/// The texts of a description, joined by NUL bytes: the arguments of `concat!`.
pub(crate) struct Texts {
    done: Vec<TokenStream>,
    /// The literal at the end.
    open: String,
    count: usize,
    has_macros: bool,
}

impl Texts {
    pub(crate) fn new(first: &str) -> Self {
        Self { done: Vec::new(), open: first.to_owned(), count: 1, has_macros: false }
    }

    pub(crate) fn add(&mut self, text: &str) {
        self.open.push('\0');
        self.open.push_str(text);
        self.count += 1;
    }

    /// Adds the file and the line of the item, not those of the attribute.
    pub(crate) fn add_place(&mut self, item: &Ident) {
        self.add("");
        self.push(quote!(::core::file!()));
        self.add("");
        self.push(quote_spanned!(item.span()=> ::core::line!()));
    }

    pub(crate) fn add_doc(&mut self, doc: &Doc) {
        self.add("");
        for piece in &doc.0 {
            match piece {
                Piece::Known(text) => self.open.push_str(text),
                Piece::Macro(tokens) => {
                    self.has_macros = true;
                    self.push(tokens.clone());
                }
            }
        }
    }

    /// Adds what rustc expands to a literal to the last text.
    fn push(&mut self, tokens: TokenStream) {
        self.close();
        self.done.push(tokens);
    }

    fn close(&mut self) {
        let text = core::mem::take(&mut self.open);
        if !text.is_empty() {
            self.done.push(text.to_token_stream());
        }
    }

    /// The joined texts. Those of macros may contain a NUL byte, which is an error.
    pub(crate) fn expand(mut self, p: &TokenStream) -> TokenStream {
        self.close();
        let (done, count) = (&self.done, Literal::usize_unsuffixed(self.count));
        let joined = quote_spanned!(Span::mixed_site()=> ::core::concat!(#(#done,)*));
        match self.has_macros {
            true => quote_spanned!(Span::mixed_site()=> const { #p::texts(#joined, #count) }),
            false => joined,
        }
    }
}

#[cfg(test)]
mod tests {
    use syn::parse::Parser;

    use super::*;

    fn text(tokens: TokenStream) -> String {
        let mut texts = Texts::new("");
        texts.add_doc(&Doc::of(&Attribute::parse_outer.parse2(tokens).unwrap()));
        texts.close();
        let pieces: Vec<_> = texts.done.iter().map(ToString::to_string).collect();
        pieces.join(", ")
    }

    #[test]
    fn lines_lose_one_space() {
        assert_eq!(
            text(quote!(#[doc = " One."] #[doc = ""] #[doc = "   indented"] #[doc = "bare"])),
            r#""\0One.\n\n  indented\nbare""#
        );
    }

    #[test]
    fn empty_lines_around_go() {
        assert_eq!(text(quote!(#[doc = ""] #[doc = " One. "] #[doc = " "])), r#""\0One.""#);
        assert_eq!(text(quote!(#[doc = "\n Block\n comment\n"])), r#""\0Block\ncomment""#);
    }

    #[test]
    fn macros_are_pieces_of_the_text() {
        assert_eq!(text(quote!(#[doc = include_str!("a.md")])), r#""\0", include_str ! ("a.md")"#);
        assert_eq!(
            text(
                quote!(#[doc = " One."] #[doc = concat!("a", "b")] #[doc = x!()] #[doc = ""] #[doc = " Two."])
            ),
            r#""\0One.\n", concat ! ("a" , "b"), "\n", x ! (), "\n\nTwo.""#
        );
    }

    #[test]
    fn other_attributes_are_no_text() {
        assert_eq!(text(quote!(#[doc(hidden)] #[inline] #[note = "x"])), r#""\0""#);
    }

    #[test]
    fn nul_would_end_the_field() {
        assert_eq!(text(quote!(#[doc = "a\0b"])), r#""\0ab""#);
    }
}
