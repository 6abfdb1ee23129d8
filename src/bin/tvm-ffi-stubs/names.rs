//! Identifiers of Python.

use std::collections::BTreeSet;

const KEYWORDS: [&str; 35] = [
    "False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
    "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is",
    "lambda", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield",
];

/// Whether a text is an identifier in Python and not a keyword.
pub(crate) fn is_identifier(text: &str) -> bool {
    let starts = text.starts_with(|first: char| first == '_' || first.is_alphabetic());
    starts && text.chars().all(|c| c == '_' || c.is_alphanumeric()) && !KEYWORDS.contains(&text)
}

/// The text with the fewest changes that make it an identifier: `import_`, `a_b`, `_3d`.
pub(crate) fn identifier(text: &str) -> String {
    let mut name = text.replace(|c: char| c != '_' && !c.is_alphanumeric(), "_");
    if !name.starts_with(|first: char| first == '_' || first.is_alphabetic()) {
        name.insert(0, '_');
    }
    if KEYWORDS.contains(&name.as_str()) {
        name.push('_');
    }
    name
}

/// The names of one namespace, each used once.
#[derive(Default)]
pub(crate) struct Claimed(BTreeSet<String>);

impl Claimed {
    /// Claims a name, with underscores added until it is free.
    pub(crate) fn claim(&mut self, wanted: &str) -> String {
        let mut name = identifier(wanted);
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    pub(crate) fn is_free(&self, name: &str) -> bool {
        !self.0.contains(name)
    }
}
