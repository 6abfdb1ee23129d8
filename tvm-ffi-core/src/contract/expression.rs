//! Expressions in contracts, evaluated.

use super::arithmetic::{floor_div, floor_rem};
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
pub(super) fn value(mut ops: &[Op], symbol: &dyn Fn(Sym) -> Result<i64, Fault>) -> Result<i64, Fault> {
    take(&mut ops, symbol)
}

/// The value of the last operation, which is taken away with its operands.
fn take(ops: &mut &[Op], symbol: &dyn Fn(Sym) -> Result<i64, Fault>) -> Result<i64, Fault> {
    let [before @ .., op] = *ops else { return Err(Fault::Unbound) };
    *ops = before;
    let value = match *op {
        Op::Number(number) => Some(number),
        Op::Symbol(name) => Some(symbol(name)?),
        Op::Negate => take(ops, symbol)?.checked_neg(),
        Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem => {
            let (right, left) = (take(ops, symbol), take(ops, symbol)?);
            let right = right?;
            if right == 0 && matches!(op, Op::Div | Op::Rem) {
                return Err(Fault::DivisionByZero);
            }
            binary(*op, left, right)
        }
    };
    value.ok_or(Fault::Overflow)
}

/// The value of an expression, with that of each symbol; `None` if it has none.
pub fn evaluate(ops: &[Op], symbol: &dyn Fn(Sym) -> Option<i64>) -> Option<i64> {
    value(ops, &|name| symbol(name).ok_or(Fault::Unbound)).ok()
}

/// The result of an operation on two numbers.
const fn binary(op: Op, left: i64, right: i64) -> Option<i64> {
    match op {
        Op::Add => left.checked_add(right),
        Op::Sub => left.checked_sub(right),
        Op::Mul => left.checked_mul(right),
        Op::Div => floor_div(left, right),
        Op::Rem => floor_rem(left, right),
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

#[cfg(test)]
mod tests {
    use super::*;

    const N: Op = Op::Symbol(Sym::new("n", 0));

    fn of_seven(ops: &[Op]) -> Result<i64, Fault> {
        value(ops, &|_| Ok(7))
    }

    #[test]
    fn expressions_of_any_length_have_a_value() {
        let two = Op::Number(2);
        assert_eq!(of_seven(&[two, N, Op::Mul, Op::Number(1), Op::Sub]), Ok(13));
        assert_eq!(of_seven(&[N, Op::Negate, two, Op::Div]), Ok(-4));
        for count in [8, 9, 100] {
            // n + (n + (n + ...)), which has all its values on the stack.
            let sum = [vec![N; count], vec![Op::Add; count - 1]].concat();
            assert_eq!(of_seven(&sum), Ok(7 * count as i64));
        }
    }

    #[test]
    fn what_has_no_value_says_why() {
        let zero = Op::Number(0);
        assert_eq!(of_seven(&[Op::Number(i64::MAX), N, Op::Add]), Err(Fault::Overflow));
        assert_eq!(of_seven(&[N, zero, Op::Rem]), Err(Fault::DivisionByZero));
        assert_eq!(value(&[N, zero, Op::Div], &|_| Err(Fault::Unbound)), Err(Fault::Unbound));
    }
}
