//! What is wrong with a call that a shim has refused, in the order in which messages are promised: types, null pointers, ranks, dtypes,
//! devices, shapes, strides, alignment, and memory that is shared. The most basic violation is reported, and of several that are equally
//! basic that of the first argument.
//!
//! The shim decides in another order, the cheapest, and formats nothing. So where it stopped does not tell what to report.

mod memory;
mod tensor;
mod uses;

pub(super) use self::tensor::Bound;
use self::tensor::misfits;
pub(super) use self::uses::{Compared, Origin, Part, Uses};
use super::call::{Item, Operand, from_args, lists};
use crate::call::Args;
use crate::convert::Mismatch;
use crate::description::{Param, Record, Variable, Violation};

/// The values of a call, or the tensors that it returns, with what is asked of them.
pub(super) struct Call<'a> {
    pub(super) parameters: &'a [Param],
    pub(super) values: &'a [Operand<'a>],
    pub(super) variables: &'static [Variable],
}

/// How basic a violation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Null,
    Rank,
    DType,
    Device,
    Shape,
    Strides,
    Alignment,
    /// After shared memory: a comparison with a value that is not known.
    Unsure,
}

/// A violation, with its phase and its tensor.
struct Finding {
    phase: Phase,
    /// The index of the parameter, and that in its list.
    at: (usize, Option<usize>),
    mismatch: Mismatch,
}

/// What is wrong with the arguments of a call, if anything is.
#[cold]
pub(crate) fn diagnose_args(record: &'static Record, args: Args<'_>) -> Option<Violation> {
    let lists = lists(record.parameters, args);
    let values = match from_args(record.parameters, args, &lists) {
        Ok(values) => values,
        Err(violation) => return Some(violation),
    };
    let call = Call::of(record, &values);
    call.diagnose(Vec::new(), Uses::of_parameters(&call), || memory::violation(record, args))
}

/// What is wrong with the values of a call from Rust, if anything is. Only cells may share memory that is written: Rust would not
/// have let the caller have other views.
#[cold]
pub(super) fn diagnose_operands(record: &'static Record, values: &[Operand<'_>]) -> Option<Violation> {
    let call = Call::of(record, values);
    call.diagnose(Vec::new(), Uses::of_parameters(&call), || memory::violation_of_values(record, &call))
}

impl<'a> Call<'a> {
    fn of(record: &'static Record, values: &'a [Operand<'a>]) -> Self {
        Self { parameters: record.parameters, values, variables: record.variables }
    }

    /// The most basic violation. `dtypes` has those of variables that are known already, `uses` the values of symbols, and `shared` looks for memory that is
    /// shared.
    #[cold]
    pub(super) fn diagnose(
        &self,
        dtypes: Vec<Bound>,
        mut uses: Uses,
        shared: impl FnOnce() -> Option<Violation>,
    ) -> Option<Violation> {
        let mut found = misfits(self, dtypes);
        uses.add_all(self);
        found.extend(uses.violations());
        // The first of those that are equally basic.
        let first = found.into_iter().min_by_key(|found| (found.phase, found.at));
        let violation = |Finding { at: (index, _), mismatch, .. }: Finding| (index, mismatch);
        match first {
            Some(first) if first.phase != Phase::Unsure => Some(violation(first)),
            unsure => shared().or(unsure.map(violation)),
        }
    }

    /// The parameters and their values.
    fn iter(&self) -> impl Iterator<Item = (usize, &'a Param, &'a Operand<'a>)> {
        let both = self.parameters.iter().zip(self.values).enumerate();
        both.map(|(index, (parameter, value))| (index, parameter, value))
    }

    /// All tensors of the call, each with its parameter and the index of that.
    fn tensors(&self) -> impl Iterator<Item = (usize, &'a Param, &'a Item<'a>)> {
        self.iter().flat_map(|(index, parameter, value)| {
            let items = if let Operand::Tensors(items) = value { items.as_slice() } else { &[] };
            items.iter().map(move |item| (index, parameter, item))
        })
    }
}
