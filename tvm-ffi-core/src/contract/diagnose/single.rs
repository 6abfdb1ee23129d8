//! Phases that look at each tensor by itself: null pointers, ranks, alignment.

use crate::contract::call::Subject;
use crate::contract::format::format_message;
use crate::contract::raw_tensor::RawTensor;
use crate::convert::{Mismatch, TensorType};
use crate::description::Entries;
use crate::tensor::Defect;

pub(super) fn null(_: &Subject<'_>, _: TensorType, tensor: Option<RawTensor<'_>>) -> Option<Mismatch> {
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
    wanted: TensorType,
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
        None => [contract.shape, contract.strides].map(|entries| entries.map(Entries::rank)),
    };
    let (expected, or_more) = expected.into_iter().flatten().find(|(expected, or_more)| {
        let fits = if *or_more { ndim >= *expected } else { ndim == *expected };
        !fits
    })?;
    let or_more = if or_more { " or more" } else { "" };
    let shape = tensor.extents();
    Some(Mismatch::value_error(format_message!(
        "ndim is {ndim}, expected {expected}{or_more} (shape is {shape:?})"
    )))
}

/// `cpu`, or `one of cpu, rocm`.
pub(super) fn one_of(names: impl Iterator<Item: AsRef<str>>) -> String {
    let mut text = String::new();
    let mut count = 0;
    for name in names {
        text.extend([if count == 0 { "" } else { ", " }, name.as_ref()]);
        count += 1;
    }
    if count == 1 { text } else { format_message!("one of {text}") }
}

pub(super) fn alignment(
    subject: &Subject<'_>,
    wanted: TensorType,
    tensor: Option<RawTensor<'_>>,
) -> Option<Mismatch> {
    let tensor = tensor?.valid()?;
    let contract = &subject.parameter.contract;
    let of_type = match contract.variable {
        Some(_) => tensor.dtype().alignment(),
        None => wanted.align,
    };
    let of_type = (of_type, tensor.dtype().to_string());
    let of_contract = contract.align.and_then(|align| usize::try_from(align).ok());
    let of_contract = of_contract.map(|align| (align, String::from("align")));
    [Some(of_type), of_contract].into_iter().flatten().find_map(|(align, reason)| {
        if align == 0 || tensor.is_aligned(align) {
            return None;
        }
        let reason = if reason == "align" { reason } else { format_message!("alignment of {reason}") };
        Some(tensor.explain_alignment(align, &reason))
    })
}
