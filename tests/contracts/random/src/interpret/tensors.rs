//! Pointers, numbers of dimensions, dtypes, and devices.

use super::{Item, Phase, Refusal, list, one_of};
use crate::contracts::elements::DType;
use crate::contracts::model::{Contract, DEVICES, ElementType, Entry, TensorParameter, View};

pub(super) fn check_pointers(items: &[Item<'_>]) -> Result<(), Refusal> {
    for item in items {
        let refuse = |text| Err(item.refuse(Phase::Null, "ValueError", text));
        let Some(tensor) = item.tensor else {
            return refuse("expected Tensor, got a null DLTensor*".to_owned());
        };
        if tensor.ndim > 0 && tensor.shape.is_none() {
            return refuse(format!("shape is null, expected {}", count(tensor.ndim.into(), "extent")));
        }
        if tensor.is_sane() && tensor.numel() > 0 && tensor.data == 0 {
            return refuse(format!("data is null, expected memory for {}", count(tensor.numel(), "element")));
        }
    }
    Ok(())
}

fn count(number: i128, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The least and the largest number of dimensions, by the type, the shape, and the strides.
fn ranks_of(parameter: &TensorParameter) -> Vec<(usize, usize)> {
    let mut ranks = Vec::new();
    if let View::Typed { rank: Some(rank), .. } = parameter.view {
        ranks.push((rank, rank));
    }
    for entries in [&parameter.shape, &parameter.strides].into_iter().flatten() {
        let has_rest = entries.iter().any(|entry| matches!(entry, Entry::Rest(_)));
        let count = entries.len();
        ranks.push(if has_rest { (count - 1, usize::MAX) } else { (count, count) });
    }
    ranks
}

pub(super) fn check_ranks(items: &[Item<'_>]) -> Result<(), Refusal> {
    for item in items {
        let tensor = item.tensor();
        let refuse = |text| Err(item.refuse(Phase::Rank, "ValueError", text));
        let Ok(ndim) = usize::try_from(tensor.ndim) else {
            return refuse(format!("ndim is {}, expected 0 or more", tensor.ndim));
        };
        let is_wrong = |(least, most): &(usize, usize)| !(*least..=*most).contains(&ndim);
        if let Some((least, most)) = ranks_of(item.parameter).into_iter().find(is_wrong) {
            let expected = if least == most { least.to_string() } else { format!("{least} or more") };
            return refuse(format!(
                "ndim is {ndim}, expected {expected} (shape is {})",
                list(tensor.extents())
            ));
        }
    }
    Ok(())
}

pub(super) fn check_dtypes(contract: &Contract, items: &[Item<'_>]) -> Result<(), Refusal> {
    // The type of each type parameter, and the parameter that has bound it.
    let mut chosen: Vec<Option<(DType, &str)>> = vec![None; contract.variables.len()];
    for item in items {
        let dtype = item.tensor().dtype;
        let refuse = |expected: String| {
            let text = format!("dtype is {}, expected {expected}", dtype.text());
            Err(item.refuse(Phase::DType, "TypeError", text))
        };
        let (allowed, variable) = match &item.parameter.view {
            View::Untyped => (item.parameter.dtypes.as_slice(), None),
            View::Typed { element: ElementType::Of(element), .. } => (std::slice::from_ref(element), None),
            View::Typed { element: ElementType::Variable(index), .. } => {
                let variable = &contract.variables[*index];
                (variable.types.as_slice(), Some((variable, &mut chosen[*index])))
            }
        };
        if let Some((variable, Some((first, from)))) = &variable {
            if *first != dtype {
                return refuse(format!("{} = {} (from `{from}`)", variable.name, first.text()));
            }
        } else if !allowed.is_empty() && allowed.iter().all(|element| element.dtype != dtype) {
            return refuse(one_of(allowed.iter().map(|element| element.dtype.text())));
        }
        if let Some((_, choice)) = variable {
            choice.get_or_insert((dtype, item.name));
        }
    }
    Ok(())
}

pub(super) fn check_devices(items: &[Item<'_>]) -> Result<(), Refusal> {
    for item in items {
        let (code, number) = item.tensor().device;
        let refuse = |expected: String| {
            let known =
                DEVICES.iter().find(|device| device.code == code).expect("the tests use known devices");
            let text = format!("device is {}:{number}, expected {expected}", known.name);
            Err(item.refuse(Phase::Device, "ValueError", text))
        };
        let allowed = match &item.parameter.view {
            View::Typed { device, .. } => std::slice::from_ref(device),
            View::Untyped => item.parameter.devices.as_slice(),
        };
        if !allowed.is_empty() && !allowed.iter().any(|device| device.takes(code)) {
            return refuse(one_of(allowed.iter().map(|device| device.name.to_owned())));
        }
    }
    Ok(())
}
