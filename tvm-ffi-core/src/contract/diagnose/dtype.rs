//! The phase that compares dtypes: with the type, with a list, with the variable of a dispatch.

use super::single::one_of;
use super::{Candidate, candidates};
use crate::contract::call::Subject;
use crate::contract::environment::Origin;
use crate::contract::signature::dtype_names;
use crate::description::{Variable, Violation};
use crate::dtype::DType;
use crate::tensor::dtype_mismatch;

/// The dtype of a variable in a call, and the parameter that bound it.
type Bound = (&'static str, DType, Origin);

pub(super) fn violation(variables: &[Variable], subjects: &[Subject<'_>]) -> Option<Violation> {
    violation_with(variables, subjects, Vec::new())
}

/// The same where some variables are bound already.
pub(super) fn violation_with(
    variables: &[Variable],
    subjects: &[Subject<'_>],
    mut bound: Vec<Bound>,
) -> Option<Violation> {
    for candidate in candidates(subjects) {
        let dtype = DType::from_dl(candidate.tensor.dtype);
        if let Some(expected) = expected(variables, candidate, dtype, &mut bound) {
            return Some(candidate.violation(dtype_mismatch(dtype, &expected)));
        }
    }
    None
}

/// What was expected instead of a dtype.
fn expected(
    variables: &[Variable],
    candidate: Candidate<'_, '_>,
    dtype: DType,
    bound: &mut Vec<Bound>,
) -> Option<String> {
    let contract = &candidate.subject.parameter.contract;
    if let Some(variable) = contract.variable {
        return of_variable(variables, candidate, dtype, variable, bound);
    }
    if let Some(wanted) = candidate.wanted.dtype {
        return (wanted != dtype).then(|| wanted.name());
    }
    let accepted = contract.dtypes;
    (!accepted.is_empty() && !accepted.contains(&dtype)).then(|| one_of(&dtype_names(accepted)))
}

fn of_variable(
    variables: &[Variable],
    candidate: Candidate<'_, '_>,
    dtype: DType,
    variable: &'static str,
    bound: &mut Vec<Bound>,
) -> Option<String> {
    if let Some((_, bound, origin)) = bound.iter().find(|(bound, ..)| *bound == variable) {
        return (*bound != dtype).then(|| format!("{variable} = {bound:?} (from {origin})"));
    }
    let (_, dtypes) = variables.iter().find(|(name, _)| *name == variable)?;
    if !dtypes.contains(&dtype) {
        return Some(one_of(&dtype_names(dtypes)));
    }
    bound.push((variable, dtype, candidate.origin(None)));
    None
}
