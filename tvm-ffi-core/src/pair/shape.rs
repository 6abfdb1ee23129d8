//! The shapes of two tensors, compared up to the names of symbols.

use super::parameter::are_equal;
use crate::description::{Ask, Dims, Op};
use crate::each::each;

/// The symbols of a pair, or its variables of `dispatch`: which name of one function is which of the other.
pub(super) struct Names {
    pairs: [[&'static str; 2]; Self::MOST],
    len: usize,
}

impl Names {
    /// Further names are not compared.
    const MOST: usize = 64;

    pub(super) const fn new() -> Self {
        Self { pairs: [[""; 2]; Self::MOST], len: 0 }
    }

    /// Whether the two may be the same. The first use of either decides.
    pub(super) const fn are_same(&mut self, of_forward: &'static str, of_backward: &'static str) -> bool {
        let (known, _) = self.pairs.split_at(self.len);
        each!([forward, backward] in known => {
            let is_known = [are_equal(forward, of_forward), are_equal(backward, of_backward)];
            if is_known[0] || is_known[1] {
                return is_known[0] && is_known[1];
            }
        });
        if self.len < Self::MOST {
            self.pairs[self.len] = [of_forward, of_backward];
            self.len += 1;
        }
        true
    }
}

/// Whether two shapes are the same, of the forward and of the backward function.
pub(super) const fn are_same(forward: Dims, backward: Dims, symbols: &mut Names) -> bool {
    let (forward, backward, mut at) = (forward.entries, backward.entries, 0);
    while at < forward.len() && at < backward.len() {
        if !may_be_one_extent(forward[at].ask, backward[at].ask, symbols) {
            return false;
        }
        at += 1;
    }
    forward.len() == backward.len()
}

/// Whether two entries may be of one extent. What only one of them asks, such as a multiple of a number, is left to the call.
const fn may_be_one_extent(forward: Ask, backward: Ask, symbols: &mut Names) -> bool {
    match (forward, backward) {
        (Ask::Rest(Some(a)), Ask::Rest(Some(b))) => symbols.are_same(a.name, b.name),
        (Ask::Rest(_), Ask::Rest(_)) => true,
        (Ask::Rest(_), _) | (_, Ask::Rest(_)) => false,
        (Ask::Any, _) | (_, Ask::Any) => true,
        (Ask::Symbol(a) | Ask::Multiple(a, _), Ask::Symbol(b) | Ask::Multiple(b, _)) => {
            symbols.are_same(a.name, b.name)
        }
        (Ask::Value(a), Ask::Value(b)) => are_same_values(a, b, symbols),
        _ => false,
    }
}

const fn are_same_values(forward: &[Op], backward: &[Op], symbols: &mut Names) -> bool {
    let mut at = 0;
    while at < forward.len() && at < backward.len() {
        let is_same = match (forward[at], backward[at]) {
            (Op::Symbol(a), Op::Symbol(b)) => symbols.are_same(a.name, b.name),
            (Op::Number(a), Op::Number(b)) => a == b,
            (Op::Negate, Op::Negate)
            | (Op::Add, Op::Add)
            | (Op::Sub, Op::Sub)
            | (Op::Mul, Op::Mul)
            | (Op::Div, Op::Div)
            | (Op::Rem, Op::Rem) => true,
            _ => false,
        };
        if !is_same {
            return false;
        }
        at += 1;
    }
    forward.len() == backward.len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::description::{Dim, Sym};

    const fn number(text: &'static str, value: &'static [Op]) -> Dim {
        Dim { text, ask: Ask::Value(value) }
    }

    #[test]
    fn shapes_are_the_same_up_to_names_and_values() {
        const N: Dim = Dim::symbol(Sym::new("n", 0));
        const M: Dim = Dim::symbol(Sym::new("m", 0));
        const K: Dim = Dim::symbol(Sym::new("k", 1));
        const EVEN: Dim = Dim { text: "m % 2", ask: Ask::Multiple(Sym::new("m", 0), 2) };
        const WIDTH: Dim = number("WIDTH", &[Op::Number(8)]);
        const EIGHT: Dim = number("8", &[Op::Number(8)]);
        const NINE: Dim = number("9", &[Op::Number(9)]);
        let of = |backward| are_same(Dims::new(&[N, WIDTH]), Dims::new(backward), &mut Names::new());
        let right: [&[Dim]; 4] = [&[M, EIGHT], &[EVEN, Dim::ANY], &[Dim::ANY, EIGHT], &[N, WIDTH]];
        assert!(right.into_iter().all(of));
        let wrong: [&[Dim]; 4] = [&[M, M], &[M, NINE], &[M], &[EIGHT, EIGHT]];
        assert!(!wrong.into_iter().any(of));
        let mut symbols = Names::new();
        assert!(are_same(Dims::new(&[N]), Dims::new(&[M]), &mut symbols));
        assert!(!are_same(Dims::new(&[N]), Dims::new(&[K]), &mut symbols));
    }
}
