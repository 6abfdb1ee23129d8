//! The schema of an operator, as PyTorch reads it.

use std::borrow::Cow;

use tvm_ffi_core::__private::is_python_keyword;

use super::plan::{InputOf, InputType, Plan, default, elements};
use crate::text::{decimal, joined, push_all};

/// The name of an operator: that of the export, with `_` for what is not part of a name in Python, and behind its words. Names of exports are ASCII,
/// and start with a letter.
pub(crate) fn operator_name(export: &str) -> String {
    let (mut name, mut separator) = (String::new(), "");
    for part in export.split('.') {
        push_all(&mut name, &[separator, part]);
        separator = "_";
    }
    if is_python_keyword(&name) {
        push_all(&mut name, &["_"]);
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
        push_all(&mut text, &[separator, of]);
        separator = ", ";
        if input.of != InputOf::Need && input.is_written() {
            let (letter, others) = letters.split_at_checked(1).unwrap_or_default();
            letters = others;
            push_all(&mut text, &["(", letter, "!)"]);
        }
        let (prefix, default) = match input.of {
            InputOf::Parameter(_) => ("", default(input.parameter)),
            InputOf::Need => ("need_", Some(Cow::Borrowed("True"))),
        };
        push_all(
            &mut text,
            &[list, if input.is_optional { "? " } else { " " }, prefix, input.parameter.name],
        );
        if let Some(default) = default.filter(|_| input.has_default) {
            push_default(input.as_type, &default, &mut text);
        }
    }
    let results = plan.results();
    let (open, close) = if results == 1 { ("", "") } else { ("(", ")") };
    push_all(&mut text, &[") -> ", open]);
    separator = "";
    for _ in 0..results {
        push_all(&mut text, &[separator, "Tensor"]);
        separator = ", ";
    }
    push_all(&mut text, &[close]);
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
            push_all(text, &["="]);
            push_float(default, text);
        }
        InputType::Ints | InputType::Floats if default != "None" => {
            let mut separator = "=[";
            for element in elements(default) {
                push_all(text, &[separator]);
                separator = ", ";
                match of {
                    InputType::Floats => push_float(element, text),
                    _ => push_all(text, &[element]),
                }
            }
            push_all(text, &[if separator == "=[" { "=[]" } else { "]" }]);
        }
        InputType::Text => {
            push_all(text, &["="]);
            push_text(default, text);
        }
        _ => push_all(text, &["=", default]),
    }
}

/// A text literal of JSON, with control characters as C writes them: PyTorch knows no other escapes.
fn push_text(literal: &str, text: &mut String) {
    const DIGITS: &str = "01234567";
    let digit = |number: usize| DIGITS.get(number..=number).unwrap_or_default();
    let mut rest = literal;
    while let Some((before, escape)) = rest.split_once('\\') {
        push_all(text, &[before, "\\"]);
        rest = match escape.strip_prefix("u00").and_then(|hex| hex.split_at_checked(2)) {
            Some((hex, behind)) => {
                // They are below 32.
                let code = usize::from_str_radix(hex, 16).unwrap_or_default();
                push_all(text, &["0", digit(code / 8), digit(code % 8)]);
                behind
            }
            None => {
                let (escaped, behind) = escape.split_at_checked(1).unwrap_or_default();
                push_all(text, &[escaped]);
                behind
            }
        };
    }
    push_all(text, &[rest]);
}

/// A float as `repr` of Python writes it. The macro gives it the digits that it has as a float, so it is not parsed: that and printing it would
/// bring 40 KB of the standard library.
fn push_float(number: &str, text: &mut String) {
    let (sign, number) = number.strip_prefix('-').map_or(("", number), |number| ("-", number));
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, ""));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = joined(&[whole, fraction]);
    let first = digits.bytes().take_while(|digit| *digit == b'0').count();
    let zeroes = digits.bytes().rev().take_while(|digit| *digit == b'0').count();
    // The value is 0.DIGITS times ten to this power.
    let point = whole.len() as i64 + power(exponent) - first as i64;
    push_all(text, &[sign]);
    match digits.get(first..digits.len() - zeroes) {
        None | Some("") => push_all(text, &["0.0"]),
        Some(digits) if (-3..=16).contains(&point) => push_plain(digits, point, text),
        Some(digits) => push_scientific(digits, point - 1, text),
    }
}

/// The number after `e`.
fn power(text: &str) -> i64 {
    let (mut power, mut is_negative) = (0i64, false);
    for byte in text.bytes() {
        match byte {
            b'-' => is_negative = true,
            b'+' => {}
            _ => power = (power * 10 + i64::from(byte & 15)).min(9999),
        }
    }
    if is_negative { -power } else { power }
}

/// With the point behind so many digits, or before all of them, if it is not positive.
fn push_plain(digits: &str, point: i64, text: &mut String) {
    const ZEROES: &str = "0000000000000000";
    let point = usize::try_from(point).map_err(|_| point.unsigned_abs() as usize);
    match point {
        Ok(point @ 1..) => match digits.split_at_checked(point) {
            Some((whole, "")) => push_all(text, &[whole, ".0"]),
            Some((whole, fraction)) => push_all(text, &[whole, ".", fraction]),
            None => push_all(text, &[digits, ZEROES.get(digits.len()..point).unwrap_or_default(), ".0"]),
        },
        Ok(zeroes) | Err(zeroes) => {
            push_all(text, &["0.", ZEROES.get(..zeroes).unwrap_or_default(), digits]);
        }
    }
}

fn push_scientific(digits: &str, exponent: i64, text: &mut String) {
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let sign = if exponent < 0 { "e-" } else { "e+" };
    let zero = if exponent.unsigned_abs() < 10 { "0" } else { "" };
    push_all(text, &[first, point, rest, sign, zero, &decimal(exponent.abs())]);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the standard library makes of it.
    fn expected(number: &str) -> String {
        let value: f64 = number.parse().expect("a float");
        let scientific = format!("{value:e}");
        let (digits, exponent) = scientific.split_once('e').expect("an exponent");
        let exponent: i32 = exponent.parse().expect("an integer");
        if value == 0.0 || (-4..16).contains(&exponent) {
            return format!("{value:?}");
        }
        format!("{digits}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
    }

    fn float(number: &str) -> String {
        let mut text = String::new();
        push_float(number, &mut text);
        text
    }

    #[test]
    fn floats_are_written_as_python_does() {
        let mantissas =
            ["0", "-0.0", "1", "-1.50", "0.001", "10", "123456789012345", "9.99", "100.25", "0.5e0", "00.1"];
        for mantissa in mantissas {
            assert_eq!(float(mantissa), expected(mantissa), "{mantissa}");
            for exponent in -40..40 {
                let number = format!("{}e{exponent}", mantissa.trim_end_matches("e0"));
                assert_eq!(float(&number), expected(&number), "{number}");
            }
        }
        for number in ["1E5", "1e+5", "5e-324", "1.7976931348623157e308", "0e400", "2.2250738585072014E-308"]
        {
            assert_eq!(float(number), expected(number), "{number}");
        }
        assert_eq!(
            (float("1e-6"), float("1e16"), float("1e15")),
            ("1e-06".into(), "1e+16".into(), "1000000000000000.0".into())
        );
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
