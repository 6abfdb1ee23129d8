//! Classes.

use std::collections::BTreeSet;

use crate::annotation::{Way, annotation};
use crate::docs::docstring;
use crate::function::{self, Role};
use crate::manifest::{Class, Field, Function, Method, MethodForm};
use crate::module::{Module, NamedClass};
use crate::scope::Scope;
use tvm_ffi_python::__private::{is_identifier, property};

const INDENTATION: &str = "    ";

/// Attributes of every object of `tvm_ffi`, which installs no method with these names.
const OF_OBJECT: [&str; 36] = [
    "__abstractmethods__",
    "__chandle__",
    "__class__",
    "__ctypes_handle__",
    "__delattr__",
    "__dir__",
    "__doc__",
    "__eq__",
    "__format__",
    "__ge__",
    "__getattribute__",
    "__getstate__",
    "__gt__",
    "__hash__",
    "__init__",
    "__init_handle_by_constructor__",
    "__init_subclass__",
    "__le__",
    "__lt__",
    "__module__",
    "__move_handle_from__",
    "__ne__",
    "__new__",
    "__reduce__",
    "__reduce_ex__",
    "__repr__",
    "__setattr__",
    "__setstate__",
    "__sizeof__",
    "__slots__",
    "__str__",
    "__subclasshook__",
    "_move",
    "id_",
    "is_",
    "same_as",
];

/// Appends the definition of a class.
pub(crate) fn define(named: &NamedClass, scope: &mut Scope<'_>, out: &mut String) {
    let class = &named.class;
    if class.is_final {
        out.push_str(&format!("@{}\n", scope.import("typing", "final")));
    }
    let is_python_module = scope.module().is_python_module;
    let base = match scope.module().parent(class) {
        Some(parent) => format!("({})", scope.class(parent)),
        None if is_python_module => String::new(),
        None => format!("({})", scope.of_runtime("Object")),
    };
    out.push_str(&format!("class {}{base}:\n", named.name));
    out.push_str(&docstring(&class.doc, INDENTATION));
    let mut seen = if is_python_module { BTreeSet::new() } else { hidden(class, scope.module()) };
    for field in &class.fields {
        if is_identifier(&field.name) && seen.insert(field.name.clone()) {
            define_field(field, scope, out);
        }
    }
    define_constructor(class, scope, out);
    if class.has_hook("ord") {
        define_order(scope, out);
    }
    if is_python_module {
        define_others(class, scope, out);
    }
    for constant in &class.constants {
        if is_identifier(&constant.name) && seen.insert(constant.name.clone()) {
            let of_class = scope.import("typing", "ClassVar");
            let of = annotation(&constant.schema, Way::Given { by_arguments: false }, scope);
            out.push_str(&format!("{INDENTATION}{}: {of_class}[{of}]\n", constant.name));
            out.push_str(&docstring(&constant.doc, INDENTATION));
        }
    }
    define_methods(class, &mut seen, scope, out);
}

fn define_methods(class: &Class, seen: &mut BTreeSet<String>, scope: &mut Scope<'_>, out: &mut String) {
    for method in &class.methods {
        let name = &method.function.name;
        // A method is omitted if another attribute hides it in Python, or if its name is not an identifier.
        if !is_identifier(name) || !seen.insert(name.clone()) {
            continue;
        }
        let role = match method.form {
            MethodForm::Static => Role::Static,
            MethodForm::Class => Role::ClassMethod,
            MethodForm::Instance => Role::Method,
            MethodForm::Getter => {
                define_computed(class, &method.function, scope, out);
                continue;
            }
            // It is part of the property.
            MethodForm::Setter => continue,
        };
        if scope.module().is_python_module && name == "__buffer__" {
            // Python passes the request on to the object that the method returns.
            let (flags, view) = (scope.builtin("int"), scope.builtin("memoryview"));
            out.push_str(&format!("{INDENTATION}def __buffer__(self, flags: {flags}, /) -> {view}: ...\n"));
            continue;
        }
        function::define(&method.function, name, role, INDENTATION, scope, out);
    }
}

/// Appends a property that methods read and write.
fn define_computed(class: &Class, getter: &Function, scope: &mut Scope<'_>, out: &mut String) {
    let name = property(&getter.name, "get_");
    let is_setter = |method: &&Method| {
        method.form == MethodForm::Setter && property(&method.function.name, "set_") == name
    };
    let value =
        class.methods.iter().find(is_setter).and_then(|method| method.function.parameters.as_ref()?.first());
    let given = annotation(&getter.result, Way::Given { by_arguments: false }, scope);
    let taken = value.map(|value| annotation(&value.schema, Way::Taken, scope));
    define_property(name, &given, &getter.doc, taken, scope, out);
}

/// The names of the methods that `tvm_ffi` does not install, because the class inherits others.
fn hidden(class: &Class, module: &Module) -> BTreeSet<String> {
    let mut names = BTreeSet::from(OF_OBJECT.map(String::from));
    let mut ancestor = module.parent(class);
    // At most as many steps as classes, in case a manifest has a circle.
    for _ in &module.classes {
        let Some(NamedClass { class, .. }) = ancestor else { break };
        names.extend(class.fields.iter().map(|field| field.name.clone()));
        names.extend(class.methods.iter().map(|method| method.function.name.clone()));
        ancestor = module.parent(class);
    }
    names
}

fn define_field(field: &Field, scope: &mut Scope<'_>, out: &mut String) {
    let name = &field.name;
    let given = annotation(&field.schema, Way::Given { by_arguments: false }, scope);
    let taken = annotation(&field.schema, Way::Taken, scope);
    if field.settable && taken == given {
        out.push_str(&format!("{INDENTATION}{name}: {given}\n"));
        out.push_str(&docstring(&field.doc, INDENTATION));
        return;
    }
    define_property(name, &given, &field.doc, field.settable.then_some(taken), scope, out);
}

/// Appends a property; `taken` is the type of the values that it can be set to.
fn define_property(
    name: &str,
    given: &str,
    doc: &str,
    taken: Option<String>,
    scope: &mut Scope<'_>,
    out: &mut String,
) {
    let property = scope.builtin("property");
    out.push_str(&format!("{INDENTATION}@{property}\n{INDENTATION}def {name}(self) -> {given}:"));
    let doc = docstring(doc, &INDENTATION.repeat(2));
    out.push_str(if doc.is_empty() { " ...\n" } else { "\n" });
    out.push_str(&doc);
    if let Some(taken) = taken {
        out.push_str(&format!(
            "{INDENTATION}@{name}.setter\n{INDENTATION}def {name}(self, value: {taken}, /) -> None: ...\n"
        ));
    }
}

fn define_constructor(class: &Class, scope: &mut Scope<'_>, out: &mut String) {
    match &class.constructor {
        Some(constructor) => {
            function::define(constructor, "__init__", Role::Constructor, INDENTATION, scope, out);
        }
        None => {
            let never = scope.import("typing", "NoReturn");
            out.push_str(&format!("{INDENTATION}# Python cannot construct it.\n"));
            out.push_str(&format!("{INDENTATION}def __init__(self, _: {never}, /) -> None: ...\n"));
        }
    }
}

fn define_order(scope: &mut Scope<'_>, out: &mut String) {
    let (any, bool) = (scope.any(), scope.builtin("bool"));
    for name in ["__lt__", "__le__", "__gt__", "__ge__"] {
        out.push_str(&format!("{INDENTATION}def {name}(self, other: {any}, /) -> {bool}: ...\n"));
    }
}

/// Appends what the classes of a Python module have, and Python's `object` has not.
fn define_others(class: &Class, scope: &mut Scope<'_>, out: &mut String) {
    if class.has_hook("copy") {
        let own = scope.own_class();
        out.push_str(&format!("{INDENTATION}def __copy__(self) -> {own}: ...\n"));
    }
    let has = |name| class.methods.iter().any(|method| method.function.name == name);
    if !has("__eq__") || has("__hash__") {
        return;
    }
    // A class with an `__eq__` of its own has only the hash that it says.
    let hash = match class.has_hook("hash") {
        true => format!("def __hash__(self) -> {}: ...", scope.builtin("int")),
        false => {
            format!("__hash__: {}[None]  # type: ignore[assignment]", scope.import("typing", "ClassVar"))
        }
    };
    out.push_str(&format!("{INDENTATION}{hash}\n"));
}
