//! The phases that compare extents and strides, by which symbols are bound.

use core::fmt;

use super::{Candidate, candidates, candidates_of, integers};
use crate::contract::call::{Subject, Value};
use crate::contract::environment::{Environment, Part, Verdict};
use crate::contract::format::format_message;
use crate::contract::predicates::stride;
use crate::contract::text::{Ask, Entry};
use crate::convert::{LayoutKind, Mismatch};
use crate::description::{Entries, Violation};
use crate::tensor::TensorView;
use crate::tensor_metadata::TensorMetadata;

pub(super) fn shapes(subjects: &[Subject<'_>], environment: &mut Environment) -> Option<Violation> {
    subjects.iter().enumerate().find_map(|(index, subject)| match &subject.value {
        Value::Integers(numbers) => integers::violation(index, subject, numbers.as_deref(), environment),
        _ => shapes_of(index, subject, environment),
    })
}

fn shapes_of(index: usize, subject: &Subject<'_>, environment: &mut Environment) -> Option<Violation> {
    candidates_of(index, subject).find_map(|candidate| {
        if let Some(defect) = candidate.tensor.defect() {
            return Some(candidate.violation(defect.into()));
        }
        let entries = candidate.subject.parameter.contract.shape?;
        let shape = candidate.tensor.extents();
        walk(entries, shape.len()).find_map(|(first, last, entry)| {
            let compared =
                |last| Compared { candidate, part: Part { of: "shape", first: first as isize, last } };
            match (&entry.ask, shape.get(first..last)?) {
                (Ask::Rest(Some(name)), found) => compared(Some(last)).rest(found, name, environment),
                (Ask::Rest(None), _) => None,
                (_, found) => compared(None).one(*found.first()?, &entry, environment),
            }
        })
    })
}

pub(super) fn strides(subjects: &[Subject<'_>], environment: &mut Environment) -> Option<Violation> {
    candidates(subjects).find_map(|candidate| {
        let tensor = candidate.tensor.valid()?;
        if let Some(mismatch) = layout(candidate, tensor) {
            return Some(candidate.violation(mismatch));
        }
        let entries = candidate.subject.parameter.contract.strides?;
        walk(entries, tensor.ndim()).find_map(|(first, _, entry)| {
            if let Ask::Rest(_) = entry.ask {
                return None;
            }
            // An irrelevant stride may have any value, and binds no symbol.
            let found = stride(TensorMetadata::of(tensor), first)?;
            let part = Part { of: "strides", first: first as isize, last: None };
            Compared { candidate, part }.one(found, &entry, environment)
        })
    })
}

/// The strides that the type of a view requires.
fn layout(candidate: Candidate<'_, '_>, tensor: TensorView<'_>) -> Option<Mismatch> {
    match candidate.wanted.layout? {
        LayoutKind::Contiguous if !tensor.is_contiguous() => Some(tensor.explain_strides()),
        LayoutKind::Strided if !tensor.is_within_memory() => Some(tensor.explain_reach()),
        LayoutKind::Contiguous | LayoutKind::Strided => None,
    }
}

/// The entries, each with the dimensions that it is about. The number of dimensions has been checked.
pub(super) fn walk(entries: Entries<'_>, ndim: usize) -> impl Iterator<Item = (usize, usize, Entry)> {
    let rest = move || {
        let (others, _) = entries.rank();
        ndim.saturating_sub(others)
    };
    let mut next = 0;
    entries.iter().map(move |entry| {
        let first = next;
        next += if matches!(entry.ask, Ask::Rest(_)) { rest() } else { 1 };
        (first, next, entry)
    })
}

/// An extent or a stride, or several, that an entry is about.
#[derive(Clone, Copy)]
struct Compared<'s, 'a> {
    candidate: Candidate<'s, 'a>,
    part: Part,
}

impl<'a> Compared<'_, 'a> {
    fn one(self, found: i64, entry: &Entry, environment: &mut Environment) -> Option<Violation> {
        let verdict = environment.compare(found, entry, self.candidate.origin(Some(self.part)));
        self.conclude(verdict, &found, environment)
    }

    fn rest(self, found: &'a [i64], name: &'static str, environment: &mut Environment) -> Option<Violation> {
        let verdict = environment.compare_rest(found, name, self.candidate.origin(Some(self.part)));
        self.conclude(verdict, &found, environment)
    }

    fn conclude(
        self,
        verdict: Verdict,
        found: &dyn fmt::Debug,
        environment: &mut Environment,
    ) -> Option<Violation> {
        let violation = |expected: String| {
            let text = format_message!("{} is {found:?}, expected {expected}", self.part);
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
