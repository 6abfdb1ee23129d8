//! Strides: contiguous ones, declared ones, those that overflow, and those that may reach an element twice.

use super::reach::may_reach_twice;
use super::symbols::Bindings;
use super::{Item, Phase, Refusal, list, sizes};
use crate::contracts::model::{Access, Entry, Layout, TensorParameter, View};

pub(super) fn check(items: &[Item<'_>], bindings: &mut Bindings) -> Result<(), Refusal> {
    for item in items {
        let tensor = item.tensor();
        if tensor.numel() == 0 {
            continue;
        }
        let refuse = |text| Err(item.refuse(Phase::Strides, "ValueError", text));
        let strides = tensor.effective_strides();
        let layout = match item.parameter.view {
            View::Typed { layout, .. } => Some(layout),
            View::Untyped => None,
        };
        if layout == Some(Layout::Contiguous) && !tensor.is_contiguous() {
            let (actual, expected) = (list(&strides), list(&tensor.contiguous_strides()));
            let shape = list(tensor.extents());
            return refuse(format!(
                "strides are {actual}, expected {expected} (contiguous, shape is {shape})"
            ));
        }
        if layout == Some(Layout::Strided) && reach(item, &strides) > i128::from(i64::MAX) {
            let (strides, shape) = (list(&strides), list(tensor.extents()));
            return refuse(format!("strides are {strides}, which reach beyond memory (shape is {shape})"));
        }
        if must_reach_once(item.parameter) && may_reach_twice(tensor) {
            let (strides, shape) = (list(&strides), list(tensor.extents()));
            return refuse(format!(
                "strides are {strides}, which may reach an element twice (shape is {shape})"
            ));
        }
        if let Some(entries) = &item.parameter.strides {
            check_entries(item, entries, &strides, bindings)?;
        }
    }
    Ok(())
}

fn check_entries(
    item: &Item<'_>,
    entries: &[Entry],
    strides: &[i64],
    bindings: &mut Bindings,
) -> Result<(), Refusal> {
    for (entry, dimensions) in sizes::align(entries, strides.len()) {
        let index = dimensions.start;
        if matches!(entry, Entry::Rest(_)) || item.tensor().extents()[index] == 1 {
            continue;
        }
        let from = format!("`{}`{}.strides[{index}]", item.name, item.place);
        if let Some(expected) = bindings.check(entry, strides[index], from) {
            let text = format!("strides[{index}] is {}, expected {expected}", strides[index]);
            return Err(item.refuse(Phase::Strides, "ValueError", text));
        }
    }
    Ok(())
}

/// The bytes from the lowest element to the highest.
fn reach(item: &Item<'_>, strides: &[i64]) -> i128 {
    let steps = item.tensor().extents().iter().zip(strides);
    let reach: i128 = steps
        .map(|(extent, stride)| (i128::from(*extent) - 1).saturating_mul(i128::from(*stride).abs()))
        .fold(0, i128::saturating_add);
    reach.saturating_mul(item.tensor().dtype.bytes().into())
}

fn must_reach_once(parameter: &TensorParameter) -> bool {
    matches!(parameter.view, View::Typed { access: Access::Exclusive, layout: Layout::Strided, .. })
}
