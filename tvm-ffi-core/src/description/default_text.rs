//! Defaults in signatures and metadata.

use std::borrow::Cow;

use super::ParameterType;
use crate::json::{Array, Object, quoted};

/// A default as the macro writes it.
#[derive(Debug, Clone, Copy)]
pub enum DefaultText {
    /// As Python writes it.
    Python(&'static str),
    /// As Rust writes an expression that Python has no literal for.
    Rust(&'static str),
}

impl DefaultText {
    /// The default in a signature of Python: `...` where Python has no literal for it.
    pub fn shown(self, of: &ParameterType) -> Cow<'static, str> {
        match self {
            Self::Python(text) => Cow::Borrowed(text),
            Self::Rust(expression) => {
                of.variant(expression).map_or(Cow::Borrowed("..."), |name| Cow::Owned(quoted(name)))
            }
        }
    }

    /// The default in the metadata: a JSON value, or `{"expr": "..."}` where JSON has none.
    pub(crate) fn json(self, of: &ParameterType) -> String {
        let expression = |text: &str| Object::new().text("expr", text).end();
        match self {
            Self::Rust(text) => of.variant(text).map_or_else(|| expression(text), quoted),
            Self::Python(text) => json_of(text).unwrap_or_else(|| expression(text)),
        }
    }

    /// The default in a signature of Python, if JSON has a value for it.
    pub fn shown_if_json(self, of: &ParameterType) -> Option<Cow<'static, str>> {
        let shown = self.shown(of);
        json_of(&shown).map(|_| shown)
    }

    /// The value of a default that is an integer.
    pub(crate) fn integer(self) -> Option<i64> {
        match self {
            Self::Python(text) => text.parse().ok(),
            Self::Rust(_) => None,
        }
    }
}

/// A literal of Python as JSON: a constant, a number, a string, or a sequence of them.
fn json_of(literal: &str) -> Option<String> {
    let elements = |close: char| literal.get(1..)?.strip_suffix(close);
    match literal.as_bytes().first()? {
        b'"' => Some(literal.to_owned()),
        b'[' => sequence(elements(']')?),
        b'(' => sequence(elements(')')?),
        _ => match literal {
            "None" => Some(String::from("null")),
            "True" => Some(String::from("true")),
            "False" => Some(String::from("false")),
            _ => is_json_number(literal).then(|| literal.to_owned()),
        },
    }
}

/// Elements that are separated by commas, of which a sequence of one may have another behind it.
fn sequence(elements: &str) -> Option<String> {
    let (mut values, mut rest) = (Array::new(), elements.trim_ascii());
    while !rest.is_empty() {
        let end = end_of_element(rest);
        values.push(&json_of(&rest[..end])?);
        rest = rest[end..].trim_start_matches([',', ' ']);
    }
    Some(values.end())
}

/// Where the first element ends: at a comma outside of strings and brackets, or with the text.
fn end_of_element(text: &str) -> usize {
    let (mut depth, mut in_string, mut escaped) = (0, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth -= 1,
            b',' if depth == 0 => return at,
            _ => {}
        }
    }
    text.len()
}

/// By the grammar of JSON; parsing it as a float would bring the standard library's tables for that into every library.
fn is_json_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    let no_leading_zero = whole == "0" || !whole.starts_with('0');
    digits(whole) && no_leading_zero && digits(fraction) && digits(exponent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::parameter_type;

    fn both(default: DefaultText) -> (String, String) {
        let of = parameter_type::<i64>();
        (default.shown(of).into_owned(), default.json(of))
    }

    #[test]
    fn literals_are_shown_as_they_are_and_made_json() {
        for (text, json) in [
            ("True", "true"),
            ("None", "null"),
            ("-1e-6", "-1e-6"),
            (r#""a \"b\", [c""#, r#""a \"b\", [c""#),
            ("[]", "[]"),
            (r#"[1, "a, b", (True, None), [2.5]]"#, r#"[1,"a, b",[true,null],[2.5]]"#),
            ("(1,)", "[1]"),
            ("inf", r#"{"expr":"inf"}"#),
            ("[1, inf]", r#"{"expr":"[1, inf]"}"#),
            ("{}", r#"{"expr":"{}"}"#),
        ] {
            assert_eq!(both(DefaultText::Python(text)), (text.to_owned(), json.to_owned()));
        }
    }

    #[test]
    fn expressions_are_left_open() {
        assert_eq!(both(DefaultText::Rust("next()")), ("...".to_owned(), r#"{"expr":"next()"}"#.to_owned()));
        assert_eq!(both(DefaultText::Rust("Mode::Fast")).0, "...");
    }
}
