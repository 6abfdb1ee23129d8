//! Expressions in contracts, evaluated.

use super::arithmetic::{add, div, mul, neg, rem, sub};
use crate::description::{Op, Sym};

/// Why an expression has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    Overflow,
    DivisionByZero,
    /// A symbol is not bound.
    Unbound,
}

/// The value of an expression, with that of each symbol.
pub(super) fn value(ops: &[Op], symbol: &dyn Fn(Sym) -> Result<i64, Fault>) -> Result<i64, Fault> {
    let mut stack = Vec::with_capacity(ops.len());
    let pop = |stack: &mut Vec<i64>| stack.pop().ok_or(Fault::Unbound);
    for op in ops {
        let value = match *op {
            Op::Number(number) => Some(number),
            Op::Symbol(name) => Some(symbol(name)?),
            Op::Negate => neg(Some(pop(&mut stack)?)),
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem => {
                let (right, left) = (pop(&mut stack)?, pop(&mut stack)?);
                if right == 0 && matches!(op, Op::Div | Op::Rem) {
                    return Err(Fault::DivisionByZero);
                }
                binary(*op, Some(left), Some(right))
            }
        };
        stack.push(value.ok_or(Fault::Overflow)?);
    }
    pop(&mut stack)
}

/// The value of an expression, with that of each symbol; `None` if it has none.
pub fn evaluate(ops: &[Op], symbol: &dyn Fn(Sym) -> Option<i64>) -> Option<i64> {
    value(ops, &|name| symbol(name).ok_or(Fault::Unbound)).ok()
}

/// The result of an operation on two numbers.
const fn binary(op: Op, left: Option<i64>, right: Option<i64>) -> Option<i64> {
    match op {
        Op::Add => add(left, right),
        Op::Sub => sub(left, right),
        Op::Mul => mul(left, right),
        Op::Div => div(left, right),
        Op::Rem => rem(left, right),
        Op::Number(_) | Op::Symbol(_) | Op::Negate => None,
    }
}

/// The value of an expression without symbols.
pub(super) fn constant(ops: &[Op]) -> Option<i64> {
    value(ops, &|_| Err(Fault::Unbound)).ok()
}

/// The symbols of an expression, in the order of their first use.
pub(super) fn symbols(ops: &[Op]) -> impl Iterator<Item = Sym> {
    let of = |op: &Op| match op {
        Op::Symbol(symbol) => Some(*symbol),
        _ => None,
    };
    ops.iter().enumerate().filter_map(move |(at, op)| {
        let symbol = of(op)?;
        let is_first = !ops[..at].iter().filter_map(of).any(|other| other.index == symbol.index);
        is_first.then_some(symbol)
    })
}
