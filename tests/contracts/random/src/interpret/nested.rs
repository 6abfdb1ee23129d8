//! Views in other types: tuples, rows, options, maps, unions. All is about the type there, since they have no contract.

use super::list;
use super::types::{Defect, type_name};
use crate::arguments::{Argument, Tensor, key};
use crate::contracts::model::{CPU, CUDA, DEVICES, Inner, Nested};

/// What is wrong with an argument.
pub(super) fn defect(form: Nested, of: Inner, argument: &Argument) -> Option<Defect> {
    match (form, argument) {
        (Nested::Pair, Argument::List(_, elements)) if elements.len() != 2 => {
            Some((String::new(), "ValueError", format!("expected 2 elements, got {}", elements.len())))
        }
        (Nested::Pair, Argument::List(_, elements)) => first(elements, |element| view(of, element, "Tensor")),
        (Nested::Rows, Argument::List(_, rows)) => first(rows, |row| match row {
            Argument::List(_, elements) => first(elements, |element| view(of, element, "Tensor")),
            other => expected("Array[Tensor]", other),
        }),
        (Nested::Options, Argument::List(_, elements)) => first(elements, |element| match element {
            // A pointer in a container counts as none.
            Argument::None | Argument::NullTensor => None,
            element => view(of, element, "Optional[Tensor]"),
        }),
        (Nested::Map, Argument::Map(values)) => values.iter().enumerate().find_map(|(index, value)| {
            let (place, kind, text) = view(of, value, "Tensor")?;
            Some((format!("[\"{}\"]{place}", key(index)), kind, text))
        }),
        (Nested::Union, Argument::Integer(_) | Argument::Bool(_)) => None,
        (Nested::Union, Argument::List(_, elements)) => {
            first(elements, |element| view(of, element, "Tensor"))
        }
        (Nested::Union, argument) => view(of, argument, form.text()),
        (form, other) => expected(form.text(), other),
    }
}

fn first(elements: &[Argument], defect: impl Fn(&Argument) -> Option<Defect>) -> Option<Defect> {
    elements.iter().enumerate().find_map(|(index, element)| {
        let (place, kind, text) = defect(element)?;
        Some((format!("[{index}]{place}"), kind, text))
    })
}

fn expected(name: &str, got: &Argument) -> Option<Defect> {
    let got = if *got == Argument::NullTensor { "None" } else { type_name(got) };
    Some((String::new(), "TypeError", format!("expected {name}, got {got}")))
}

/// What is wrong with a value for a view. The tests make tensors of the right shape and dtype.
fn view(of: Inner, argument: &Argument, name: &str) -> Option<Defect> {
    let Argument::Tensor(tensor) = argument else { return expected(name, argument) };
    let text = match of {
        Inner::Any => None,
        Inner::Cpu => on_device(tensor, CPU).or_else(|| in_memory(tensor)),
        Inner::Cuda => on_device(tensor, CUDA).or_else(|| in_memory(tensor)),
    };
    Some((String::new(), "ValueError", text?))
}

fn on_device(tensor: &Tensor, device: crate::contracts::model::Device) -> Option<String> {
    let (code, number) = tensor.device;
    let name = DEVICES.iter().find(|known| known.code == code).expect("a known device").name;
    (!device.takes(code)).then(|| format!("device is {name}:{number}, expected {}", device.name))
}

fn in_memory(tensor: &Tensor) -> Option<String> {
    if tensor.numel() > 0 && !tensor.is_contiguous() {
        let (actual, expected) = (list(&tensor.effective_strides()), list(&tensor.contiguous_strides()));
        let shape = list(tensor.extents());
        return Some(format!("strides are {actual}, expected {expected} (contiguous, shape is {shape})"));
    }
    aligned(tensor)
}

fn aligned(tensor: &Tensor) -> Option<String> {
    let address = tensor.address();
    let is_misaligned = tensor.numel() > 0 && !address.is_multiple_of(4);
    is_misaligned.then(|| {
        format!("data + byte_offset is {address:#x}, expected a multiple of 4 (alignment of float32)")
    })
}
