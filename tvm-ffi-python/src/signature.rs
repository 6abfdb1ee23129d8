//! The signature of a function for `inspect.signature`, which Python reads from the start of its documentation.

use tvm_ffi_core::__private::{Record, is_python_keyword};

/// The documentation, with the signature before it.
pub(crate) fn documentation(record: &Record) -> String {
    // Python compares the name with the part of the function's name after its last dot.
    let name = record.name.rsplit('.').next().unwrap_or_default();
    format!("{name}({})\n--\n\n{}", parameters(record), record.doc())
}

/// The parameters as Python writes them. `$self` is the receiver, which Python omits where it is bound.
pub(crate) fn parameters(record: &Record) -> String {
    let has_receiver = record.arguments().len() < record.parameters.len();
    let receiver = has_receiver.then(|| String::from("$self"));
    if record.is_packed() {
        return receiver.map_or("", |_| "$self, ").to_owned() + "*args";
    }
    let arguments = record.arguments();
    let unnamed = arguments.iter().rposition(|parameter| is_python_keyword(parameter.name));
    let mut shown: Vec<String> = receiver.into_iter().collect();
    for (index, parameter) in arguments.iter().enumerate() {
        if parameter.kw_only && !shown.iter().any(|text| text == "*") {
            shown.push(String::from("*"));
        }
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
