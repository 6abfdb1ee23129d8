//! Phases that look at each tensor by itself: null pointers, ranks, alignment.

use crate::contract::call::Subject;
use crate::contract::raw_tensor::RawTensor;
use crate::contract::signature::push_joined;
use crate::convert::{Mismatch, TensorType};
use crate::tensor::{Defect, rank_mismatch};

pub(super) fn null(_: &Subject<'_>, _: &TensorType, tensor: Option<RawTensor<'_>>) -> Option<Mismatch> {
    let Some(tensor) = tensor else {
        return Some(Mismatch::value_error("expected Tensor, got a null DLTensor*"));
    };
    tensor
        .defect()
        .filter(|defect| matches!(defect, Defect::NullShape(_) | Defect::NullData { .. }))
        .map(Mismatch::from)
}

pub(super) fn rank(
    subject: &Subject<'_>,
    wanted: &TensorType,
    tensor: Option<RawTensor<'_>>,
) -> Option<Mismatch> {
    let tensor = tensor?;
    let Ok(ndim) = usize::try_from(tensor.ndim) else {
        return Some(Defect::NegativeRank(tensor.ndim).into());
    };
    let contract = &subject.parameter.contract;
    let expected = match wanted.ndim {
        // The contract says the same, as the compiler has found.
        Some(ndim) => [Some((ndim, false)), None],
        None => {
            [contract.shape, contract.strides].map(|dims| dims.map(|dims| (dims.count, dims.rest.is_some())))
        }
    };
    for (expected, or_more) in expected.into_iter().flatten() {
        let fits = if or_more { ndim >= expected } else { ndim == expected };
        if !fits {
            return Some(rank_mismatch(ndim, expected, or_more, tensor.extents()));
        }
    }
    None
}

/// `cpu`, or `one of cpu, rocm`.
pub(super) fn one_of(names: &[impl AsRef<str>]) -> String {
    let mut text = String::from(if names.len() == 1 { "" } else { "one of " });
    push_joined(names, ", ", &mut text);
    text
}

pub(super) fn alignment(
    subject: &Subject<'_>,
    wanted: &TensorType,
    tensor: Option<RawTensor<'_>>,
) -> Option<Mismatch> {
    let tensor = tensor?.valid()?;
    let contract = &subject.parameter.contract;
    let of_type = match contract.variable {
        Some(_) => tensor.dtype().alignment(),
        None => wanted.align,
    };
    let is_missed = |align: &usize| *align != 0 && !tensor.is_aligned(*align);
    if is_missed(&of_type) {
        let reason = format!("alignment of {:?}", tensor.dtype());
        return Some(tensor.explain_alignment(of_type, &reason));
    }
    contract.align.filter(is_missed).map(|align| tensor.explain_alignment(align, "align"))
}
