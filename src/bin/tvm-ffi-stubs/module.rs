//! The names of exports and classes in the Python module of a library.

use std::collections::BTreeMap;

use tvm_ffi_python::__private::name_all;

use crate::manifest::{Class, Constant, Exception, Function, Manifest, MethodForm};
use crate::outputs::{by_position, loaded};
use crate::schema::Schema;

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
    /// The values by their names in Python, which may differ from those of the exports: `import` is `import_`.
    pub(crate) values: BTreeMap<String, Value>,
    pub(crate) children: BTreeMap<String, Namespace>,
}

/// A value in a namespace.
pub(crate) enum Value {
    Function(Function),
    Constant(Constant),
    Exception(Exception),
}

impl Value {
    /// The name of the export.
    fn name(&self) -> &str {
        match self {
            Self::Function(function) => &function.name,
            Self::Constant(constant) => &constant.name,
            Self::Exception(exception) => &exception.name,
        }
    }
}

impl Namespace {
    /// A namespace with the values that it refers to.
    fn of(named: tvm_ffi_python::__private::Namespace, values: &mut [Option<Value>]) -> Self {
        let own = named.functions.into_iter();
        let children = named.children.into_iter();
        Self {
            values: own.filter_map(|(name, index)| Some((name, values[index].take()?))).collect(),
            children: children.map(|(name, child)| (name, Self::of(child, values))).collect(),
        }
    }
}

impl Module {
    pub(crate) fn new(manifest: Manifest, is_python_module: bool) -> Self {
        let exports = manifest.exports.into_iter();
        let exports = exports.map(|export| if is_python_module { export } else { loaded(export) });
        let mut values: Vec<_> = exports.map(Value::Function).collect();
        // What loads a library has attributes for functions only.
        if is_python_module {
            values.extend(manifest.constants.into_iter().map(Value::Constant));
            values.extend(manifest.exceptions.into_iter().map(Value::Exception));
        }
        let mut classes = parents_first(manifest.objects);
        if is_python_module {
            let methods = classes.iter_mut().flat_map(|class| &mut class.methods);
            for method in methods.filter(|method| matches!(&*method.function.name, "__eq__" | "__ne__")) {
                // As in Python's `object`: others are asked what it compares with.
                method
                    .function
                    .parameters
                    .iter_mut()
                    .flatten()
                    .for_each(|other| other.schema = Schema::any());
            }
        } else {
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
        let (named, class_names) = name_all(values.iter().map(Value::name), &keys);
        let root = Namespace::of(named, &mut values.into_iter().map(Some).collect::<Vec<_>>());
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
