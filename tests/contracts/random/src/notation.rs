//! Parses contracts from the text of attributes, for tables of cases.

use crate::contracts::expression::{Expression, Operator};
use crate::contracts::model::{Entry, Number};

const HEADS: Number = Number { constant: Some("HEADS"), value: 4 };
const WIDTH: Number = Number { constant: Some("WIDTH"), value: 3 };

/// The entries of `#[shape(...)]` or `#[strides(...)]`. The constants in braces are `HEADS`, which is 4, and `WIDTH`, which is 3.
pub fn entries(text: &str) -> Vec<Entry> {
    text.split(',').map(str::trim).filter(|entry| !entry.is_empty()).map(entry).collect()
}

fn entry(text: &str) -> Entry {
    if let Some(name) = text.strip_suffix("..") {
        return Entry::Rest((!name.is_empty()).then(|| name.to_owned()));
    }
    match expression(text) {
        Expression::Symbol(name) if name == "_" => Entry::Anything,
        Expression::Symbol(name) => Entry::Symbol(name),
        Expression::Number(number) => Entry::Number(number),
        Expression::Binary(Operator::Remainder, left, right) => match (*left, *right) {
            (Expression::Symbol(name), Expression::Number(factor)) => Entry::Multiple(name, factor),
            other => panic!("{other:?} is not a multiple"),
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
        if self.take('{') {
            let name = if self.rest.starts_with("HEADS") { HEADS } else { WIDTH };
            self.rest = self.rest.split_once('}').expect("a brace is closed").1;
            return Expression::Number(name);
        }
        let rest = self.rest.trim_start();
        let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
        let (word, rest) = rest.split_at(end);
        self.rest = rest;
        match word.parse() {
            Ok(value) => Expression::Number(Number::literal(value)),
            Err(_) => Expression::Symbol(word.to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_written_as_it_was_read() {
        let text =
            "n, d % 16, 256, {HEADS}, _, n % {WIDTH}, 2 * n, -n + {HEADS}, (n % 3) + m / (2 - n), s.., ..";
        let written: Vec<_> = entries(text).iter().map(Entry::source).collect();
        assert_eq!(written.join(", "), text);
    }
}
