//! The classes in the manifest of the library.

use super::construct::Constructor;
use super::schema::{init_kernel, push_value};
use super::state::is_of_state;
use crate::abi::FieldFlag;
use crate::description::{
    Class, ClassDescription, FINAL, FieldTexts, Hooks, MUTABLE, Method, MethodKind, key, look, look_at_class,
};
use crate::export::kernel_json;
use crate::json::quoted;

/// A class in the manifest.
pub(super) fn json(class: &'static Class) -> String {
    look_at_class(class, |about| object_json(class, about))
}

fn list(items: impl Iterator<Item = String>) -> String {
    format!("[{}]", items.collect::<Vec<_>>().join(","))
}

fn object_json(class: &'static Class, about: &ClassDescription<'_>) -> String {
    let head = about.head();
    let constructor = Constructor::of(about);
    let parent = class.parent.map_or_else(|| String::from("null"), |parent| quoted(key(parent())));
    let [key, doc, file] = [head.key, head.doc, head.file].map(quoted);
    let fields = list(about.field_texts().iter().map(|field| field_json(field, constructor)));
    let init = match constructor {
        Constructor::Function(export) => look(export, kernel_json),
        Constructor::Fields(_) => init_kernel(class),
        Constructor::None => String::from("null"),
    };
    let methods =
        about.methods.iter().filter(|method| method.kind != MethodKind::Init && !is_of_state(method));
    format!(
        concat!(
            r#"{{"key":{},"parent":{},"doc":{},"file":{},"line":{},"final":{},"mutable":{},"structural":{},"#,
            r#""hooks":{},"fields":{},"init":{},"methods":{}}}"#
        ),
        key,
        parent,
        doc,
        file,
        head.line,
        about.flags & FINAL != 0,
        about.flags & MUTABLE != 0,
        about.structural,
        hooks_json(&about.hooks),
        fields,
        init,
        list(methods.map(method_json))
    )
}

fn hooks_json(hooks: &Hooks) -> String {
    let Hooks { repr, eq, hash, compare, copy } = hooks;
    let all = [("repr", repr), ("eq", eq), ("hash", hash), ("ord", compare), ("copy", copy)];
    list(all.into_iter().filter(|(_, hook)| hook.is_some()).map(|(name, _)| quoted(name)))
}

fn field_json(field: &FieldTexts<'_>, constructor: Constructor) -> String {
    let mut json = String::from("{");
    push_value(field, &mut json);
    let flags = field.about.flags;
    json.push_str(&format!(
        r#","settable":{},"init":{},"kw_only":{}}}"#,
        flags & FieldFlag::WRITABLE != 0,
        constructor.takes(field.name, field.about),
        flags & FieldFlag::KW_ONLY != 0
    ));
    json
}

fn method_json(method: &Method) -> String {
    look(method.export, |about| {
        let (name, is_static) = (quoted(about.texts().name), method.kind == MethodKind::Static);
        format!(r#"{{"name":{name},"static":{is_static},"kernel":{}}}"#, kernel_json(about))
    })
}
