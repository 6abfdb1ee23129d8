use proc_macro2::TokenStream;
use syn::FnArg;
use syn::parse::{Parse, Parser};

use super::text::entry_text;
use crate::attributes::ParameterAttributes;
use crate::diagnostics::Diagnostics;

/// The entries of `#[shape]`, or what is wrong.
fn shape(attributes: &str) -> Result<String, String> {
    let parameter: TokenStream = format!("{attributes} x: i64").parse().unwrap();
    let FnArg::Typed(mut parameter) = FnArg::parse.parse2(parameter).unwrap() else { panic!("no receiver") };
    let mut diagnostics = Diagnostics::default();
    let taken = ParameterAttributes::take(&mut parameter.attrs, &mut diagnostics);
    diagnostics.finish().map_err(|errors| errors.to_string())?;
    let shape = taken.contract.shape.expect("there is one").value;
    Ok(shape.entries.iter().map(entry_text).collect::<Vec<_>>().join(", "))
}

#[test]
fn entries_are_written_in_one_way() {
    let cases = [
        ("#[shape()]", ""),
        ("#[shape(n)]", "n"),
        ("#[shape(n,d%16,0x100,{HEADS},_,2*n,s..,)]", "n, d % 16, 256, HEADS, _, 2 * n, s.."),
        ("#[shape(.. , n)]", ".., n"),
        ("#[shape(1_000, n % {K}, {A} * n + {B+1})]", "1000, n % K, A * n + (B + 1)"),
        ("#[shape((n), ((n)), -n, - -n)]", "(n), ((n)), -n, --n"),
        ("#[shape(n+m-1, n*m/2, (n%m)*2, n-(m-1))]", "n + m - 1, n * m / 2, (n % m) * 2, n - (m - 1)"),
        ("#[shape(r#type, größe)]", "type, größe"),
        ("#[shape({ \"}\".len() })]", "\"}\".len()"),
    ];
    for (attributes, expected) in cases {
        assert_eq!(shape(attributes).as_deref(), Ok(expected), "{attributes}");
    }
    assert!(shape("#[shape((n + m) % 4, n)]").is_err());
}

#[test]
fn expressions_bind_as_in_rust() {
    use super::entry::{Binary, EntryKind, Expr};
    use super::parse::parse_dims;

    /// An expression with all parentheses.
    fn whole(expr: &Expr) -> String {
        match expr {
            Expr::Number(_) => "1".to_owned(),
            Expr::Symbol(symbol) => symbol.to_string(),
            Expr::Negative(inner) => format!("(-{})", whole(inner)),
            Expr::Parenthesised(inner) => whole(inner),
            Expr::Binary(binary) => {
                let Binary { left, operator, right } = &**binary;
                format!("({}{}{})", whole(left), operator.sign(), whole(right))
            }
        }
    }
    let cases = [
        ("a + b * c", "(a+(b*c))"),
        ("a - b - c", "((a-b)-c)"),
        ("a / b * c", "((a/b)*c)"),
        ("-a * b", "((-a)*b)"),
        ("a - -b", "(a-(-b))"),
        ("(a + b) * c", "((a+b)*c)"),
        ("2 * (a % b / c)", "(1*((a%b)/c))"),
    ];
    for (text, expected) in cases {
        let mut diagnostics = Diagnostics::default();
        let dims = parse_dims(text.parse().unwrap(), &mut diagnostics).expect(text);
        diagnostics.finish().unwrap();
        let [entry] = &dims.entries[..] else { panic!("{text} is one entry") };
        let EntryKind::Value(value) = &entry.kind else { panic!("{text} is an expression") };
        assert_eq!(whole(value), expected, "{text}");
    }
}

#[test]
fn numbers_are_computed_where_nothing_else_is_in_them() {
    use super::entry::EntryKind;
    use super::parse::parse_dims;

    let cases = [
        ("2 * 3 + 1", Some(Some(7))),
        ("-7 / 2", Some(Some(-4))),
        ("(-7 % 4)", Some(Some(1))),
        ("(7 % -4)", Some(Some(-1))),
        ("9223372036854775807 + 1", Some(None)),
        ("1 / (1 - 1)", Some(None)),
        ("2 * {K}", None),
        ("2 * n", None),
    ];
    for (text, expected) in cases {
        let mut diagnostics = Diagnostics::default();
        let dims = parse_dims(text.parse().unwrap(), &mut diagnostics).expect(text);
        diagnostics.finish().unwrap();
        let EntryKind::Value(value) = &dims.entries[0].kind else { panic!("{text} is an expression") };
        assert_eq!(value.folded(), expected, "{text}");
    }
}
