//! The schema of an operator, as PyTorch reads it.

use core::fmt::Write;

use tvm_ffi_core::__private::is_python_keyword;

use super::plan::{Input, InputOf, Kind, Plan};

/// The name of an operator: that of the export, with `_` for what is not part of a name in Python, and behind its words.
pub(crate) fn operator_name(export: &str) -> String {
    let mut name: String = export.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    if !name.starts_with(|c: char| c == '_' || c.is_alphabetic()) {
        name.insert(0, '_');
    }
    if is_python_keyword(&name) {
        name.push('_');
    }
    name
}

/// The schema of an operator without its name: `(Tensor x, float eps=1e-06) -> Tensor`.
pub(crate) fn schema(plan: &Plan) -> String {
    let mut text = String::from("(");
    // Each tensor that is changed in place has a letter of its own.
    let mut letters = 'a'..='z';
    for (index, input) in plan.inputs.iter().enumerate() {
        text.push_str(if index > 0 { ", " } else { "" });
        push_input(input, &mut letters, &mut text);
    }
    text.push_str(") -> ");
    match plan.results() {
        1 => text.push_str("Tensor"),
        count => {
            text.push('(');
            text.push_str(&vec!["Tensor"; count].join(", "));
            text.push(')');
        }
    }
    text
}

fn push_input(input: &Input, letters: &mut impl Iterator<Item = char>, text: &mut String) {
    let letter = |letters: &mut dyn Iterator<Item = char>| {
        let letter = letters.next().map(String::from).unwrap_or_default();
        format!("Tensor({letter}!)")
    };
    let (of, list) = match input.kind {
        Kind::Tensor { is_written: true, .. } => (letter(letters), ""),
        Kind::Tensors { is_written: true, .. } => (letter(letters), "[]"),
        Kind::Tensor { .. } => (String::from("Tensor"), ""),
        Kind::Tensors { .. } => (String::from("Tensor"), "[]"),
        Kind::Int => (String::from("SymInt"), ""),
        Kind::Ints => (String::from("SymInt"), "[]"),
        Kind::Float => (String::from("float"), ""),
        Kind::Floats => (String::from("float"), "[]"),
        Kind::Bool => (String::from("bool"), ""),
        Kind::Text => (String::from("str"), ""),
    };
    let optional = if input.is_optional { "?" } else { "" };
    let prefix = if input.of == InputOf::Need { "need_" } else { "" };
    text.extend([&of, list, optional, " ", prefix, input.name]);
    if let Some(default) = &input.default {
        text.push('=');
        push_default(input.kind, default, text);
    }
}

/// A default, which is a JSON value, as Python shows it.
fn push_default(kind: Kind, default: &str, text: &mut String) {
    match (kind, default) {
        (_, "null") => text.push_str("None"),
        (_, "true") => text.push_str("True"),
        (_, "false") => text.push_str("False"),
        (Kind::Float, number) => push_float(number, text),
        (Kind::Floats | Kind::Ints, list) => {
            let elements = list.trim_start_matches('[').trim_end_matches(']').split(',');
            text.push('[');
            for (index, element) in elements.filter(|element| !element.trim().is_empty()).enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                match kind {
                    Kind::Floats => push_float(element.trim(), text),
                    _ => text.push_str(element.trim()),
                }
            }
            text.push(']');
        }
        (_, value) => text.push_str(value),
    }
}

/// A float as `repr` of Python writes it.
fn push_float(number: &str, text: &mut String) {
    let Ok(value) = number.parse::<f64>() else { return text.push_str(number) };
    let scientific = format!("{value:e}");
    // INVARIANT: Rust writes an exponent in this form.
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    // Writing to a string cannot fail.
    let _ = if value == 0.0 || (-4..16).contains(&exponent) {
        write!(text, "{value:?}")
    } else {
        write!(text, "{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
    };
}
