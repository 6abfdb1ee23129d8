//! Documentation comments as text.

use syn::{Attribute, Expr, Lit, Meta};

/// The text of the documentation comments among `attributes`.
///
/// One space after `///` belongs to the comment. Text from elsewhere, such as `include_str!`, is not known here.
pub(crate) fn doc_text(attributes: &[Attribute]) -> String {
    let lines: Vec<_> = attributes
        .iter()
        .filter_map(literal_doc)
        .flat_map(|doc| doc.lines().map(line_text).collect::<Vec<_>>())
        .collect();
    lines.join("\n").trim_matches('\n').trim_end().to_owned()
}

fn literal_doc(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    let Expr::Lit(value) = &meta.value else { return None };
    match &value.lit {
        Lit::Str(text) if meta.path.is_ident("doc") => {
            // An empty `///` is a line too.
            Some(if text.value().is_empty() { String::from("\n") } else { text.value() })
        }
        _ => None,
    }
}

/// A line without its indent, and without NUL, which separates fields in the texts of an export.
fn line_text(line: &str) -> String {
    line.strip_prefix(' ').unwrap_or(line).trim_end().replace('\0', "")
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse::Parser;

    use super::*;

    fn text(tokens: proc_macro2::TokenStream) -> String {
        doc_text(&Attribute::parse_outer.parse2(tokens).unwrap())
    }

    #[test]
    fn lines_lose_one_space() {
        assert_eq!(
            text(quote!(#[doc = " One."] #[doc = ""] #[doc = "   indented"] #[doc = "bare"])),
            "One.\n\n  indented\nbare"
        );
    }

    #[test]
    fn empty_lines_around_go() {
        assert_eq!(text(quote!(#[doc = ""] #[doc = " One. "] #[doc = " "])), "One.");
        assert_eq!(text(quote!(#[doc = "\n Block\n comment\n"])), "Block\ncomment");
    }

    #[test]
    fn other_attributes_are_no_text() {
        assert_eq!(text(quote!(#[doc(hidden)] #[doc = include_str!("a.md")] #[inline] #[note = "x"])), "");
    }

    #[test]
    fn nul_would_end_the_field() {
        assert_eq!(text(quote!(#[doc = "a\0b"])), "ab");
    }
}
