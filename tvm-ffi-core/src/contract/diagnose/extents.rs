//! The phases that compare extents and strides, by which symbols are bound.

use core::fmt;

use super::{Candidate, candidates, candidates_of, integers};
use crate::contract::call::{Subject, Value};
use crate::contract::environment::{Environment, Part, Verdict};
use crate::contract::predicates::stride;
use crate::convert::{LayoutKind, Mismatch};
use crate::description::{Ask, Dim, Dims, Violation};
use crate::tensor::TensorView;
use crate::tensor_metadata::TensorMetadata;

pub(super) fn shapes(subjects: &[Subject<'_>], environment: &mut Environment) -> Option<Violation> {
    for (index, subject) in subjects.iter().enumerate() {
        let violation = match &subject.value {
            Value::Integers(numbers) => integers::violation(index, subject, numbers.as_deref(), environment),
            _ => candidates_of(subjects, index).find_map(|candidate| shape(&candidate, environment)),
        };
        if violation.is_some() {
            return violation;
        }
    }
    None
}

fn shape(candidate: &Candidate<'_, '_>, environment: &mut Environment) -> Option<Violation> {
    if let Some(defect) = candidate.tensor.defect() {
        return Some(candidate.violation(defect.into()));
    }
    let dims = candidate.subject.parameter.contract.shape?;
    let shape = candidate.tensor.extents();
    for (first, last, entry) in walk(dims, shape.len()) {
        let compared = |last| Compared { candidate, part: Part { of: "shape", first: first as isize, last } };
        let violation = match (entry.ask, shape.get(first..last).unwrap_or_default()) {
            (Ask::Rest(Some(symbol)), found) => compared(Some(last)).rest(found, symbol.name, environment),
            (Ask::Rest(None), _) | (_, []) => None,
            (_, [found, ..]) => compared(None).one(*found, entry, environment),
        };
        if violation.is_some() {
            return violation;
        }
    }
    None
}

pub(super) fn strides(subjects: &[Subject<'_>], environment: &mut Environment) -> Option<Violation> {
    candidates(subjects).find_map(|candidate| strides_of(&candidate, environment))
}

fn strides_of(candidate: &Candidate<'_, '_>, environment: &mut Environment) -> Option<Violation> {
    let tensor = candidate.tensor.valid()?;
    if let Some(mismatch) = layout(candidate, tensor) {
        return Some(candidate.violation(mismatch));
    }
    let dims = candidate.subject.parameter.contract.strides?;
    for (first, _, entry) in walk(dims, tensor.ndim()) {
        if let Ask::Rest(_) = entry.ask {
            continue;
        }
        // An irrelevant stride may have any value, and binds no symbol.
        let Some(found) = stride(TensorMetadata::of(tensor), first) else { continue };
        let part = Part { of: "strides", first: first as isize, last: None };
        let violation = Compared { candidate, part }.one(found, entry, environment);
        if violation.is_some() {
            return violation;
        }
    }
    None
}

/// The strides that the type of a view requires.
fn layout(candidate: &Candidate<'_, '_>, tensor: TensorView<'_>) -> Option<Mismatch> {
    match candidate.wanted.layout? {
        LayoutKind::Contiguous if !tensor.is_contiguous() => Some(tensor.explain_strides()),
        LayoutKind::Strided if !tensor.is_within_memory() => Some(tensor.explain_reach()),
        LayoutKind::Contiguous | LayoutKind::Strided => None,
    }
}

/// The entries, each with the dimensions that it is about. The number of dimensions has been checked.
pub(super) fn walk(dims: Dims, ndim: usize) -> impl Iterator<Item = (usize, usize, &'static Dim)> {
    let mut next = 0;
    dims.entries.iter().map(move |entry| {
        let first = next;
        let is_rest = matches!(entry.ask, Ask::Rest(_));
        next += if is_rest { ndim.saturating_sub(dims.count) } else { 1 };
        (first, next, entry)
    })
}

/// An extent or a stride, or several, that an entry is about.
#[derive(Clone, Copy)]
struct Compared<'c, 's, 'a> {
    candidate: &'c Candidate<'s, 'a>,
    part: Part,
}

impl<'a> Compared<'_, '_, 'a> {
    fn one(self, found: i64, entry: &Dim, environment: &mut Environment) -> Option<Violation> {
        let verdict = environment.compare(found, entry, self.candidate.origin(Some(self.part)));
        match verdict {
            Verdict::Holds => None,
            verdict => self.conclude(verdict, &found, environment),
        }
    }

    fn rest(self, found: &'a [i64], name: &'static str, environment: &mut Environment) -> Option<Violation> {
        let verdict = environment.compare_rest(found, name, self.candidate.origin(Some(self.part)));
        self.conclude(verdict, &found, environment)
    }

    #[cold]
    fn conclude(
        self,
        verdict: Verdict,
        found: &dyn fmt::Debug,
        environment: &mut Environment,
    ) -> Option<Violation> {
        let violation = |expected: String| {
            let text = format!("{} is {found:?}, expected {expected}", self.part);
            self.candidate.violation(Mismatch::value_error(text))
        };
        match verdict {
            Verdict::Holds => None,
            Verdict::Violated(expected) => Some(violation(expected)),
            Verdict::Unsure(expected) => {
                environment.unsure.get_or_insert_with(|| violation(expected));
                None
            }
        }
    }
}
