//! Prints expressions as people write them. A token stream prints a space around every token.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// An expression on one line, and without NUL, which separates fields in the texts of an export.
pub(crate) fn one_line(expression: &TokenStream) -> String {
    let mut text = String::new();
    push(expression.clone(), &mut text);
    text.replace('\0', "").replace('\n', " ")
}

/// What comes before the next token.
#[derive(Clone, Copy, PartialEq)]
enum Before {
    Nothing,
    /// A name, a literal, or a group: the end of an operand.
    Operand,
    /// An operator between two operands, or a comma.
    Between,
    /// A token without a space after it: `&` of a reference, or `::`.
    Prefix,
    /// The first half of an operator between two operands, such as `==`.
    Half,
}

fn push(tokens: TokenStream, text: &mut String) {
    let mut before = Before::Nothing;
    // The number of open `::<`.
    let mut generics = 0;
    for token in tokens {
        let sticks = match before {
            Before::Nothing | Before::Prefix | Before::Half => true,
            Before::Between => false,
            Before::Operand => sticks_to_operand(&token, generics),
        };
        if !sticks {
            text.push(' ');
        }
        before = match token {
            TokenTree::Group(group) => {
                push_group(group.delimiter(), group.stream(), text);
                Before::Operand
            }
            TokenTree::Punct(punct) => {
                let opens = text.ends_with("::") && punct.as_char() == '<';
                text.push(punct.as_char());
                match punct.as_char() {
                    '<' if opens => {
                        generics += 1;
                        Before::Prefix
                    }
                    '>' if generics > 0 => {
                        generics -= 1;
                        Before::Operand
                    }
                    '?' => Before::Operand,
                    '.' => Before::Prefix,
                    _ if text.ends_with("::") => Before::Prefix,
                    _ if before == Before::Half => Before::Between,
                    _ if punct.spacing() == Spacing::Joint && before == Before::Operand => Before::Half,
                    '!' | '\'' => Before::Prefix,
                    '&' | '-' | '*' if before != Before::Operand => Before::Prefix,
                    _ => Before::Between,
                }
            }
            other => {
                text.push_str(&other.to_string());
                Before::Operand
            }
        };
    }
}

/// Whether a token follows an operand without a space, such as the arguments of a call.
fn sticks_to_operand(token: &TokenTree, generics: usize) -> bool {
    match token {
        TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
        TokenTree::Punct(punct) => match punct.as_char() {
            ',' | ';' | ':' | '.' | '?' => true,
            '!' => punct.spacing() == Spacing::Alone,
            '>' => generics > 0,
            _ => false,
        },
        _ => false,
    }
}

fn push_group(delimiter: Delimiter, inner: TokenStream, text: &mut String) {
    let (open, close) = match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::Brace => ("{ ", " }"),
        Delimiter::None => ("", ""),
    };
    text.push_str(open);
    push(inner, text);
    text.push_str(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_print_as_they_are_written() {
        for written in [
            "1.5",
            "-1",
            "x - 1",
            "\"a b\"",
            "None",
            "Vec::new()",
            "Some(-1)",
            "std::f64::consts::PI",
            "Vec::<i64>::with_capacity(4)",
            "vec![1.0, 2.0]",
            "a == b && !c",
            "a < b",
            "&[1, 2][..1]",
            "Mode::default().with(x: 1)",
            "*LIMIT / 2",
            "parse(\"4\")?",
            "(1, 'c')",
            "if a { 1 } else { 2 }",
            "[0; 4]",
        ] {
            let tokens: TokenStream = written.parse().unwrap();
            assert_eq!(one_line(&tokens), written);
        }
    }

    #[test]
    fn macros_and_line_ends_stay_on_the_line() {
        let tokens: TokenStream = "f(\n  1,\n  2\n)".parse().unwrap();
        assert_eq!(one_line(&tokens), "f(1, 2)");
        let tokens: TokenStream = "\"a\n\\0b\"".parse().unwrap();
        assert_eq!(one_line(&tokens), "\"a \\0b\"");
    }
}
