//! Random entries of `#[shape]` and `#[strides]`, all of them valid.

use super::super::draw::{Draw, Seeded};
use super::super::expression::{Expression, Operator};
use super::super::model::{Contract, Entry, Form, Kind, Layout, Number, TensorParameter, View};

/// Symbols of extents, and of integer parameters.
const NAMES: &[&str] = &["n", "m", "k", "d"];
/// Symbols of strides.
const STRIDES: &[&str] = &["ld", "le"];
/// Symbols of rests.
const RESTS: &[&str] = &["s", "t"];
/// Constants of the crate that the contracts are written into.
const CONSTANTS: &[(&str, i64)] = &[("HEADS", 4), ("WIDTH", 3), ("HEADS / 2", 2), ("WIDTH + 2", 5)];

/// The symbols that entries may use.
pub(super) struct Symbols {
    /// Symbols that are always bound at this point, so expressions may use them.
    certain: Vec<&'static str>,
    /// Symbols of other entries.
    named: Vec<&'static str>,
}

impl Symbols {
    /// The integer parameters.
    pub(super) fn new(contract: &Contract) -> Self {
        let is_integer = |name: &&&str| contract.index_of(name).is_some();
        let certain: Vec<_> = NAMES.iter().filter(is_integer).copied().collect();
        Self { named: certain.clone(), certain }
    }

    /// Declares shapes, then strides, of the tensor parameters.
    pub(super) fn declare(mut self, draw: &mut Seeded, contract: &mut Contract, more_strides: bool) {
        for tensor in tensors(contract) {
            self.declare_shape(draw, tensor);
        }
        for tensor in tensors(contract) {
            let percent = match tensor.view {
                View::Typed { layout: Layout::Contiguous, .. } => 0,
                View::Typed { .. } => 50,
                View::Untyped => 20,
            };
            if draw.chance(if more_strides { percent * 3 / 2 } else { percent }) {
                self.declare_strides(draw, tensor);
            }
        }
    }

    fn declare_shape(&mut self, draw: &mut Seeded, tensor: &mut TensorParameter) {
        if tensor.form == Form::List || draw.chance(15) {
            return;
        }
        let is_certain = tensor.form == Form::One;
        // The one list that is written although the type says as much.
        if let View::Typed { rank: Some(0), .. } = tensor.view {
            tensor.shape = draw.chance(50).then(Vec::new);
            return;
        }
        let (count, has_rest) = match tensor.view {
            View::Typed { rank: Some(rank), .. } => (rank, false),
            _ => (draw.weighted(&[(35, 1), (30, 2), (15, 3), (20, 0)]), draw.chance(70)),
        };
        let rest = draw.below(count as u64 + 1) as usize;
        let mut entries = Vec::new();
        for index in 0..=count {
            if has_rest && index == rest {
                let name = draw.chance(60).then(|| draw.pick(RESTS).to_owned());
                entries.push(Entry::Rest(name));
            }
            if index < count {
                entries.push(self.extent(draw, is_certain));
            }
        }
        tensor.shape = Some(entries);
    }

    fn extent(&mut self, draw: &mut Seeded, is_certain: bool) -> Entry {
        let expressions = if self.certain.is_empty() { 0 } else { 24 };
        match draw.weighted(&[(42, 0), (13, 1), (6, 2), (5, 3), (10, 4), (expressions, 5)]) {
            0 => Entry::Symbol(self.symbol(draw, is_certain)),
            1 => Entry::Multiple(self.symbol(draw, is_certain), factor(draw)),
            2 => literal(draw.weighted(&[(30, 3), (30, 2), (20, 1), (15, 4), (5, 0)])),
            3 => Entry::Number(constant(draw)),
            4 => Entry::Anything,
            _ => Entry::Expression(expression(draw, &self.certain, 0)),
        }
    }

    fn symbol(&mut self, draw: &mut Seeded, is_certain: bool) -> String {
        let from = if self.named.is_empty() || draw.chance(35) { NAMES } else { &self.named };
        let name = draw.pick(from);
        if !self.named.contains(&name) {
            self.named.push(name);
        }
        if is_certain && !self.certain.contains(&name) {
            self.certain.push(name);
        }
        name.to_owned()
    }

    fn declare_strides(&mut self, draw: &mut Seeded, tensor: &mut TensorParameter) {
        let (count, has_rest) = match &tensor.view {
            View::Typed { rank: Some(rank), .. } => (*rank, false),
            _ => dynamic_strides(draw, tensor.shape.as_deref()),
        };
        let rest = draw.below(count as u64 + 1) as usize;
        let mut entries = Vec::new();
        for index in 0..=count {
            if has_rest && index == rest {
                entries.push(Entry::Rest(None));
            }
            if index < count {
                let entry = self.stride(draw, index + 1 == count);
                // Two dimensions with one stride have repeated addresses.
                entries.push(if entries.contains(&entry) { Entry::Anything } else { entry });
            }
        }
        tensor.strides = (!entries.is_empty()).then_some(entries);
    }

    fn stride(&mut self, draw: &mut Seeded, is_last: bool) -> Entry {
        let expressions = if self.certain.is_empty() { 0 } else { 15 };
        let ones = if is_last { 60 } else { 3 };
        match draw.weighted(&[(30, 0), (ones, 1), (30, 2), (10, 3), (8, 4), (3, 5), (expressions, 6)]) {
            0 => Entry::Anything,
            1 => literal(if is_last || draw.chance(50) { 1 } else { -1 }),
            2 => Entry::Symbol(draw.pick(STRIDES).to_owned()),
            3 => Entry::Multiple(draw.pick(STRIDES).to_owned(), Number::literal(draw.pick(&[2, 4]))),
            4 if !self.named.is_empty() => Entry::Symbol(draw.pick(&self.named).to_owned()),
            4 | 5 => Entry::Number(constant(draw)),
            // A stride of zero has repeated addresses.
            _ => Entry::Expression(expression(draw, &self.certain, 1)),
        }
    }
}

/// How many strides are declared of any number of them, and whether there are more, such that some shapes have so many.
fn dynamic_strides(draw: &mut Seeded, shape: Option<&[Entry]>) -> (usize, bool) {
    let Some(entries) = shape else { return (2, draw.chance(50)) };
    let rest = entries.iter().find_map(|entry| match entry {
        Entry::Rest(name) => Some(name),
        _ => None,
    });
    match rest {
        None => (entries.len(), false),
        Some(None) if draw.chance(50) => (entries.len() - 1 + draw.below(2) as usize, false),
        Some(_) => (entries.len() - 1, true),
    }
}

fn tensors(contract: &mut Contract) -> impl Iterator<Item = &mut TensorParameter> {
    contract.parameters.iter_mut().filter_map(|parameter| match &mut parameter.kind {
        Kind::Tensor(tensor) => Some(&mut **tensor),
        _ => None,
    })
}

fn literal(value: i64) -> Entry {
    Entry::Number(Number::literal(value))
}

fn constant(draw: &mut Seeded) -> Number {
    let (text, value) = draw.pick(CONSTANTS);
    Number { constant: Some(text), value }
}

/// The factor of an extent: a power of 2, or 3.
fn factor(draw: &mut Seeded) -> Number {
    if draw.chance(15) {
        let (text, value) = draw.pick(&CONSTANTS[..2]);
        return Number { constant: Some(text), value };
    }
    Number::literal(draw.pick(&[2, 4, 3, 8, 16]))
}

/// An expression with a symbol whose value is small, and at least `least`, for some small numbers.
fn expression(draw: &mut Seeded, symbols: &[&str], least: i128) -> Expression {
    for _ in 0..100 {
        let expression = tree(draw, symbols, 2);
        let is_composed = matches!(expression, Expression::Binary(..));
        let is_sensible = [2, 4, 16]
            .iter()
            .any(|number| expression.value(&|_| *number).is_ok_and(|value| (least..=64).contains(&value)));
        if is_composed && !expression.symbols().is_empty() && is_sensible {
            return expression;
        }
    }
    Expression::Binary(
        Operator::Multiply,
        Box::new(Expression::Number(Number::literal(2))),
        Box::new(Expression::Symbol(draw.pick(symbols).to_owned())),
    )
}

fn tree(draw: &mut Seeded, symbols: &[&str], depth: u32) -> Expression {
    if depth == 0 || draw.chance(20) {
        return match draw.below(100) {
            0..65 => Expression::Symbol(draw.pick(symbols).to_owned()),
            65..90 => Expression::Number(Number::literal(draw.pick(&[2, 1, 3, 4, 8]))),
            90..98 => Expression::Number(constant(draw)),
            _ => Expression::Number(Number::literal(draw.pick(&[1 << 40, i64::MAX]))),
        };
    }
    let mut inner = || Box::new(tree(draw, symbols, depth - 1));
    let (left, right) = (inner(), inner());
    let operators = [
        (30, Operator::Add),
        (20, Operator::Subtract),
        (30, Operator::Multiply),
        (12, Operator::Divide),
        (8, Operator::Remainder),
    ];
    if draw.chance(6) {
        return Expression::Negated(wrapped(left, |_| true));
    }
    let operator = draw.weighted(&operators);
    let is_loose = |other: Operator| operator.is_tight() && !other.is_tight();
    let left = match *left {
        Expression::Negated(_) => left,
        _ => wrapped(left, is_loose),
    };
    let right = wrapped(right, |other| is_loose(other) || operator.is_tight() == other.is_tight());
    let binary = Expression::Binary(operator, left, right);
    // `n % 4` alone means a symbol and its factor.
    if operator == Operator::Remainder { Expression::Parentheses(Box::new(binary)) } else { binary }
}

/// Puts parentheses around an operand if the meaning would change without them.
fn wrapped(operand: Box<Expression>, is_loose: impl Fn(Operator) -> bool) -> Box<Expression> {
    match *operand {
        Expression::Binary(operator, ..) if is_loose(operator) => Box::new(Expression::Parentheses(operand)),
        Expression::Negated(_) => Box::new(Expression::Parentheses(operand)),
        _ => operand,
    }
}
