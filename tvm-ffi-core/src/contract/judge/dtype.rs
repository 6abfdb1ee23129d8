//! The phase that compares dtypes: with the type, with a list, with the variable of a dispatch.

use super::single::one_of;
use super::{Candidate, candidates};
use crate::contract::call::{Subject, Violation};
use crate::convert::Mismatch;
use crate::dtype::DType;
use crate::export::Description;

/// What a variable stands for in a call, and the parameter that says so.
struct Bound {
    variable: &'static str,
    dtype: DType,
    origin: String,
}

pub(super) fn violation(about: &Description<'_>, subjects: &[Subject<'_>]) -> Option<Violation> {
    let mut bound = Vec::new();
    candidates(subjects).find_map(|candidate| {
        let dtype = DType::from_dl(candidate.tensor.dtype);
        let expected = expected(about, candidate, dtype, &mut bound)?;
        let text = format!("dtype is {dtype:?}, expected {expected}");
        Some(candidate.violation(Mismatch::type_error(text)))
    })
}

/// What was expected instead of a dtype.
fn expected(
    about: &Description<'_>,
    candidate: Candidate<'_, '_>,
    dtype: DType,
    bound: &mut Vec<Bound>,
) -> Option<String> {
    let contract = &candidate.subject.contract;
    if let Some(variable) = contract.variable {
        return of_variable(about, candidate, dtype, variable, bound);
    }
    if let Some(wanted) = candidate.wanted.dtype {
        return (wanted != dtype).then(|| wanted.to_string());
    }
    (!contract.dtypes.is_empty() && !contract.dtypes.contains(&dtype)).then(|| listed(&contract.dtypes))
}

fn of_variable(
    about: &Description<'_>,
    candidate: Candidate<'_, '_>,
    dtype: DType,
    variable: &'static str,
    bound: &mut Vec<Bound>,
) -> Option<String> {
    if let Some(bound) = bound.iter().find(|bound| bound.variable == variable) {
        return (bound.dtype != dtype)
            .then(|| format!("{variable} = {} (from {})", bound.dtype, bound.origin));
    }
    let (_, dtypes) = about.variables.iter().find(|(name, _)| *name == variable)?;
    if !dtypes.contains(&dtype) {
        return Some(listed(dtypes));
    }
    let origin = format!("`{}`{}", candidate.subject.name, candidate.item.place());
    bound.push(Bound { variable, dtype, origin });
    None
}

fn listed(dtypes: &[DType]) -> String {
    let names: Vec<String> = dtypes.iter().map(DType::to_string).collect();
    one_of(&names)
}
