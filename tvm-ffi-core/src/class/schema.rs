//! Metadata of a class as JSON, for the runtime and for tools.

use super::construct::{InitParameter, in_order};
use crate::description::{Class, FieldRecord, key};
use crate::export::{function_schema, parameter_json};
use crate::json::{Array, Object, written};

/// The metadata of a field.
pub(super) fn field_metadata(field: &FieldRecord) -> String {
    Object::new().text("type_schema", &written(field.param.of.schema)).end()
}

/// The metadata of the constructor from the fields.
pub(super) fn init_metadata(class: &'static Class) -> String {
    let params = in_order_of_arguments(class, &|parameter| written(parameter.of.of.schema));
    let schema = function_schema(&schema_of(class), &params);
    Object::new().text("type_schema", &schema).value("kernel", &init_kernel(class)).end()
}

fn schema_of(class: &'static Class) -> String {
    Object::new().text("type", key(class)).end()
}

/// The `kernel` object of the constructor from the fields.
pub(super) fn init_kernel(class: &'static Class) -> String {
    let params = in_order_of_arguments(class, &|parameter| {
        let mut param = parameter_json(parameter.of);
        if parameter.kw_only {
            param.bool("kw_only", true);
        }
        param.end()
    });
    let mut kernel = Object::new();
    let record = class.record;
    kernel.value("v", "1").text("file", record.file).value("line", &record.line.to_string());
    kernel.text("crate", record.krate).text("version", record.version);
    let mut result = Object::new();
    result.text("kind", "object").text("type", key(class)).value("schema", &schema_of(class));
    kernel.value("params", &params).value("result", &result.end()).end()
}

/// The JSON array of what `json` gives for each field that the constructor takes: first those without a default, then those with one, then
/// those that are passed by name only.
fn in_order_of_arguments(class: &'static Class, json: &dyn Fn(&InitParameter) -> String) -> String {
    Array::of(in_order(&InitParameter::of_fields(class)).map(json))
}
