//! Mistakes that no tokens show: those about the place of an item in its source file.
//!
//! Where the place is unknown, as in an editor, rustc reports them, in its own words.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use proc_macro2::Span;

/// A place in a source file. Lines and columns start at 1.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct SourcePlace {
    file: PathBuf,
    line: usize,
    column: usize,
}

impl SourcePlace {
    /// The place of a token, while a macro runs.
    pub(crate) fn of(span: Span) -> Option<Self> {
        let span = span.unwrap().start();
        Some(Self { file: span.local_file()?, line: span.line(), column: span.column() })
    }

    /// Reports that a function is in an `impl` block or a trait.
    pub(crate) fn check_block(&self) -> Result<(), &'static str> {
        // Most items start their line.
        if self.column == 1 {
            return Ok(());
        }
        let text = std::fs::read_to_string(&self.file).unwrap_or_default();
        let lines: Vec<_> = text.lines().take(self.line).collect();
        match is_in_block(&lines) {
            true => Err(
                "`#[tvm_ffi::export]` is for functions outside of `impl` blocks and traits\nhelp: write `#[tvm_ffi::methods]` above the `impl` block, and `#[staticmethod]` here, or move the function out of the block",
            ),
            false => Ok(()),
        }
    }

    /// Reports that another function of the crate has the same export name.
    pub(crate) fn check_name(self, name: &str) -> Result<(), String> {
        static EXPORTS: Mutex<Option<HashMap<String, SourcePlace>>> = Mutex::new(None);
        let mut exports = EXPORTS.lock().unwrap_or_else(PoisonError::into_inner);
        let other = exports.get_or_insert_default().entry(name.to_owned()).or_insert_with(|| self.clone());
        if *other == self {
            return Ok(());
        }
        let (file, line) = (other.file.display(), other.line);
        Err(format!(
            "the export `{name}` exists already, at {file}:{line}\nhelp: name one of the two by `#[tvm_ffi::export(name = \"...\")]`"
        ))
    }
}

/// Whether the last of some lines is in an `impl` block or a trait: the nearest line above with less indentation starts one.
fn is_in_block(lines: &[&str]) -> bool {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let Some((last, above)) = lines.split_last() else { return false };
    let mut outer = above.iter().rev().filter(|line| !line.trim().is_empty() && indent(line) < indent(last));
    // The brace of a long header is on a line of its own.
    let header = outer.find(|line| !["{", "where"].contains(&line.trim()));
    let Some(header) = header.filter(|header| !header.contains('}')) else { return false };
    let words = header.trim_start().trim_start_matches("pub ").trim_start_matches("unsafe ");
    ["impl", "trait"]
        .iter()
        .any(|keyword| words.strip_prefix(keyword).is_some_and(|rest| rest.starts_with([' ', '<'])))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn in_block(text: &str) -> bool {
        is_in_block(&text.lines().collect::<Vec<_>>())
    }

    #[test]
    fn blocks_are_recognised() {
        assert!(in_block("impl A {\n    fn a() {\n    }\n\n    #[export]\n    fn f()"));
        assert!(in_block("mod m {\n    impl<T> A<T>\n    where\n        T: B,\n    {\n        fn f()"));
        assert!(in_block("pub unsafe trait A: B {\n    fn f()"));
    }

    #[test]
    fn other_places_are_not_blocks() {
        assert!(!in_block("fn f()"));
        assert!(!in_block("mod m {\n    fn f()"));
        assert!(!in_block("impl A {}\n    fn f()"));
        assert!(!in_block("impl A {\n    fn a() {\n        fn f()"));
        assert!(!in_block("impl A {\n    fn a() {}\n}\n  fn f()"));
        assert!(!in_block("implement! {\n    fn f()"));
    }
}
