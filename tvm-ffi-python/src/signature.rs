//! The signature of a function for `inspect.signature`, which Python reads from the start of its documentation.

use tvm_ffi_core::__private::{Param, Passing, Record, is_python_keyword, listed};

/// The documentation, with the signature before it.
pub(crate) fn documentation(record: &Record) -> String {
    // Python compares the name with the part of the function's name after its last dot.
    let name = record.name.rsplit('.').next().unwrap_or_default();
    format!("{name}({})\n--\n\n{}", parameters(record), record.doc())
}

/// The parameters as Python writes them. `$self` is the receiver, which Python omits where it is bound.
pub(crate) fn parameters(record: &Record) -> String {
    let has_receiver = record.class.is_some() && record.arguments().len() < record.parameters.len();
    let receiver = match record.is_class_method() {
        true => Some(String::from("$cls")),
        false => has_receiver.then(|| String::from("$self")),
    };
    if record.is_packed() {
        return receiver.map_or_else(String::new, |receiver| receiver + ", ") + "*args";
    }
    let mut arguments = record.arguments().to_vec();
    // A parameter whose name is a keyword of Python has none there.
    let has_no_name = |one: &Param| one.passing <= Passing::Either && is_python_keyword(one.name);
    let unnamed = arguments.iter().rposition(has_no_name);
    for parameter in arguments.iter_mut().take(unnamed.map_or(0, |last| last + 1)) {
        parameter.passing = Passing::Position;
    }
    let mut shown: Vec<String> = receiver.into_iter().collect();
    shown.extend(listed(&arguments, |parameter| {
        let mut text = String::from(parameter.name);
        if is_python_keyword(parameter.name) {
            text.push('_');
        }
        if let Some(default) = parameter.default.filter(|_| !parameter.takes_others()) {
            text.extend(["=", &default.shown(parameter.of)]);
        }
        text
    }));
    shown.join(", ")
}
