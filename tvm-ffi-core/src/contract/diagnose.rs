//! The interpreter: what is wrong with a call, in the order in which messages are promised.
//!
//! Every phase goes over the whole call before the next begins, so that the most basic violation is reported first: types, null
//! pointers, ranks, dtypes, devices, shapes, strides, alignment, and memory that is shared.

mod device;
mod dtype;
mod extents;
mod integers;
mod memory;
mod single;

use super::Operand;
use super::call::{Item, Lists, Number, Subject, Value, from_args, from_operands};
use super::environment::{Environment, Origin, Part};
use super::raw_tensor::RawTensor;
use crate::call::Args;
use crate::convert::{Mismatch, TensorType};
use crate::description::{Record, Violation};
use crate::dtype::DType;

/// What is wrong with the arguments of a call, if anything is.
#[cold]
pub(crate) fn diagnose_args(record: &'static Record, args: Args<'_>) -> Option<Violation> {
    let lists = Lists::of(record.parameters, args);
    match from_args(record.parameters, args, &lists) {
        Ok(subjects) => diagnose(record, &subjects, &|| memory::violation(record, args, &subjects)),
        Err(violation) => Some(violation),
    }
}

/// What is wrong with the values of a call from Rust, if anything is. Only cells may share memory that is written: Rust would not
/// have let the caller have other views.
#[cold]
pub(super) fn diagnose_operands(record: &'static Record, operands: &[Operand<'_>]) -> Option<Violation> {
    let subjects = from_operands(record.parameters, operands);
    diagnose(record, &subjects, &|| memory::violation_of_values(record, &subjects))
}

/// What is wrong with returned tensors, if anything is. `environment` has the symbols of the call, and `variables` those of its
/// dispatch.
#[cold]
pub(super) fn diagnose_returned(
    record: &'static Record,
    subjects: &[Subject<'_>],
    environment: &mut Environment,
    variables: Vec<(&'static str, DType, Origin)>,
) -> Option<Violation> {
    each(subjects, single::rank)
        .or_else(|| dtype::violation_with(record.variables, subjects, variables))
        .or_else(|| device::violation(subjects))
        .or_else(|| extents::shapes(subjects, environment))
        .or_else(|| environment.unsure.take())
}

fn diagnose(
    record: &'static Record,
    subjects: &[Subject<'_>],
    last_phase: &dyn Fn() -> Option<Violation>,
) -> Option<Violation> {
    let mut environment = environment(subjects);
    each(subjects, single::null)
        .or_else(|| each(subjects, single::rank))
        .or_else(|| dtype::violation(record.variables, subjects))
        .or_else(|| device::violation(subjects))
        .or_else(|| extents::shapes(subjects, &mut environment))
        .or_else(|| extents::strides(subjects, &mut environment))
        .or_else(|| each(subjects, single::alignment))
        .or_else(last_phase)
        .or(environment.unsure)
}

/// The symbols that are bound before anything else: those of integer parameters.
fn environment(subjects: &[Subject<'_>]) -> Environment {
    let mut environment = Environment::new();
    for subject in subjects {
        if let Value::Integer(number) = &subject.value {
            let name = subject.parameter.name;
            environment.bind(
                name,
                Number::clone(number),
                Origin { parameter: name, index: None, part: None },
            );
        }
    }
    environment
}

/// A tensor of a call, which is not NULL.
#[derive(Clone, Copy)]
struct Candidate<'s, 'a> {
    index: usize,
    subject: &'s Subject<'a>,
    item: &'s Item<'a>,
    wanted: &'s TensorType,
    tensor: RawTensor<'a>,
}

impl Candidate<'_, '_> {
    fn origin(&self, part: Option<Part>) -> Origin {
        Origin { parameter: self.subject.parameter.name, index: self.item.index, part }
    }

    fn violation(&self, mismatch: Mismatch) -> Violation {
        (self.index, mismatch.at(&self.item.place()))
    }
}

/// The tensors of a call in order.
struct Candidates<'s, 'a> {
    subjects: &'s [Subject<'a>],
    /// The next argument, and the next of its tensors.
    next: (usize, usize),
}

/// All tensors of a call.
fn candidates<'s, 'a>(subjects: &'s [Subject<'a>]) -> Candidates<'s, 'a> {
    Candidates { subjects, next: (0, 0) }
}

/// The tensors of one argument.
fn candidates_of<'s, 'a>(subjects: &'s [Subject<'a>], index: usize) -> Candidates<'s, 'a> {
    Candidates { subjects: subjects.get(..=index).unwrap_or_default(), next: (index, 0) }
}

impl<'s, 'a> Iterator for Candidates<'s, 'a> {
    type Item = Candidate<'s, 'a>;

    fn next(&mut self) -> Option<Candidate<'s, 'a>> {
        loop {
            let (index, at) = self.next;
            let subject = self.subjects.get(index)?;
            let Some(item) = subject.value.items().get(at) else {
                self.next = (index + 1, 0);
                continue;
            };
            self.next = (index, at + 1);
            if let Some(tensor) = item.tensor {
                let wanted = subject.tensor.as_ref().unwrap_or(&TensorType::ANY);
                return Some(Candidate { index, subject, item, wanted, tensor });
            }
        }
    }
}

/// A phase that looks at each tensor by itself.
fn each(
    subjects: &[Subject<'_>],
    phase: fn(&Subject<'_>, &TensorType, Option<RawTensor<'_>>) -> Option<Mismatch>,
) -> Option<Violation> {
    for (index, subject) in subjects.iter().enumerate() {
        let wanted = subject.tensor.as_ref().unwrap_or(&TensorType::ANY);
        for item in subject.value.items() {
            if let Some(mismatch) = phase(subject, wanted, item.tensor) {
                return Some((index, mismatch.at(&item.place())));
            }
        }
    }
    None
}
