//! The rule that all views of a call are on one GPU, wherever they are in the arguments.

use super::{Phase, Refusal};
use crate::arguments::{Argument, Tensor, key};
use crate::contracts::model::{CUDA, Contract, Kind};

pub(super) fn check(contract: &Contract, arguments: &[Argument]) -> Result<(), Refusal> {
    // The GPU of the call, and the view that has bound it.
    let mut gpu: Option<(i32, String)> = None;
    for (index, (parameter, argument)) in contract.parameters.iter().zip(arguments).enumerate() {
        if !matches!(parameter.kind, Kind::Tensor(_) | Kind::Nested { .. }) {
            continue;
        }
        for (place, tensor) in views(argument, String::new()) {
            let (code, number) = tensor.device;
            if code != CUDA.code {
                continue;
            }
            let (first, from) = gpu.get_or_insert_with(|| (number, format!("`{}`{place}", parameter.name)));
            if *first != number {
                let text = format!("device is cuda:{number}, expected cuda:{first} (from {from})");
                return Err(Refusal {
                    phase: Phase::Device,
                    argument: index,
                    place,
                    kind: "ValueError",
                    text,
                });
            }
        }
    }
    Ok(())
}

/// The tensors in an argument, with their places.
fn views(argument: &Argument, place: String) -> Vec<(String, &Tensor)> {
    match argument {
        Argument::Tensor(tensor) => vec![(place, tensor)],
        Argument::List(_, elements) => {
            let of = |(index, element)| views(element, format!("{place}[{index}]"));
            elements.iter().enumerate().flat_map(of).collect()
        }
        Argument::Map(values) => {
            let of = |(index, value)| views(value, format!("{place}[\"{}\"]", key(index)));
            values.iter().enumerate().flat_map(of).collect()
        }
        _ => Vec::new(),
    }
}
