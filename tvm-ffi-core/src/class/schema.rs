//! What the runtime and tools are told of a class, as JSON.

use super::construct::each_init_field;
use crate::abi::FieldFlag;
use crate::description::{Class, FieldTexts, key, look_at_class};
use crate::json::quoted;

/// The metadata of a field.
pub(super) fn field_metadata(field: &FieldTexts<'_>) -> String {
    let mut schema = String::new();
    field.about.of.push_schema(&mut schema);
    format!(r#"{{"type_schema":{}}}"#, quoted(&schema))
}

/// The metadata of the constructor from the fields.
pub(super) fn init_metadata(class: &'static Class) -> String {
    let params = in_order_of_arguments(class, &|field, out| field.about.of.push_schema(out));
    let key = quoted(key(class));
    let schema = format!(
        r#"{{"type":"ffi.Function","named_args":{{"return":[{{"type":{key}}}],"params":[{params}]}}}}"#
    );
    format!(r#"{{"type_schema":{},"kernel":{}}}"#, quoted(&schema), init_kernel(class))
}

/// The `kernel` object of the constructor from the fields.
pub(super) fn init_kernel(class: &'static Class) -> String {
    let params = in_order_of_arguments(class, &|field, out| {
        out.push('{');
        push_value(field, out);
        if field.about.flags & FieldFlag::KW_ONLY != 0 {
            out.push_str(r#","kw_only":true"#);
        }
        out.push('}');
    });
    let place = look_at_class(class, |about| {
        let head = about.head();
        let [file, krate, version] = [head.file, head.krate, head.version].map(quoted);
        format!(r#""file":{file},"line":{},"crate":{krate},"version":{version}"#, head.line)
    });
    let key = quoted(key(class));
    format!(
        r#"{{"v":1,{place},"params":[{params}],"result":{{"kind":"object","type":{key},"schema":{{"type":{key}}}}}}}"#
    )
}

/// What `push` writes of each field that the constructor takes, with commas between: first those that have to be given, then those
/// with a default, then those by name only.
fn in_order_of_arguments(class: &'static Class, push: &dyn Fn(&FieldTexts<'_>, &mut String)) -> String {
    let mut groups = [String::new(), String::new(), String::new()];
    each_init_field(class, &mut |field| {
        let group = match field.about.flags {
            flags if flags & FieldFlag::KW_ONLY != 0 => 2,
            flags if flags & FieldFlag::HAS_DEFAULT != 0 => 1,
            _ => 0,
        };
        let out = &mut groups[group];
        out.push_str(if out.is_empty() { "" } else { "," });
        push(field, out);
    });
    groups.iter().filter(|group| !group.is_empty()).map(String::as_str).collect::<Vec<_>>().join(",")
}

/// Appends what a field has in common with the parameter of a constructor.
pub(super) fn push_value(field: &FieldTexts<'_>, out: &mut String) {
    let mut name = String::new();
    field.about.of.push_name(&mut name);
    out.extend([r#""name":"#, &quoted(field.name), r#","kind":"#, &quoted(field.about.of.kind_name())]);
    out.extend([r#","type":"#, &quoted(&name), r#","schema":"#]);
    field.about.of.push_schema(out);
    if let Some(default) = field.default {
        out.extend([r#","default":"#, &default.json(field.about.of)]);
    }
    if !field.doc.is_empty() {
        out.extend([r#","doc":"#, &quoted(field.doc)]);
    }
}
