//! Sequences of integers, which are checked with the shapes of tensors.

use super::extents::walk;
use crate::contract::call::{Number, Subject};
use crate::contract::environment::{Environment, Origin, Part, Verdict};
use crate::convert::Mismatch;
use crate::description::{Ask, Dim, Dims, Violation};

/// What is wrong with a sequence of integers; `None` for `numbers` that are not known.
pub(super) fn violation(
    index: usize,
    subject: &Subject<'_>,
    numbers: Option<&[Number]>,
    environment: &mut Environment,
) -> Option<Violation> {
    let dims = subject.parameter.contract.shape?;
    let unknown = vec![Number::LeftOut; dims.count];
    let numbers = numbers.unwrap_or(&unknown);
    if let Some(mismatch) = length(dims, numbers.len()) {
        return Some((index, mismatch));
    }
    let name = subject.parameter.name;
    for (first, last, entry) in walk(dims, numbers.len()) {
        let is_rest = matches!(entry.ask, Ask::Rest(_));
        let part = Part { of: "", first: first as isize, last: is_rest.then_some(last) };
        let origin = Origin { parameter: name, index: None, part: Some(part) };
        let found = numbers.get(first..last).unwrap_or_default();
        if let Some(mismatch) = mismatch(found, entry, origin, environment) {
            return Some((index, mismatch.at(&format!("{part}"))));
        }
    }
    None
}

fn length(dims: Dims, found: usize) -> Option<Mismatch> {
    let (expected, fits) = (dims.count, dims.may_be(found));
    let or_more = if dims.rest.is_some() { " or more" } else { "" };
    (!fits).then(|| Mismatch::value_error(format!("length is {found}, expected {expected}{or_more}")))
}

fn mismatch(
    found: &[Number],
    entry: &Dim,
    origin: Origin,
    environment: &mut Environment,
) -> Option<Mismatch> {
    let (verdict, shown) = match (entry.ask, found) {
        (Ask::Rest(None), _) => return None,
        (Ask::Rest(Some(symbol)), found) => {
            let mut known = Vec::new();
            for number in found {
                let Number::Known(number) = number else { return None };
                known.push(*number);
            }
            (environment.compare_rest(&known, symbol.name, origin), format!("{:?}", known))
        }
        (_, [number]) => {
            (environment.compare_number(Number::clone(number), entry, origin), format!("{number}"))
        }
        _ => return None,
    };
    match verdict {
        Verdict::Holds | Verdict::Unsure(_) => None,
        Verdict::Violated(expected) => {
            Some(Mismatch::value_error(format!("value is {shown}, expected {expected}")))
        }
    }
}
