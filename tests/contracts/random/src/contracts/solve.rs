//! Numbers for symbols that fit a contract's shapes.

use std::collections::BTreeMap;

use super::draw::Draw;
use super::expression::Expression;
use super::model::{Contract, Entry, Kind};

/// Numbers of symbols.
pub type Numbers = BTreeMap<String, i128>;

/// Numbers that fit, or some that do not if a few tries find none that do.
///
/// # Errors
///
/// Gives the numbers that do not fit.
pub fn numbers(contract: &Contract, draw: &mut dyn Draw) -> Result<Numbers, Numbers> {
    let factors = factors(contract);
    let mut numbers = Numbers::new();
    for _ in 0..12 {
        numbers = factors.iter().map(|(name, factor)| ((*name).to_owned(), number(draw, *factor))).collect();
        if entries(contract).all(|entry| fits(&numbers, entry)) {
            return Ok(numbers);
        }
    }
    Err(numbers)
}

/// The value of an expression, if it has one. Symbols that have no number are beyond all.
pub fn value(numbers: &Numbers, expression: &Expression) -> Option<i64> {
    let value = expression.value(&|name| numbers.get(name).copied().unwrap_or(i128::MAX >> 1));
    value.ok().and_then(|value| i64::try_from(value).ok())
}

/// One of some numbers, of which the first is the plainest.
pub fn one_of(draw: &mut dyn Draw, numbers: &[i64]) -> i64 {
    numbers[draw.below(numbers.len() as u64) as usize]
}

fn entries(contract: &Contract) -> impl Iterator<Item = &Entry> {
    contract.tensors().filter_map(|(_, tensor)| tensor.shape.as_ref()).flatten()
}

/// The symbols of shapes, and what each has to be a multiple of: powers of 2, 3, and both.
fn factors(contract: &Contract) -> BTreeMap<&str, i64> {
    let is_integer = |kind: &Kind| matches!(kind, Kind::Integer { optional: false, .. });
    let integers = contract.parameters.iter().filter(|parameter| is_integer(&parameter.kind));
    let mut factors: BTreeMap<&str, i64> = integers.map(|parameter| (parameter.name.as_str(), 1)).collect();
    for entry in entries(contract) {
        let (name, factor) = match entry {
            Entry::Symbol(name) => (name, 1),
            Entry::Multiple(name, factor) => (name, *factor),
            _ => continue,
        };
        let known = factors.entry(name).or_insert(1);
        if *known % factor != 0 {
            let has_three = *known % 3 == 0 || factor % 3 == 0;
            let power = 1 << known.trailing_zeros().max(factor.trailing_zeros());
            *known = if has_three { 3 * power } else { power };
        }
    }
    factors
}

fn number(draw: &mut dyn Draw, factor: i64) -> i128 {
    let times =
        if factor == 1 { &[3, 2, 4, 1, 8, 5, 6, 16, 3, 2, 0][..] } else { &[1, 2, 1, 3, 1, 1, 0][..] };
    i128::from(factor * one_of(draw, times))
}

fn fits(numbers: &Numbers, entry: &Entry) -> bool {
    match entry {
        Entry::Expression(expression) => {
            value(numbers, expression).is_some_and(|value| (0..=64).contains(&value))
        }
        _ => true,
    }
}
