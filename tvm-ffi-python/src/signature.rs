//! The signature of a function for `inspect.signature`, which Python reads from the start of its documentation.

use tvm_ffi_core::__private::{Record, is_python_keyword};

/// The documentation, with the signature before it.
pub(crate) fn documentation(record: &Record) -> String {
    // Python compares the name with the part of the function's name after its last dot.
    let name = record.name.rsplit('.').next().unwrap_or_default();
    format!("{name}({})\n--\n\n{}", parameters(record), record.doc())
}

fn parameters(record: &Record) -> String {
    if record.is_packed() {
        return String::from("*args");
    }
    let unnamed = record.parameters.iter().rposition(|parameter| is_python_keyword(parameter.name));
    let mut shown = Vec::new();
    for (index, parameter) in record.parameters.iter().enumerate() {
        let mut text = String::from(parameter.name);
        if is_python_keyword(parameter.name) {
            text.push('_');
        }
        if let Some(default) = parameter.default {
            text.extend(["=", &default.shown(parameter.of)]);
        }
        shown.push(text);
        if unnamed == Some(index) {
            shown.push(String::from("/"));
        }
    }
    shown.join(", ")
}
