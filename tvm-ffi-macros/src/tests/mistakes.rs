//! Mistakes: the sources in `mistakes/<topic>.rs`, and in `<topic>.expected` what the macros say about them, and where.
//!
//! Items without mistakes are among them, where a rule has an exception.

use std::fmt::Write;
use std::fs;

use proc_macro2::{Span, TokenStream, TokenTree};

use super::annotated::{annotated, sources};
use super::compare;

/// What `compile_error!` says in an expansion.
pub(super) struct CompileError {
    pub(super) message: String,
    start: Span,
    end: Span,
}

/// The errors in an expansion.
pub(super) fn compile_errors(expansion: TokenStream) -> Vec<CompileError> {
    let mut found = Vec::new();
    let mut macro_name = None;
    for token in expansion {
        match (token, macro_name.take()) {
            (TokenTree::Group(group), Some(start)) => {
                let text: syn::LitStr = syn::parse2(group.stream()).expect("compile_error! takes a string");
                found.push(CompileError { message: text.value(), start, end: group.span() });
            }
            (TokenTree::Group(group), None) => found.extend(compile_errors(group.stream())),
            (TokenTree::Ident(ident), _) if ident == "compile_error" => macro_name = Some(ident.span()),
            (TokenTree::Punct(punct), start) if punct.as_char() == '!' => macro_name = start,
            _ => {}
        }
    }
    found
}

/// The errors of all items in a source.
fn listing(source: &str) -> String {
    let lines: Vec<&str> = source.lines().collect();
    let mut listing = String::new();
    for annotated in annotated(source.parse().expect("the source has tokens")) {
        let attribute = annotated.attribute.clone();
        for error in compile_errors(annotated.expand()) {
            show(&error, &attribute, &lines, &mut listing);
        }
    }
    listing
}

/// Shows the line, the tokens in it as the compiler would underline them, and the message.
fn show(error: &CompileError, attribute: &TokenStream, lines: &[&str], listing: &mut String) {
    let (start, end) = if error.start.byte_range().is_empty() {
        // What points at the macro itself.
        let mut tokens = attribute.clone().into_iter().map(|token| token.span());
        let first = tokens.next().expect("an attribute has tokens");
        (first, tokens.last().unwrap_or(first))
    } else {
        (error.start, error.end)
    };
    let (start, end) = (start.start(), end.end());
    let line = lines[start.line - 1];
    let indent = line.len() - line.trim_start().len();
    let length = if end.line == start.line { end.column } else { line.chars().count() } - start.column;
    let continues = if end.line == start.line { "" } else { "..." };
    let message = error.message.replace('\n', "\n  ");
    writeln!(
        listing,
        "{}\n{}{}{continues}\n  {message}\n",
        line.trim_start(),
        " ".repeat(start.column - indent),
        "^".repeat(length.max(1))
    )
    .expect("a string can be written to");
}

#[test]
fn mistakes_are_reported_as_recorded() {
    let mut wrong = String::new();
    for path in sources("mistakes", ".rs") {
        let found = listing(&fs::read_to_string(&path).expect("a source can be read"));
        compare(found, &path.with_extension("expected"), &mut wrong);
    }
    assert!(wrong.is_empty(), "{wrong}");
}
