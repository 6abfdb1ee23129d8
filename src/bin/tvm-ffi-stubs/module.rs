//! The names of exports and classes in the Python module of a library.

use std::collections::BTreeMap;

use tvm_ffi_python::__private::name_all;

use crate::manifest::{Class, Constant, Function, Manifest, MethodForm};
use crate::outputs::{by_position, loaded};

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
    /// The constants, in the same way.
    pub(crate) constants: BTreeMap<String, Constant>,
    pub(crate) children: BTreeMap<String, Namespace>,
}

impl Namespace {
    /// A namespace with the exports that it refers to.
    fn of(
        named: tvm_ffi_python::__private::Namespace,
        exports: &mut [Option<Function>],
        constants: &mut [Option<Constant>],
    ) -> Self {
        let (functions, others): (Vec<_>, Vec<_>) =
            named.functions.into_iter().partition(|(_, index)| *index < exports.len());
        let count = exports.len();
        let functions = functions.into_iter();
        let others = others.into_iter();
        Self {
            functions: functions.filter_map(|(name, index)| Some((name, exports[index].take()?))).collect(),
            constants: others
                .filter_map(|(name, index)| Some((name, constants[index - count].take()?)))
                .collect(),
            children: named
                .children
                .into_iter()
                .map(|(name, child)| (name, Self::of(child, exports, constants)))
                .collect(),
        }
    }
}

impl Module {
    pub(crate) fn new(manifest: Manifest, is_python_module: bool) -> Self {
        let exports = manifest.exports.into_iter();
        let mut exports: Vec<_> =
            exports.map(|export| Some(if is_python_module { export } else { loaded(export) })).collect();
        let mut classes = parents_first(manifest.objects);
        if !is_python_module {
            for class in &mut classes {
                class.constructor.iter_mut().for_each(|constructor| by_position(constructor, true));
                class.constants.clear();
                for method in &mut class.methods {
                    by_position(&mut method.function, false);
                    method.form = match method.form {
                        MethodForm::Static | MethodForm::Class => MethodForm::Static,
                        MethodForm::Instance | MethodForm::Getter | MethodForm::Setter => {
                            MethodForm::Instance
                        }
                    };
                }
            }
        }
        let keys: Vec<&str> = classes.iter().map(|class| &*class.key).collect();
        // What loads a library has no attributes for constants.
        let constants = manifest.constants.into_iter().filter(|_| is_python_module);
        let mut constants: Vec<_> = constants.map(Some).collect();
        let exported = exports.iter().flatten().map(|export| export.name.clone());
        let names: Vec<String> =
            exported.chain(constants.iter().flatten().map(|constant| constant.name.clone())).collect();
        let (named, class_names) = name_all(names.iter().map(String::as_str), &keys);
        let root = Namespace::of(named, &mut exports, &mut constants);
        let classes = class_names.into_iter().zip(classes).map(|(name, class)| NamedClass { name, class });
        Self { classes: classes.collect(), is_python_module, root }
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
