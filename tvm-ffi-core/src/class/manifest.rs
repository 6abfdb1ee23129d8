//! The classes in the manifest of the library.

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
    let parent = class.parent.map_or_else(null, |parent| quoted(key(parent())));
    let init = class.constructor().map_or_else(null, kernel_json);
    let fields = Array::of(about.fields.iter().map(|field| field_json(field, class)));
    let is_listed = |method: &&Method| method.kind != MethodKind::Init && !is_of_state(method);
    let methods = Array::of(about.methods.iter().filter(is_listed).map(method_json));
    let mut json = Object::new();
    json.text("key", about.key).value("parent", &parent);
    json.text("doc", about.doc()).text("file", about.file).value("line", &about.line.to_string());
    json.bool("final", about.flags & FINAL != 0).bool("mutable", about.flags & MUTABLE != 0);
    json.value("structural", &about.structural.to_string()).value("hooks", &hooks_json(&about.hooks));
    json.value("fields", &fields).value("init", &init).value("methods", &methods);
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
    let names = [("repr", repr), ("eq", eq), ("hash", hash), ("ord", compare), ("copy", copy)];
    Array::of(names.into_iter().filter(|(_, hook)| hook.is_some()).map(|(name, _)| quoted(name)))
}

fn field_json(field: &FieldRecord, class: &'static Class) -> String {
    let flags = field.flags;
    let mut json = parameter_json(&field.param);
    json.bool("settable", flags & FieldFlag::WRITABLE != 0);
    json.bool("init", class.constructor_takes(field));
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
