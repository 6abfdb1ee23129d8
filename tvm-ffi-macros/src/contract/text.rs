//! The text of a contract for the description: `shape(n, 2 * n, {HEADS});align(16);out`.

use core::fmt::Write;

use proc_macro2::Ident;

use super::entry::{Constant, Dims, Entry, EntryKind, Expr, Number, name_of};
use super::{At, Contract};
use crate::tokens::one_line;

impl Contract {
    /// The items, joined by `;`; `variable` is the variable of `dispatch` that is the element type.
    ///
    /// `alias` comes first: before expressions, whose text could be misread as an item.
    pub(crate) fn text(&self, variable: Option<&Ident>) -> String {
        let mut items = Vec::new();
        if let Some(alias) = &self.alias {
            items.push(format!("alias({})", name_of(&alias.value)));
        }
        for (name, dims) in [("shape", &self.shape), ("strides", &self.strides)] {
            if let Some(At { value: dims, .. }) = dims {
                items.push(format!("{name}({})", dims_text(dims)));
            }
        }
        if let Some(align) = &self.align {
            items.push(format!("align({})", number_text(&align.value)));
        }
        if let Some(dtypes) = &self.dtypes {
            let names: Vec<_> = dtypes.value.iter().map(|dtype| dtype.name).collect();
            items.push(format!("dtype({})", names.join(", ")));
        }
        if let Some(devices) = &self.devices {
            let names: Vec<_> = devices.value.iter().map(|device| device.name).collect();
            items.push(format!("device({})", names.join(", ")));
        }
        if let Some(out) = &self.out {
            items.push(out.value.word().map_or_else(|| "out".to_owned(), |word| format!("out({word})")));
        }
        if let Some(grad) = &self.grad {
            items.push(format!("grad({})", name_of(&grad.value)));
        }
        items.extend(variable.map(|variable| format!("var({variable})")));
        items.join(";")
    }
}

fn dims_text(dims: &Dims) -> String {
    let entries: Vec<_> = dims.entries.iter().map(entry_text).collect();
    entries.join(", ")
}

/// One entry, for messages too.
pub(crate) fn entry_text(entry: &Entry) -> String {
    match &entry.kind {
        EntryKind::Any => "_".to_owned(),
        EntryKind::Rest(name) => format!("{}..", name.as_ref().map(name_of).unwrap_or_default()),
        EntryKind::Symbol(symbol) => name_of(symbol),
        EntryKind::Multiple(symbol, of) => format!("{} % {}", name_of(symbol), number_text(of)),
        EntryKind::Value(value) => {
            let mut text = String::new();
            write_expr(value, &mut text);
            text
        }
    }
}

pub(super) fn number_text(number: &Number) -> String {
    match number {
        Number::Literal(literal) => literal.value.to_string(),
        Number::Constant(constant) => constant_text(constant),
    }
}

/// The expression in its braces. Core finds the end by counting braces, so the text is `{...}` if a string literal has unbalanced ones.
fn constant_text(constant: &Constant) -> String {
    let text = one_line(&constant.tokens);
    let mut depth = 0i32;
    let is_balanced = text.chars().all(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth >= 0
    }) && depth == 0;
    if is_balanced { format!("{{{text}}}") } else { "{...}".to_owned() }
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
