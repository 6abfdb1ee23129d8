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

/// This many values fit the stack without an allocation: shims evaluate expressions in each call.
const FEW: usize = 16;

/// The value of an expression, with that of each symbol.
pub(super) fn value(ops: &[Op], symbol: &dyn Fn(Sym) -> Result<i64, Fault>) -> Result<i64, Fault> {
    let (mut few, mut many) = ([0i64; FEW], Vec::new());
    let stack = match few.get_mut(..ops.len()) {
        Some(few) => few,
        None => {
            many.resize(ops.len(), 0);
            &mut many[..]
        }
    };
    let mut len = 0;
    for op in ops {
        let value = match *op {
            Op::Number(number) => Some(number),
            Op::Symbol(name) => Some(symbol(name)?),
            Op::Negate => {
                len -= 1;
                stack[len].checked_neg()
            }
            Op::Add | Op::Sub | Op::Mul | Op::Div | Op::Rem => {
                len -= 2;
                let (left, right) = (stack[len], stack[len + 1]);
                if right == 0 && matches!(op, Op::Div | Op::Rem) {
                    return Err(Fault::DivisionByZero);
                }
                binary(*op, left, right)
            }
        };
        stack[len] = value.ok_or(Fault::Overflow)?;
        len += 1;
    }
    Ok(stack[0])
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
        for count in [FEW / 2, FEW / 2 + 1, 100] {
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
