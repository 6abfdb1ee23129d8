//! The names of exports and classes in a Python module, which `tvm-ffi-stubs` shows as well.

use std::collections::{BTreeMap, BTreeSet};

use tvm_ffi_core::__private::is_python_keyword;

/// The exports with one prefix: `math.halve` is `halve` in `math`.
#[derive(Debug, Default)]
pub struct Namespace {
    /// The indices of the exports, by their names in Python, which may differ from those of the exports: `import` is `import_`.
    pub functions: BTreeMap<String, usize>,
    /// The namespaces in it.
    pub children: BTreeMap<String, Namespace>,
}

/// Names exports and classes. The classes are given by their type keys, parents first, and get their names in this order.
pub fn name_all<'a>(exports: impl Iterator<Item = &'a str>, classes: &[&str]) -> (Namespace, Vec<String>) {
    let mut tree = Tree::default();
    for (index, export) in exports.enumerate() {
        tree.insert(export, index);
    }
    let (mut claimed, mut root) = (Claimed::default(), Namespace::default());
    // What the stub of a library that is loaded calls the library.
    claimed.claim("_library");
    tree.name_functions(&mut claimed, &mut root);
    let classes = name_classes(classes, &mut claimed);
    tree.name_rest(claimed, &mut root);
    (root, classes)
}

/// `stats.Mean` is `Mean`, unless that name is used already.
fn name_classes(keys: &[&str], claimed: &mut Claimed) -> Vec<String> {
    let last_part = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
    let is_alone = |last: &str| keys.iter().filter(|key| last_part(key) == last).count() == 1;
    let name = |key: &&str| {
        let last = last_part(key);
        let is_free = is_alone(&last) && is_identifier(&last) && claimed.is_free(&last);
        claimed.claim(if is_free { &last } else { key })
    };
    keys.iter().map(name).collect()
}

/// The exports by the parts of their names.
#[derive(Default)]
struct Tree {
    functions: BTreeMap<String, usize>,
    children: BTreeMap<String, Tree>,
}

impl Tree {
    fn insert(&mut self, export: &str, index: usize) {
        let (prefix, last) = export.rsplit_once('.').unwrap_or(("", export));
        let mut place = self;
        for part in prefix.split('.').filter(|_| !prefix.is_empty()) {
            place = place.children.entry(part.to_owned()).or_default();
        }
        place.functions.insert(last.to_owned(), index);
    }

    /// Names the functions whose names are free, before all others.
    fn name_functions(&mut self, claimed: &mut Claimed, namespace: &mut Namespace) {
        let functions = core::mem::take(&mut self.functions);
        let (named, rest): (BTreeMap<_, _>, _) =
            functions.into_iter().partition(|(name, _)| is_identifier(name));
        self.functions = rest;
        for (name, function) in named {
            namespace.functions.insert(claimed.claim(&name), function);
        }
    }

    fn name_rest(self, mut claimed: Claimed, namespace: &mut Namespace) {
        for (name, mut tree) in self.children {
            let (mut inner, mut child) = (Claimed::default(), Namespace::default());
            tree.name_functions(&mut inner, &mut child);
            tree.name_rest(inner, &mut child);
            namespace.children.insert(claimed.claim(&name), child);
        }
        for (name, function) in self.functions {
            namespace.functions.insert(claimed.claim(&name), function);
        }
    }
}

/// Whether a text is an identifier in Python and not a keyword.
pub fn is_identifier(text: &str) -> bool {
    let starts = text.starts_with(|first: char| first == '_' || first.is_alphabetic());
    starts && text.chars().all(|c| c == '_' || c.is_alphanumeric()) && !is_python_keyword(text)
}

/// The text with the fewest changes that make it an identifier: `import_`, `a_b`, `_3d`.
fn identifier(text: &str) -> String {
    let mut name = text.replace(|c: char| c != '_' && !c.is_alphanumeric(), "_");
    if !name.starts_with(|first: char| first == '_' || first.is_alphabetic()) {
        name.insert(0, '_');
    }
    if is_python_keyword(&name) {
        name.push('_');
    }
    name
}

/// The names of one namespace, each used once.
#[derive(Debug, Default)]
pub struct Claimed(BTreeSet<String>);

impl Claimed {
    /// Claims a name, with underscores added until it is free.
    pub fn claim(&mut self, wanted: &str) -> String {
        let mut name = identifier(wanted);
        while !self.0.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    fn is_free(&self, name: &str) -> bool {
        !self.0.contains(name)
    }
}

#[cfg(test)]
mod tests {
    use super::{Claimed, identifier, is_identifier};

    #[test]
    fn keywords_and_signs_are_no_names() {
        for name in ["a", "_", "a1", "größe", "match", "type", "print"] {
            assert!(is_identifier(name), "{name}");
            assert_eq!(identifier(name), name);
        }
        for (text, name) in
            [("", "_"), ("1a", "_1a"), ("a-b", "a_b"), ("in", "in_"), ("None", "None_"), ("a.b", "a_b")]
        {
            assert!(!is_identifier(text), "{text}");
            assert_eq!(identifier(text), name);
        }
    }

    #[test]
    fn a_name_is_given_once() {
        let mut claimed = Claimed::default();
        assert_eq!(
            ["in_", "in", "in", "x"].map(|wanted| claimed.claim(wanted)),
            ["in_", "in__", "in___", "x"]
        );
        assert!(claimed.is_free("in") && !claimed.is_free("in_"));
    }
}
