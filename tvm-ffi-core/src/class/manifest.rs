//! The classes in the manifest of the library.

use super::construct::Constructor;
use super::schema::init_kernel;
use super::state::is_of_state;
use crate::abi::FieldFlag;
use crate::description::{
    Class, ClassRecord, FINAL, FieldRecord, Hooks, MUTABLE, Method, MethodKind, constants_json, key,
};
use crate::export::{kernel_json, parameter_json};
use crate::json::{Array, Object, quoted};

impl Class {
    /// The JSON of the class in the manifest.
    pub(crate) fn json(&'static self) -> String {
        object_json(self, self.record)
    }
}

fn object_json(class: &'static Class, about: &ClassRecord) -> String {
    let constructor = Constructor::of(about);
    let parent = class.parent.map_or_else(null, |parent| quoted(key(parent())));
    let init = match constructor {
        Constructor::Function(export) => kernel_json(export),
        Constructor::Fields(_) => init_kernel(class),
        Constructor::None => null(),
    };
    let (mut fields, mut methods) = (Array::new(), Array::new());
    for field in about.fields {
        fields.push(&field_json(field, constructor));
    }
    for method in about.methods {
        if method.kind != MethodKind::Init && !is_of_state(method) {
            methods.push(&method_json(method));
        }
    }
    let mut json = Object::new();
    json.text("key", about.key).value("parent", &parent);
    json.text("doc", about.doc()).text("file", about.file).value("line", &about.line.to_string());
    json.bool("final", about.flags & FINAL != 0).bool("mutable", about.flags & MUTABLE != 0);
    json.value("structural", &about.structural.to_string()).value("hooks", &hooks_json(&about.hooks));
    json.value("fields", &fields.end()).value("init", &init).value("methods", &methods.end());
    if !about.constants.is_empty() {
        json.value("constants", &constants_json(about.constants.iter().copied()));
    }
    json.end()
}

fn null() -> String {
    String::from("null")
}

fn hooks_json(hooks: &Hooks) -> String {
    let Hooks { repr, eq, hash, compare, copy } = hooks;
    let mut names = Array::new();
    for (name, hook) in [("repr", repr), ("eq", eq), ("hash", hash), ("ord", compare), ("copy", copy)] {
        if hook.is_some() {
            names.push(&quoted(name));
        }
    }
    names.end()
}

fn field_json(field: &FieldRecord, constructor: Constructor) -> String {
    let flags = field.flags;
    let mut json = parameter_json(&field.param);
    json.bool("settable", flags & FieldFlag::WRITABLE != 0);
    json.bool("init", constructor.takes(field));
    json.bool("kw_only", flags & FieldFlag::KW_ONLY != 0).end()
}

fn method_json(method: &Method) -> String {
    let mut json = Object::new();
    json.text("name", method.export.name).bool("static", !method.kind.has_receiver());
    let form = match method.kind {
        MethodKind::Getter => Some("getter"),
        MethodKind::Setter => Some("setter"),
        _ => method.export.is_class_method().then_some("class"),
    };
    if let Some(form) = form {
        json.text("form", form);
    }
    json.value("kernel", &kernel_json(method.export)).end()
}
