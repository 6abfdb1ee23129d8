//! Defaults as Python writes them, for signatures and metadata.

use core::fmt::Write;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Expr, ExprCall, ExprMethodCall, Lit, Path, UnOp};

use crate::tokens::one_line;

/// A default as the record has it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum DefaultText {
    /// A Python literal.
    Python(String),
    /// The Rust expression, where Python has no literal for it.
    Rust(String),
}

impl DefaultText {
    pub(crate) fn of(expression: &TokenStream) -> Self {
        let Ok(parsed) = syn::parse2::<Expr>(expression.clone()) else {
            return Self::Rust(one_line(expression));
        };
        match literal(&parsed) {
            Some(literal) => Self::Python(literal),
            None => Self::Rust(one_line(&inner(&parsed).to_token_stream())),
        }
    }

    /// Whether JSON has no value for it.
    pub(crate) fn is_open(&self) -> bool {
        match self {
            Self::Python(text) => ["inf", "-inf", "nan"].contains(&&**text),
            Self::Rust(_) => true,
        }
    }

    pub(crate) fn expand(&self, p: &TokenStream) -> TokenStream {
        match self {
            Self::Python(text) => quote_spanned!(Span::mixed_site()=> #p::DefaultText::Python(#text)),
            Self::Rust(text) => quote_spanned!(Span::mixed_site()=> #p::DefaultText::Rust(#text)),
        }
    }
}

/// The value in a `Some`, which Python does not have.
fn inner(expression: &Expr) -> &Expr {
    match expression {
        Expr::Call(call) if names(call) == ["Some"] => call.args.first().map_or(expression, inner),
        Expr::Group(group) => inner(&group.expr),
        Expr::Paren(paren) => inner(&paren.expr),
        other => other,
    }
}

/// The Python literal for the value of an expression.
fn literal(expression: &Expr) -> Option<String> {
    match expression {
        Expr::Lit(of) => of_lit(&of.lit),
        Expr::Group(group) => literal(&group.expr),
        Expr::Paren(paren) => literal(&paren.expr),
        Expr::Reference(reference) => literal(&reference.expr),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
            let number = literal(&unary.expr)?;
            number.starts_with(|c: char| c.is_ascii_digit() || c == 'i').then(|| format!("-{number}"))
        }
        Expr::Array(array) => sequence(&array.elems, "[", "]"),
        Expr::Tuple(tuple) if tuple.elems.is_empty() => Some("None".to_owned()),
        Expr::Tuple(tuple) if tuple.elems.len() == 1 => sequence(&tuple.elems, "(", ",)"),
        Expr::Tuple(tuple) => sequence(&tuple.elems, "(", ")"),
        Expr::Macro(of) if of.mac.path.segments.last().is_some_and(|last| last.ident == "vec") => {
            let elements = &of.mac.tokens;
            literal(&syn::parse2(quote!([#elements])).ok()?)
        }
        Expr::Path(path) if path.qself.is_none() => of_path(&path.path),
        Expr::Call(call) => of_call(call),
        Expr::MethodCall(call) => of_method(call),
        _ => None,
    }
}

fn of_lit(literal: &Lit) -> Option<String> {
    Some(match literal {
        Lit::Bool(value) => if value.value { "True" } else { "False" }.to_owned(),
        Lit::Int(number) => number.base10_digits().to_owned(),
        Lit::Float(number) => float(number.base10_digits()),
        Lit::Str(text) => quoted(&text.value()),
        Lit::Char(character) => quoted(&character.value().to_string()),
        Lit::ByteStr(bytes) => bytes_of(&bytes.value()),
        _ => return None,
    })
}

/// A float. Digits that it cannot have are rounded, so that libraries need not parse it to print it as Python does.
fn float(digits: &str) -> String {
    match digits.parse::<f64>() {
        Ok(value) if digits.len() > 15 => format!("{value:?}"),
        _ if digits.ends_with('.') => format!("{digits}0"),
        _ => digits.to_owned(),
    }
}

fn sequence<'a>(elements: impl IntoIterator<Item = &'a Expr>, open: &str, close: &str) -> Option<String> {
    let elements: Option<Vec<_>> = elements.into_iter().map(literal).collect();
    Some(format!("{open}{}{close}", elements?.join(", ")))
}

/// A string literal of both Python and JSON.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        // Writing to a string cannot fail.
        let _ = match c {
            '"' | '\\' => write!(out, "\\{c}"),
            '\n' => write!(out, "\\n"),
            '\t' => write!(out, "\\t"),
            '\r' => write!(out, "\\r"),
            c if c < ' ' => write!(out, "\\u{:04x}", u32::from(c)),
            c => write!(out, "{c}"),
        };
    }
    out + "\""
}

fn bytes_of(bytes: &[u8]) -> String {
    let mut out = String::from("b\"");
    for byte in bytes {
        // Writing to a string cannot fail.
        let _ = match byte {
            b'"' | b'\\' => write!(out, "\\{}", char::from(*byte)),
            b' '..=b'~' => write!(out, "{}", char::from(*byte)),
            other => write!(out, "\\x{other:02x}"),
        };
    }
    out + "\""
}

/// The last two names of a path.
fn last_names(path: &Path) -> Vec<String> {
    let names: Vec<_> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    names[names.len().saturating_sub(2)..].to_vec()
}

/// The last two names in the path of the called function.
fn names(call: &ExprCall) -> Vec<String> {
    match &*call.func {
        Expr::Path(path) if path.qself.is_none() => last_names(&path.path),
        _ => Vec::new(),
    }
}

fn of_path(path: &Path) -> Option<String> {
    let names = last_names(path);
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    Some(match names[..] {
        ["None"] | ["Option", "None"] => "None".to_owned(),
        ["f32" | "f64", "INFINITY"] => "inf".to_owned(),
        ["f32" | "f64", "NEG_INFINITY"] => "-inf".to_owned(),
        ["f32" | "f64", "NAN"] => "nan".to_owned(),
        [integer, bound @ ("MIN" | "MAX")] => bound_of(integer, bound == "MAX")?,
        _ => return None,
    })
}

/// `MIN` or `MAX` of an integer type whose size does not depend on the platform.
fn bound_of(integer: &str, is_max: bool) -> Option<String> {
    let is_signed = integer.starts_with('i');
    let bits: u32 =
        integer.strip_prefix(['i', 'u'])?.parse().ok().filter(|bits| matches!(bits, 8 | 16 | 32 | 64))?;
    Some(match (is_signed, is_max) {
        (true, true) => (i64::MAX >> (64 - bits)).to_string(),
        (true, false) => (i64::MIN >> (64 - bits)).to_string(),
        (false, true) => (u64::MAX >> (64 - bits)).to_string(),
        (false, false) => "0".to_owned(),
    })
}

const TEXTS: &[&str] = &["String", "Str", "PathBuf", "Box", "Cow"];
const SEQUENCES: &[&str] = &["Vec", "List", "Array"];
const MAPS: &[&str] = &["HashMap", "BTreeMap", "IndexMap", "Map", "Dict"];

fn of_call(call: &ExprCall) -> Option<String> {
    let names = names(call);
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    match (&names[..], call.args.first()) {
        (["Some"] | ["Option", "Some"], Some(inner)) => literal(inner),
        (["String", "new"], None) => Some("\"\"".to_owned()),
        ([ty, "new"], None) if SEQUENCES.contains(ty) => Some("[]".to_owned()),
        ([ty, "new"], None) if MAPS.contains(ty) => Some("{}".to_owned()),
        ([ty, "from"], Some(inner)) if SEQUENCES.contains(ty) => {
            literal(inner).filter(|text| text.starts_with('['))
        }
        ([ty, "from" | "Borrowed" | "new"], Some(inner)) if TEXTS.contains(ty) => {
            literal(inner).filter(|text| text.starts_with('"'))
        }
        _ => None,
    }
}

fn of_method(call: &ExprMethodCall) -> Option<String> {
    let is_conversion = ["into", "to_owned", "to_string", "to_vec"].iter().any(|name| call.method == name)
        && call.args.is_empty();
    let text = literal(&call.receiver).filter(|_| is_conversion)?;
    // A string with a number is another value than the number.
    (text.starts_with(['"', '[']) || call.method == "into").then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(expression: &str) -> DefaultText {
        DefaultText::of(&expression.parse().expect("it is Rust"))
    }

    #[test]
    fn literals_are_those_of_python() {
        let cases = [
            ("true", "True"),
            ("false", "False"),
            ("None", "None"),
            ("()", "None"),
            ("1_000", "1000"),
            ("0x10u8", "16"),
            ("-2", "-2"),
            ("1e-6", "1e-6"),
            ("1e-6f32", "1e-6"),
            ("2.", "2.0"),
            ("3.14159265358979323846", "3.141592653589793"),
            ("-0.5_f64", "-0.5"),
            ("f64::INFINITY", "inf"),
            ("-f32::INFINITY", "-inf"),
            ("f64::NEG_INFINITY", "-inf"),
            ("i64::MAX", "9223372036854775807"),
            ("std::i8::MIN", "-128"),
            ("u16::MAX", "65535"),
            (r#""a \"b\" \u{e9}\n""#, "\"a \\\"b\\\" \u{e9}\\n\""),
            (r##"r#"raw "text""#"##, r#""raw \"text\"""#),
            ("'x'", r#""x""#),
            (r#"b"ab\0""#, r#"b"ab\x00""#),
            (r#"String::from("a")"#, r#""a""#),
            (r#""a".to_owned()"#, r#""a""#),
            (r#""a".into()"#, r#""a""#),
            ("String::new()", r#""""#),
            ("Some(3)", "3"),
            (r#"Some("a".to_string())"#, r#""a""#),
            ("vec![1, 2]", "[1, 2]"),
            ("Vec::<i64>::new()", "[]"),
            ("&[1.0, 2.5]", "[1.0, 2.5]"),
            ("[true, false].to_vec()", "[True, False]"),
            ("(1, \"two\")", "(1, \"two\")"),
            ("(1,)", "(1,)"),
            ("HashMap::new()", "{}"),
        ];
        for (rust, python) in cases {
            assert_eq!(of(rust), DefaultText::Python(python.to_owned()), "{rust}");
        }
    }

    #[test]
    fn everything_else_stays_rust() {
        let cases = [
            ("next()", "next()"),
            ("Mode::Fast", "Mode::Fast"),
            ("Some(Mode::Fast)", "Mode::Fast"),
            ("EPS * 2.0", "EPS * 2.0"),
            ("usize::MAX", "usize::MAX"),
            ("1.to_string()", "1.to_string()"),
            ("vec![next()]", "vec![next()]"),
            ("-True", "-True"),
        ];
        for (rust, text) in cases {
            assert_eq!(of(rust), DefaultText::Rust(text.to_owned()), "{rust}");
        }
    }
}
