//! The schema of an operator, as PyTorch reads it.

use std::borrow::Cow;

use tvm_ffi_core::__private::is_python_keyword;

use super::plan::{InputOf, InputType, Plan, default, elements};

/// The name of an operator: that of the export, with `_` for what is not part of a name in Python, and after its words. Names of exports are ASCII,
/// and start with a letter.
pub(crate) fn operator_name(export: &str) -> String {
    let mut name = export.replace('.', "_");
    if is_python_keyword(&name) {
        name.push('_');
    }
    name
}

/// The schema of an operator without its name: `(Tensor x, float eps=1e-06) -> Tensor`.
pub(crate) fn schema(plan: &Plan) -> String {
    let (mut text, mut separator) = (String::from("("), "");
    // Each tensor that is changed in place has a letter of its own.
    let mut letters = LETTERS;
    for input in &plan.inputs {
        let (of, list) = type_of(input.as_type);
        text.extend([separator, of]);
        separator = ", ";
        if input.of != InputOf::Need && input.is_written() {
            let (letter, others) = letters.split_at_checked(1).unwrap_or_default();
            letters = others;
            text.extend(["(", letter, "!)"]);
        }
        let (prefix, default) = match input.of {
            InputOf::Parameter(_) => ("", default(input.parameter)),
            InputOf::Need => ("need_", Some(Cow::Borrowed("True"))),
        };
        text.extend([list, if input.is_optional { "? " } else { " " }, prefix, input.parameter.name]);
        if let Some(default) = default.filter(|_| input.has_default) {
            push_default(input.as_type, &default, &mut text);
        }
    }
    let results = plan.results();
    let (open, close) = if results == 1 { ("", "") } else { ("(", ")") };
    text.extend([") -> ", open]);
    separator = "";
    for _ in 0..results {
        text.extend([separator, "Tensor"]);
        separator = ", ";
    }
    text.push_str(close);
    text
}

const LETTERS: &str = "abcdefghijklmnopqrstuvwxyz";

/// The type of an input, and what is behind it for a list.
fn type_of(of: InputType) -> (&'static str, &'static str) {
    match of {
        InputType::Tensor => ("Tensor", ""),
        InputType::Tensors => ("Tensor", "[]"),
        InputType::Int => ("SymInt", ""),
        InputType::Ints => ("SymInt", "[]"),
        InputType::Float => ("float", ""),
        InputType::Floats => ("float", "[]"),
        InputType::Bool => ("bool", ""),
        InputType::Text => ("str", ""),
    }
}

/// A default, which is a literal of Python, as `repr` writes it.
fn push_default(of: InputType, default: &str, text: &mut String) {
    match of {
        InputType::Float if default != "None" => {
            text.push('=');
            push_float(default, text);
        }
        InputType::Ints | InputType::Floats if default != "None" => {
            let mut separator = "=[";
            for element in elements(default) {
                text.push_str(separator);
                separator = ", ";
                match of {
                    InputType::Floats => push_float(element, text),
                    _ => text.push_str(element),
                }
            }
            text.push_str(if separator == "=[" { "=[]" } else { "]" });
        }
        InputType::Text => {
            text.push('=');
            push_text(default, text);
        }
        _ => text.extend(["=", default]),
    }
}

/// A text literal of JSON, with control characters as C writes them: PyTorch knows no other escapes.
fn push_text(literal: &str, text: &mut String) {
    let mut rest = literal;
    while let Some((before, escape)) = rest.split_once('\\') {
        text.extend([before, "\\"]);
        rest = match escape.strip_prefix("u00").and_then(|hex| hex.split_at_checked(2)) {
            Some((hex, behind)) => {
                // They are below 32.
                let code = usize::from_str_radix(hex, 16).unwrap_or_default();
                text.push_str(&format!("{code:03o}"));
                behind
            }
            None => {
                let (escaped, behind) = escape.split_at_checked(1).unwrap_or_default();
                text.push_str(escaped);
                behind
            }
        };
    }
    text.push_str(rest);
}

/// A float as `repr` of Python writes it.
fn push_float(number: &str, text: &mut String) {
    // INVARIANT: the macro has written a float.
    let value: f64 = number.parse().unwrap_or(f64::NAN);
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    text.push_str(&if value == 0.0 || (-4..16).contains(&exponent) {
        format!("{value:?}")
    } else {
        format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(number: &str) -> String {
        let mut text = String::new();
        push_float(number, &mut text);
        text
    }

    #[test]
    fn floats_are_written_as_python_does() {
        for (number, expected) in [
            ("0", "0.0"),
            ("-0.0", "-0.0"),
            ("-1.50", "-1.5"),
            ("1E5", "100000.0"),
            ("0.0001", "0.0001"),
            ("1e-5", "1e-05"),
            ("1.25e-6", "1.25e-06"),
            ("1e15", "1000000000000000.0"),
            ("1e16", "1e+16"),
            ("5e-324", "5e-324"),
            ("1.7976931348623157e308", "1.7976931348623157e+308"),
            ("0e400", "0.0"),
        ] {
            assert_eq!(float(number), expected, "{number}");
        }
    }

    #[test]
    fn control_characters_are_written_as_in_c() {
        let mut text = String::new();
        push_text(r#""a\u0000\u001f\n\"\\u0001 é""#, &mut text);
        assert_eq!(text, r#""a\000\037\n\"\\u0001 é""#);
    }

    #[test]
    fn names_of_operators_are_those_of_python() {
        assert_eq!(["math.add", "f_1", "lambda"].map(operator_name), ["math_add", "f_1", "lambda_"]);
    }
}
