//! Alignment and overlap.

use super::reach::bytes;
use super::{Item, Phase, Refusal};
use crate::arguments::{Argument, Tensor, key};
use crate::contracts::elements::{ELEMENTS, Element};
use crate::contracts::model::{CPU, Contract, ElementType, Kind, View, is_host};

pub(super) fn check_alignment(items: &[Item<'_>]) -> Result<(), Refusal> {
    for item in items {
        let tensor = item.tensor();
        if tensor.numel() == 0 {
            continue;
        }
        let of_type =
            element_of(item).map(|element| (element.align, format!("alignment of {}", tensor.dtype.text())));
        let of_attribute =
            item.parameter.align.as_ref().map(|align| (align.value as u64, "align".to_owned()));
        for (align, reason) in of_type.into_iter().chain(of_attribute) {
            let address = tensor.address();
            if address % align != 0 {
                let text =
                    format!("data + byte_offset is {address:#x}, expected a multiple of {align} ({reason})");
                return Err(item.refuse(Phase::Alignment, "ValueError", text));
            }
        }
    }
    Ok(())
}

/// The element type of a typed view, whose dtype was checked.
fn element_of(item: &Item<'_>) -> Option<Element> {
    match item.parameter.view {
        View::Untyped => None,
        View::Typed { element: ElementType::Of(element), .. } => Some(element),
        View::Typed { element: ElementType::Variable(_), .. } => {
            ELEMENTS.iter().find(|element| element.dtype == item.tensor().dtype).copied()
        }
    }
}

/// A tensor in an argument, for a tensor parameter or any other.
struct Reached<'a> {
    argument: usize,
    place: String,
    tensor: &'a Tensor,
}

fn reached<'a>(argument: usize, value: &'a Argument, place: String, found: &mut Vec<Reached<'a>>) {
    match value {
        // No function can read a tensor that no parameter accepts.
        Argument::Tensor(tensor) if tensor.data == 0 => {}
        Argument::Tensor(tensor) => found.push(Reached { argument, place, tensor }),
        Argument::List(_, elements) => {
            for (index, element) in elements.iter().enumerate() {
                reached(argument, element, format!("{place}[{index}]"), found);
            }
        }
        Argument::Map(values) => {
            for (index, value) in values.iter().enumerate() {
                reached(argument, value, format!("{place}[\"{}\"]", key(index)), found);
            }
        }
        _ => {}
    }
}

pub(super) fn check_overlap(
    contract: &Contract,
    arguments: &[Argument],
    items: &[Item<'_>],
) -> Result<(), Refusal> {
    let mut all = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        reached(index, argument, String::new(), &mut all);
    }
    for item in items.iter().filter(|item| item.parameter.is_written()) {
        let refuse = |text| Err(item.refuse(Phase::Overlap, "ValueError", text));
        let shares = |other: &&Reached<'_>| {
            is_blamed(contract, item.argument, other.argument) && share(item.tensor(), other.tensor)
        };
        if let Some(other) = all.iter().find(shares) {
            let name = &contract.parameters[other.argument].name;
            let with = format!("argument #{} `{name}`{}", other.argument, other.place);
            let are_contiguous = item.tensor().is_contiguous() && other.tensor.is_contiguous();
            let interleaved = if are_contiguous { "" } else { " or is interleaved with it" };
            return refuse(format!("shares memory with {with}{interleaved}, expected memory of its own"));
        }
    }
    Ok(())
}

/// Whether the error names this mutable parameter if it shares memory with another.
fn is_blamed(contract: &Contract, written: usize, other: usize) -> bool {
    let is_written = |index: usize| matches!(&contract.parameters[index].kind, Kind::Tensor(tensor) if tensor.is_written());
    other != written && (other < written || !is_written(other)) && !is_alias(contract, written, other)
}

fn is_alias(contract: &Contract, one: usize, other: usize) -> bool {
    let names = |from: usize, to: usize| match &contract.parameters[from].kind {
        Kind::Tensor(tensor) => tensor.alias.as_ref() == Some(&contract.parameters[to].name),
        _ => false,
    };
    names(one, other) || names(other, one)
}

/// Whether two tensors have bytes in common, between the lowest and the highest of each.
fn share(one: &Tensor, other: &Tensor) -> bool {
    // All host memory is one memory, for any device type and number of it.
    let memory = |tensor: &Tensor| if is_host(tensor.device.0) { (CPU.code, 0) } else { tensor.device };
    if memory(one) != memory(other) {
        return false;
    }
    match (bytes(one), bytes(other)) {
        (Some((low, high)), Some((other_low, other_high))) => low < other_high && other_low < high,
        _ => false,
    }
}
