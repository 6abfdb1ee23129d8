//! Writes the Python module that loads the library and defines the names of the stub.

use std::path::Path;

use crate::docs::docstring;
use crate::function::quoted;
use crate::manifest::Class;
use crate::module::{LIBRARY, Module, NamedClass, Namespace};
use crate::names::is_identifier;

/// The text of the module.
pub(crate) fn loader(module: &Module, library: &Path) -> String {
    let stem = library.file_stem().unwrap_or_default().to_string_lossy();
    let stem = stem.strip_prefix("lib").unwrap_or(&stem);
    let [windows, mac, other] = [format!("{stem}.dll"), format!("lib{stem}.dylib"), format!("lib{stem}.so")]
        .map(|name| quoted(&name));
    let class_import = match module.classes.is_empty() {
        true => "",
        false => "from tvm_ffi.dataclasses import c_class as _c_class\n",
    };
    let mut text = format!(
        "# Written by tvm-ffi-stubs. Changes will be lost.\n\
         # pyright: basic\n\
         \"\"\"Loads the library in the folder of this file. The stub describes it.\"\"\"\n\n\
         import sys as _sys\n\
         from pathlib import Path as _Path\n\n\
         import tvm_ffi as _tvm_ffi\n\
         {class_import}\n\
         _names = {{\"win32\": {windows}, \"darwin\": {mac}}}\n\
         {LIBRARY} = _tvm_ffi.load_module(str(_Path(__file__).with_name(_names.get(_sys.platform, {other}))))\n"
    );
    if module.classes.iter().any(|named| is_callable(&named.class)) {
        text.push_str(MAKE_CALLABLE);
    }
    for named in &module.classes {
        text.push('\n');
        class(named, module, &mut text);
    }
    for (name, child) in &module.root.children {
        text.push('\n');
        namespace(name, child, "", &mut text);
    }
    if !module.root.functions.is_empty() {
        text.push('\n');
    }
    for (name, export) in &module.root.functions {
        text.push_str(&format!("{name} = {LIBRARY}[{}]\n", quoted(&export.name)));
    }
    text
}

/// Arguments of `c_class`: which comparisons the Rust type defines.
fn class(NamedClass { name, class }: &NamedClass, module: &Module, text: &mut String) {
    let mut options = String::new();
    if class.constructor.is_none() {
        options.push_str(", init=False");
    }
    for (hook, option) in [("eq", "eq"), ("ord", "order"), ("hash", "unsafe_hash")] {
        if class.hooks.iter().any(|one| one == hook) {
            options.push_str(&format!(", {option}=True"));
        }
    }
    let parent = module.parent(class).map_or("_tvm_ffi.Object", |parent| &parent.name);
    text.push_str(&format!("@_c_class({}{options})\nclass {name}({parent}):\n", quoted(&class.key)));
    let doc = docstring(&class.doc, "    ");
    let fields = annotations(class);
    text.push_str(if doc.is_empty() && fields.is_empty() { "    pass\n" } else { &doc });
    text.push_str(&fields);
    if is_callable(class) {
        text.push_str(&format!("\n_make_callable({name})\n"));
    }
}

/// Installs `__call__`, which `c_class` omits because every Python class has a `__call__` already.
const MAKE_CALLABLE: &str = r#"
def _make_callable(cls):
    for method in cls.__tvm_ffi_type_info__.methods:
        if method.name == "__call__":
            cls.__call__ = method.as_callable(cls)
"#;

fn is_callable(class: &Class) -> bool {
    class.methods.iter().any(|method| method.function.name == "__call__")
}

/// Declares the fields in Python, which warns about missing ones. A keyword is declared through `__annotations__`.
fn annotations(class: &Class) -> String {
    let fields = &class.fields;
    if fields.iter().all(|field| is_identifier(&field.name)) {
        return fields.iter().map(|field| format!("    {}: \"object\"\n", field.name)).collect();
    }
    let entries: Vec<_> = fields.iter().map(|field| format!("{}: \"object\"", quoted(&field.name))).collect();
    format!("    __annotations__ = {{{}}}\n", entries.join(", "))
}

fn namespace(name: &str, of: &Namespace, indentation: &str, text: &mut String) {
    text.push_str(&format!("{indentation}class {name}:\n"));
    let inner = format!("{indentation}    ");
    for (name, child) in &of.children {
        namespace(name, child, &inner, text);
    }
    for (name, export) in &of.functions {
        text.push_str(&format!("{inner}{name} = staticmethod({LIBRARY}[{}])\n", quoted(&export.name)));
    }
}
