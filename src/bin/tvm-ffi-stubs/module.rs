//! The names of exports and classes in the Python module of a library.

use std::collections::BTreeMap;

use crate::manifest::{Class, Function, Manifest};
use crate::names::{Claimed, is_identifier};
use crate::outputs::loaded;

/// The name of the library in the loader; no export has it.
pub(crate) const LIBRARY: &str = "_library";

/// A module.
pub(crate) struct Module {
    /// Parents come before their children.
    pub(crate) classes: Vec<NamedClass>,
    /// Whether Python imports the library itself. Otherwise `tvm_ffi_rs.load` makes its functions.
    pub(crate) is_python_module: bool,
    /// The exports: functions of the module, and namespaces for names with dots.
    pub(crate) root: Namespace,
}

/// A class, with its name in Python.
pub(crate) struct NamedClass {
    pub(crate) name: String,
    pub(crate) class: Class,
}

/// The exports with one prefix: `math.halve` is `halve` in `math`.
#[derive(Default)]
pub(crate) struct Namespace {
    /// The functions by their names in Python, which may differ from those of the exports: `import` is `import_`.
    pub(crate) functions: BTreeMap<String, Function>,
    pub(crate) children: BTreeMap<String, Namespace>,
}

/// The exports by the parts of their names.
#[derive(Default)]
struct Tree {
    functions: BTreeMap<String, Function>,
    children: BTreeMap<String, Tree>,
}

impl Module {
    pub(crate) fn new(manifest: Manifest, is_python_module: bool) -> Self {
        let mut tree = Tree::default();
        for export in manifest.exports {
            tree.insert(if is_python_module { export } else { loaded(export) });
        }
        let mut claimed = Claimed::default();
        claimed.claim(LIBRARY);
        let mut root = Namespace::default();
        tree.name_functions(&mut claimed, &mut root);
        let classes = name_classes(parents_first(manifest.objects), &mut claimed);
        tree.name_rest(claimed, &mut root);
        Self { classes, is_python_module, root }
    }

    /// The class of a type key.
    pub(crate) fn class(&self, key: &str) -> Option<&NamedClass> {
        self.classes.iter().find(|named| named.class.key == key)
    }

    /// The class that a class of this library extends.
    pub(crate) fn parent(&self, class: &Class) -> Option<&NamedClass> {
        self.class(class.parent.as_deref()?)
    }
}

impl Tree {
    fn insert(&mut self, export: Function) {
        let name = export.name.clone();
        let (prefix, last) = name.rsplit_once('.').unwrap_or(("", &name));
        let mut place = self;
        for part in prefix.split('.').filter(|_| !prefix.is_empty()) {
            place = place.children.entry(part.to_owned()).or_default();
        }
        place.functions.insert(last.to_owned(), export);
    }

    /// Names the functions whose names are free, before all others.
    fn name_functions(&mut self, claimed: &mut Claimed, namespace: &mut Namespace) {
        let functions = std::mem::take(&mut self.functions);
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

/// Sorts the classes so that parents come first, in the order of their keys otherwise.
fn parents_first(classes: Vec<Class>) -> Vec<Class> {
    let mut waiting = classes;
    let mut ordered: Vec<Class> = Vec::with_capacity(waiting.len());
    while !waiting.is_empty() {
        let is_waiting = |key: &str| waiting.iter().any(|class| class.key == key);
        let next = waiting.iter().position(|class| !class.parent.as_deref().is_some_and(is_waiting));
        // A manifest with a circle is wrong, but must not cause an endless loop.
        ordered.push(waiting.remove(next.unwrap_or(0)));
    }
    ordered
}

/// `stats.Mean` is `Mean`, unless that name is used already.
fn name_classes(classes: Vec<Class>, claimed: &mut Claimed) -> Vec<NamedClass> {
    let last_part = |class: &Class| class.key.rsplit('.').next().unwrap_or_default().to_owned();
    let mut uses: BTreeMap<String, usize> = BTreeMap::new();
    for class in &classes {
        *uses.entry(last_part(class)).or_default() += 1;
    }
    let named = classes.into_iter().map(|class| {
        let last = last_part(&class);
        let short = uses[&last] == 1 && is_identifier(&last) && claimed.is_free(&last);
        let name = if short { claimed.claim(&last) } else { claimed.claim(&class.key) };
        NamedClass { name, class }
    });
    named.collect()
}
