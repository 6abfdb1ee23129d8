//! Solves a contract: values for the symbols of its shapes.

use std::collections::BTreeMap;

use super::draw::Draw;
use super::expression::Expression;
use super::model::{Contract, Entry, Kind};

/// Values of symbols.
pub type Numbers = BTreeMap<String, i128>;

/// Searches for a solution with a few tries. If there is none, the last values.
pub fn numbers(contract: &Contract, draw: &mut dyn Draw) -> Numbers {
    let factors = factors(contract);
    let mut numbers = Numbers::new();
    for _ in 0..12 {
        numbers = factors.iter().map(|(name, factor)| ((*name).to_owned(), number(draw, *factor))).collect();
        if shapes(contract).all(|shape| fits(&numbers, shape)) {
            break;
        }
    }
    numbers
}

/// The value of an expression, if it has one. A symbol without a value is larger than every number.
pub fn value(numbers: &Numbers, expression: &Expression) -> Option<i64> {
    let value = expression.value(&|name| numbers.get(name).copied().unwrap_or(i128::MAX >> 1));
    value.ok().and_then(|value| i64::try_from(value).ok())
}

/// One of the numbers, of which the first is the simplest.
pub fn one_of(draw: &mut dyn Draw, numbers: &[i64]) -> i64 {
    numbers[draw.below(numbers.len() as u64) as usize]
}

fn shapes(contract: &Contract) -> impl Iterator<Item = &Vec<Entry>> {
    contract.tensors().filter_map(|(_, tensor)| tensor.shape.as_ref())
}

/// The symbols of shapes, and the factor of each: powers of 2, 3, and both.
fn factors(contract: &Contract) -> BTreeMap<&str, i64> {
    let is_integer = |kind: &Kind| matches!(kind, Kind::Integer { optional: false, .. });
    let integers = contract.parameters.iter().filter(|parameter| is_integer(&parameter.kind));
    let mut factors: BTreeMap<&str, i64> = integers.map(|parameter| (parameter.name.as_str(), 1)).collect();
    for entry in shapes(contract).flatten() {
        let (name, factor) = match entry {
            Entry::Symbol(name) => (name, 1),
            Entry::Multiple(name, factor) => (name, factor.value),
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

/// Whether the shape is valid and small.
fn fits(numbers: &Numbers, shape: &[Entry]) -> bool {
    let extents = shape.iter().map(|entry| match entry {
        Entry::Symbol(name) | Entry::Multiple(name, _) => i64::try_from(numbers[name]).ok(),
        Entry::Number(number) => Some(number.value),
        Entry::Anything | Entry::Rest(_) => Some(3),
        Entry::Expression(expression) => value(numbers, expression),
    });
    let numel =
        extents.map(|extent| extent.filter(|extent| (0..=64).contains(extent))).product::<Option<i64>>();
    numel.is_some_and(|numel| numel <= 1 << 11)
}
