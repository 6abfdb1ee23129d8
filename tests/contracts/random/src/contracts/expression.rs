//! Expressions over symbols: their text and value.

use super::model::Number;

/// An expression, with parentheses where they are written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expression {
    /// A number.
    Number(Number),
    /// The value of a symbol.
    Symbol(String),
    /// `-a`.
    Negated(Box<Expression>),
    /// `a + b`.
    Binary(Operator, Box<Expression>, Box<Expression>),
    /// `(a)`.
    Parentheses(Box<Expression>),
}

/// A binary operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`, which rounds down.
    Divide,
    /// `%`, the remainder of the division that rounds down.
    Remainder,
}

impl Operator {
    /// The sign between the operands.
    pub fn sign(self) -> char {
        match self {
            Self::Add => '+',
            Self::Subtract => '-',
            Self::Multiply => '*',
            Self::Divide => '/',
            Self::Remainder => '%',
        }
    }

    /// Whether it binds tighter than addition.
    pub fn is_tight(self) -> bool {
        matches!(self, Self::Multiply | Self::Divide | Self::Remainder)
    }
}

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// A result, or a symbol, is beyond 64 bits.
    Overflows,
    /// A divisor is zero.
    DividesByZero,
}

impl Expression {
    /// The text of the expression in the attribute.
    pub fn source(&self) -> String {
        self.written(&Number::source)
    }

    /// The text in messages.
    pub fn text(&self) -> String {
        self.written(&|number| match number.constant {
            // An expression in braces is one operand.
            Some(text) if text.contains(' ') => format!("({text})"),
            _ => number.text(),
        })
    }

    /// The text, with numbers as the closure writes them.
    fn written(&self, number: &dyn Fn(&Number) -> String) -> String {
        match self {
            Self::Number(value) => number(value),
            Self::Symbol(name) => name.clone(),
            Self::Negated(inner) => format!("-{}", inner.written(number)),
            Self::Binary(operator, left, right) => {
                format!("{} {} {}", left.written(number), operator.sign(), right.written(number))
            }
            Self::Parentheses(inner) => format!("({})", inner.written(number)),
        }
    }

    /// The symbols in it, in order of their first use.
    pub fn symbols(&self) -> Vec<String> {
        let mut found = Vec::new();
        self.collect(&mut found);
        found
    }

    fn collect(&self, found: &mut Vec<String>) {
        match self {
            Self::Number(_) => {}
            Self::Symbol(name) if found.contains(name) => {}
            Self::Symbol(name) => found.push(name.clone()),
            Self::Negated(inner) | Self::Parentheses(inner) => inner.collect(found),
            Self::Binary(_, left, right) => {
                left.collect(found);
                right.collect(found);
            }
        }
    }

    /// The value, in exact arithmetic. An intermediate result beyond 64 bits is an error.
    pub fn value(&self, symbol: &dyn Fn(&str) -> i128) -> Result<i128, Failure> {
        let value = match self {
            Self::Number(number) => i128::from(number.value),
            Self::Symbol(name) => symbol(name),
            Self::Parentheses(inner) => inner.value(symbol)?,
            Self::Negated(inner) => -inner.value(symbol)?,
            Self::Binary(operator, left, right) => {
                let (left, right) = (left.value(symbol)?, right.value(symbol)?);
                match operator {
                    Operator::Add => left + right,
                    Operator::Subtract => left - right,
                    Operator::Multiply => left * right,
                    Operator::Divide | Operator::Remainder if right == 0 => {
                        return Err(Failure::DividesByZero);
                    }
                    Operator::Divide => floor_division(left, right),
                    Operator::Remainder => left - floor_division(left, right) * right,
                }
            }
        };
        if i64::try_from(value).is_ok() { Ok(value) } else { Err(Failure::Overflows) }
    }
}

fn floor_division(left: i128, right: i128) -> i128 {
    let towards_zero = left / right;
    let is_exact = towards_zero * right == left;
    if is_exact || (left < 0) == (right < 0) { towards_zero } else { towards_zero - 1 }
}
