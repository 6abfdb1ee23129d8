//! Contracts from text, as they stand in attributes: for tables of cases.

use crate::contracts::expression::{Expression, Operator};
use crate::contracts::model::Entry;

/// The entries of `#[shape(...)]` or `#[strides(...)]`. The constants in braces are `HEADS`, which is 4, and `WIDTH`, which is 3.
pub fn entries(text: &str) -> Vec<Entry> {
    text.split(',').map(str::trim).filter(|entry| !entry.is_empty()).map(entry).collect()
}

fn entry(text: &str) -> Entry {
    if let Some(name) = text.strip_suffix("..") {
        return Entry::Rest((!name.is_empty()).then(|| name.to_owned()));
    }
    if let Some(inner) = text.strip_prefix('{') {
        let text = inner.trim_end_matches('}').to_owned();
        let value = if text == "HEADS" { 4 } else { 3 };
        return Entry::Constant { text, value };
    }
    match expression(text) {
        Expression::Symbol(name) if name == "_" => Entry::Anything,
        Expression::Symbol(name) => Entry::Symbol(name),
        Expression::Literal(number) => Entry::Literal(number),
        Expression::Binary(Operator::Remainder, left, right) => match (*left, *right) {
            (Expression::Symbol(name), Expression::Literal(factor)) => Entry::Multiple(name, factor),
            other => panic!("{other:?} is no multiple"),
        },
        other => Entry::Expression(other),
    }
}

/// An expression.
pub fn expression(text: &str) -> Expression {
    let mut reader = Reader { rest: text };
    let expression = reader.sum();
    assert!(reader.rest.trim().is_empty(), "`{}` is left of `{text}`", reader.rest);
    expression
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self, sign: char) -> bool {
        let rest = self.rest.trim_start().strip_prefix(sign);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn sum(&mut self) -> Expression {
        self.chain(&[Operator::Add, Operator::Subtract], Self::product)
    }

    fn product(&mut self) -> Expression {
        self.chain(&[Operator::Multiply, Operator::Divide, Operator::Remainder], Self::operand)
    }

    fn chain(&mut self, operators: &[Operator], operand: fn(&mut Self) -> Expression) -> Expression {
        let mut left = operand(self);
        while let Some(operator) = operators.iter().find(|operator| self.take(operator.sign())) {
            left = Expression::Binary(*operator, Box::new(left), Box::new(operand(self)));
        }
        left
    }

    fn operand(&mut self) -> Expression {
        if self.take('-') {
            return Expression::Negated(Box::new(self.operand()));
        }
        if self.take('(') {
            let inner = self.sum();
            assert!(self.take(')'), "a parenthesis is not closed before `{}`", self.rest);
            return Expression::Parentheses(Box::new(inner));
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        word.parse().map(Expression::Literal).unwrap_or_else(|_| Expression::Symbol(word.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_written_as_it_was_read() {
        let text = "n, d % 16, 256, {HEADS}, _, 2 * n, -n + 8, (n % 3) + m / (2 - n), s.., ..";
        let written: Vec<_> = entries(text).iter().map(Entry::text).collect();
        assert_eq!(written.join(", "), text);
    }
}
