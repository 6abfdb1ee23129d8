//! Expressions in contracts: read from their text, and evaluated.

use super::arithmetic::{add, div, mul, neg, rem, sub};
use super::lexer::{brace, count_braces};
use crate::description::Constants;

/// An expression over numbers, constants of the user's crate, and symbols.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Expression {
    /// A number, or a constant; `None` if it does not fit or is unknown.
    Number(Option<i64>),
    Symbol(&'static str),
    Negated(Box<Expression>),
    Binary(Operation, Box<Expression>, Box<Expression>),
}

/// What two numbers are combined with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operation {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
}

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Overflow,
    DivisionByZero,
    /// A symbol is not bound.
    Unbound,
}

impl Expression {
    /// The value, with that of each symbol.
    pub(super) fn value(&self, symbol: &dyn Fn(&'static str) -> Result<i64, Fault>) -> Result<i64, Fault> {
        let value = match self {
            Self::Number(number) => *number,
            Self::Symbol(name) => return symbol(name),
            Self::Negated(inner) => neg(Some(inner.value(symbol)?)),
            Self::Binary(operation, left, right) => {
                let (left, right) = (left.value(symbol)?, right.value(symbol)?);
                if right == 0 && matches!(operation, Operation::Div | Operation::Rem) {
                    return Err(Fault::DivisionByZero);
                }
                operation.function()(Some(left), Some(right))
            }
        };
        value.ok_or(Fault::Overflow)
    }

    /// The value, if there are no symbols.
    pub(super) fn constant(&self) -> Option<i64> {
        self.value(&|_| Err(Fault::Unbound)).ok()
    }

    /// Adds the symbols in order of first use.
    pub(super) fn symbols(&self, names: &mut Vec<&'static str>) {
        match self {
            Self::Number(_) => {}
            Self::Symbol(name) if names.contains(name) => {}
            Self::Symbol(name) => names.push(name),
            Self::Negated(inner) => inner.symbols(names),
            Self::Binary(_, left, right) => {
                left.symbols(names);
                right.symbols(names);
            }
        }
    }
}

impl Operation {
    /// The function that applies the operation to two numbers.
    pub(super) fn function(self) -> fn(Option<i64>, Option<i64>) -> Option<i64> {
        match self {
            Self::Add => add,
            Self::Sub => sub,
            Self::Mul => mul,
            Self::Div => div,
            Self::Rem => rem,
        }
    }

    /// The sign in Python, where division rounds down as well, and how strongly it binds.
    pub(super) fn in_python(self) -> (&'static str, u8) {
        match self {
            Self::Add => ("+", 1),
            Self::Sub => ("-", 1),
            Self::Mul => ("*", 2),
            Self::Div => ("//", 2),
            Self::Rem => ("%", 2),
        }
    }

    /// The operation of a sign, and how strongly it binds.
    fn of(sign: u8) -> Option<(Self, u8)> {
        match sign {
            b'+' => Some((Self::Add, 1)),
            b'-' => Some((Self::Sub, 1)),
            b'*' => Some((Self::Mul, 2)),
            b'/' => Some((Self::Div, 2)),
            b'%' => Some((Self::Rem, 2)),
            _ => None,
        }
    }
}

impl<'c> Constants<'c> {
    pub(crate) fn new(values: &'c [i64]) -> Self {
        Self(values)
    }

    /// Goes on behind a text, whatever it is.
    pub(super) fn skip(&mut self, text: &str) {
        if !self.0.is_empty() {
            self.0 = self.0.get(count_braces(text)..).unwrap_or_default();
        }
    }

    /// An expression, if the text is one.
    pub(super) fn read(&mut self, text: &'static str) -> Option<Expression> {
        let mut reader = Reader { rest: text, values: self.0, parts: PARTS };
        self.skip(text);
        let expression = reader.binary(1)?;
        reader.next().is_none().then_some(expression)
    }
}

/// The largest number of parts of an expression, because evaluation uses the stack.
const PARTS: u32 = 256;

struct Reader<'c> {
    rest: &'static str,
    values: &'c [i64],
    parts: u32,
}

/// Whether a text is a name and nothing else.
#[inline]
pub(super) fn is_name(text: &str) -> bool {
    let begins = |byte: &u8| !byte.is_ascii_digit() && *byte != b'#';
    text.as_bytes().first().is_some_and(begins) && text.bytes().all(is_of_word)
}

/// Whether a byte is part of a number or of a name. Names may have letters beyond ASCII.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'#' | 0x80..)
}

/// The value of digits, if it fits.
fn number(digits: &str) -> Option<i64> {
    digits
        .bytes()
        .filter(|byte| *byte != b'_')
        .try_fold(0i64, |number, digit| number.checked_mul(10)?.checked_add((digit - b'0').into()))
}

impl Reader<'_> {
    /// The next byte that is not blank.
    fn next(&mut self) -> Option<u8> {
        self.rest = self.rest.trim_ascii_start();
        self.rest.as_bytes().first().copied()
    }

    fn take(&mut self, sign: u8) -> bool {
        let is_there = self.next() == Some(sign);
        self.rest = &self.rest[usize::from(is_there)..];
        is_there
    }

    fn take_while(&mut self, test: impl Fn(u8) -> bool) -> &'static str {
        let end = self.rest.bytes().position(|byte| !test(byte)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest;
        taken
    }

    /// Operations that bind as strongly as this, or more so.
    fn binary(&mut self, strength: u8) -> Option<Expression> {
        let mut left = self.unary()?;
        loop {
            let operation = self.next().and_then(Operation::of);
            let Some((operation, found)) = operation.filter(|(_, found)| *found >= strength) else {
                return Some(left);
            };
            self.rest = &self.rest[1..];
            let right = self.binary(found + 1)?;
            left = Expression::Binary(operation, Box::new(left), Box::new(right));
        }
    }

    fn unary(&mut self) -> Option<Expression> {
        self.parts = self.parts.checked_sub(1)?;
        match self.next()? {
            b'-' => {
                self.rest = &self.rest[1..];
                Some(Expression::Negated(Box::new(self.unary()?)))
            }
            b'(' => {
                self.rest = &self.rest[1..];
                let inner = self.binary(1)?;
                self.take(b')').then_some(inner)
            }
            b'{' => {
                (_, self.rest) = brace(self.rest)?;
                let value = self.values.split_off_first().copied();
                Some(Expression::Number(value))
            }
            b'0'..=b'9' => Some(Expression::Number(number(
                self.take_while(|byte| byte.is_ascii_digit() || byte == b'_'),
            ))),
            _ => Some(self.take_while(is_of_word)).filter(|name| is_name(name)).map(Expression::Symbol),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::tests::forever;

    fn value(text: &'static str) -> Option<Result<i64, Fault>> {
        let symbol = |name: &'static str| match name {
            "n" => Ok(7),
            "m" => Ok(-7),
            "huge" => Ok(i64::MAX),
            "zero" => Ok(0),
            _ => Err(Fault::Unbound),
        };
        Some(Constants::new(&[10, 20]).read(text)?.value(&symbol))
    }

    #[test]
    fn expressions_are_read_as_rust_reads_them() {
        let cases = [
            ("3", 3),
            ("1_000", 1000),
            ("n", 7),
            ("2 * n + 1", 15),
            ("1 + 2 * n", 15),
            ("10 - 3 - 2", 5),
            ("10 - (3 - 2)", 9),
            ("100 / 5 / 2", 10),
            ("2 * (n + 1) / 3", 5),
            ("n / 2", 3),
            ("m / 2", -4),
            ("(m % 4)", 1),
            ("(n % 4) * 2", 6),
            ("-n + 1", -6),
            ("--n", 7),
            ("3 - -n", 10),
            ("{A} * n + {B + 1}", 90),
            ("2*n", 14),
        ];
        for (text, expected) in cases {
            assert_eq!(value(text), Some(Ok(expected)), "{text}");
        }
    }

    #[test]
    fn what_has_no_value_says_why() {
        let cases = [
            ("huge + 1", Fault::Overflow),
            ("0 * (huge * 2)", Fault::Overflow),
            ("9223372036854775808", Fault::Overflow),
            ("-(0 - huge - 1)", Fault::Overflow),
            ("n / zero", Fault::DivisionByZero),
            ("(n % (n - 7))", Fault::DivisionByZero),
            ("n + other", Fault::Unbound),
            ("{A} + {B} + {C}", Fault::Overflow),
        ];
        for (text, fault) in cases {
            assert_eq!(value(text), Some(Err(fault)), "{text}");
        }
    }

    fn too_long(part: &str) {
        assert_eq!(value(forever(part.repeat(if cfg!(miri) { 1000 } else { 100_000 }))), None);
    }

    #[test]
    fn other_texts_are_no_expressions() {
        for text in
            ["", " ", "n +", "(n", "n)", "n m", "2n", "n ^ 2", "+ n", "{", "f(n)", "\"text\"", "1.5", ".."]
        {
            assert_eq!(value(text), None, "{text}");
        }
        too_long("(");
        too_long("1 + ");
        too_long("-");
    }

    #[test]
    fn symbols_are_listed_in_order_of_first_use() {
        let mut names = Vec::new();
        Constants::new(&[]).read("b * (a - b) / c + a").expect("it is one").symbols(&mut names);
        assert_eq!(names, ["b", "a", "c"]);
    }

    #[test]
    fn constants_go_on_from_text_to_text() {
        let mut constants = Constants::new(&[1, 2, 3, 4]);
        assert_eq!(constants.read("{A} + {B}").and_then(|value| value.constant()), Some(3));
        // What cannot be read keeps its constants.
        assert_eq!(constants.read("{C} + f({D})"), None);
        assert_eq!(constants.read("{E}"), Some(Expression::Number(None)));
    }
}
