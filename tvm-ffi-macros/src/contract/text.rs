//! Entries as text, for messages.

use core::fmt::Write;

use super::entry::{Constant, Dim, EntryKind, Expr, Number, name_of};
use crate::tokens::one_line;

/// One entry, without the braces of constants.
pub(crate) fn entry_text(entry: &Dim) -> String {
    match &entry.kind {
        EntryKind::Any => "_".to_owned(),
        EntryKind::Rest(name) => format!("{}..", name.as_ref().map(name_of).unwrap_or_default()),
        EntryKind::Symbol(symbol) => name_of(symbol),
        EntryKind::Multiple(symbol, of) => format!("{} % {}", name_of(symbol), number_text(of)),
        EntryKind::Value(Expr::Number(Number::Constant(constant))) => one_line(&constant.tokens),
        EntryKind::Value(value) => {
            let mut text = String::new();
            write_expr(value, &mut text);
            text
        }
    }
}

fn number_text(number: &Number) -> String {
    match number {
        Number::Literal(literal) => literal.value.to_string(),
        Number::Constant(constant) => constant_text(constant),
    }
}

/// A constant in an expression, in parentheses where it is more than a name.
fn constant_text(constant: &Constant) -> String {
    let text = one_line(&constant.tokens);
    if text.contains(' ') { format!("({text})") } else { text }
}

fn write_expr(expr: &Expr, out: &mut String) {
    match expr {
        Expr::Number(number) => out.push_str(&number_text(number)),
        Expr::Symbol(symbol) => out.push_str(&name_of(symbol)),
        Expr::Negative(inner) => {
            out.push('-');
            write_expr(inner, out);
        }
        Expr::Parenthesised(inner) => {
            out.push('(');
            write_expr(inner, out);
            out.push(')');
        }
        Expr::Binary(binary) => {
            write_expr(&binary.left, out);
            // Writing to a string cannot fail.
            let _ = write!(out, " {} ", binary.operator.sign());
            write_expr(&binary.right, out);
        }
    }
}
