//! Names in expansions mean what they mean to us, whatever is in scope where they land.

use std::collections::HashSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::File;
use syn::visit::{self, Visit};

use super::annotated::sources;
use super::annotated_in;

/// Collects paths that are neither absolute, nor ours, nor the user's.
struct Paths {
    written_by_user: HashSet<String>,
    wrong: Vec<String>,
    /// Whether this is inside an `impl` block or a struct, where `Self` is something.
    knows_self: bool,
}

impl Visit<'_> for Paths {
    fn visit_path(&mut self, path: &syn::Path) {
        let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        // Only what the expansion declares itself.
        let is_ours = names[0].starts_with("__") || path.is_ident("self");
        let is_fine = path.leading_colon.is_some() || is_ours || self.written_by_user.contains(&names[0]);
        let is_fine = if names[0] == "Self" { self.knows_self } else { is_fine };
        if !is_fine {
            self.wrong.push(names.join("::"));
        }
        visit::visit_path(self, path);
    }

    fn visit_item_impl(&mut self, block: &syn::ItemImpl) {
        let outer = core::mem::replace(&mut self.knows_self, true);
        visit::visit_item_impl(self, block);
        self.knows_self = outer;
    }

    fn visit_item_struct(&mut self, item: &syn::ItemStruct) {
        let outer = core::mem::replace(&mut self.knows_self, true);
        visit::visit_item_struct(self, item);
        self.knows_self = outer;
    }

    fn visit_attribute(&mut self, _: &syn::Attribute) {
        // Attributes of the compiler have no other names.
    }
}

fn identifiers(tokens: TokenStream, found: &mut HashSet<String>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => {
                found.insert(ident.to_string());
            }
            TokenTree::Group(group) => identifiers(group.stream(), found),
            _ => {}
        }
    }
}

#[test]
fn paths_are_absolute() {
    for input in sources("expansions", ".in.rs") {
        for annotated in annotated_in(&input) {
            let mut paths = Paths { written_by_user: HashSet::new(), wrong: Vec::new(), knows_self: false };
            identifiers(annotated.item.clone(), &mut paths.written_by_user);
            identifiers(annotated.options.clone(), &mut paths.written_by_user);
            let file: File = syn::parse2(annotated.expand()).expect("expansions parse");
            for item in &file.items {
                paths.visit_item(item);
            }
            assert!(paths.wrong.is_empty(), "{}: {:?}", input.display(), paths.wrong);
        }
    }
}

#[test]
fn the_visitor_finds_what_it_looks_for() {
    let mut paths = Paths { written_by_user: HashSet::new(), wrong: Vec::new(), knows_self: false };
    paths.visit_file(&syn::parse_quote!(
        const _: () = {
            let x: Option<Self::Y> = None;
        };
    ));
    assert_eq!(paths.wrong, ["Option", "Self::Y", "None"]);
}
