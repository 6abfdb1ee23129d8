//! What a signature says of tensors: `Tensor([n, d % 16], float32, strided, cuda, out)`.

use super::Signature;
use super::text::{Contract, Entry, Init};
use crate::convert::{AccessKind, Form, LayoutKind, TensorType};
use crate::device::{Device, DeviceType};
use crate::dtype::DType;
use crate::export::Description;

#[cold]
pub(super) fn signature(about: &Description<'_>) -> Signature {
    let contracts = Contract::all(about);
    let tensors = about.parameters.iter().zip(&contracts);
    Signature {
        variables: variables(about.variables),
        tensors: tensors
            .map(|(of, contract)| of.tensor().map(|tensor| parameter(tensor, contract)))
            .collect(),
    }
}

/// `[T: float32 | float64, U: int8]`, or nothing.
fn variables(variables: &[(&str, &[DType])]) -> String {
    if variables.is_empty() {
        return String::new();
    }
    let variable = |(name, dtypes): &(&str, &[DType])| format!("{name}: {}", names(dtypes).join(" | "));
    format!("[{}]", variables.iter().map(variable).collect::<Vec<_>>().join(", "))
}

/// The names of dtypes.
pub(super) fn names(dtypes: &[DType]) -> Vec<String> {
    dtypes.iter().map(DType::to_string).collect()
}

/// The names of the devices that are accepted, if not any is.
pub(super) fn devices(tensor: TensorType, contract: &Contract) -> Vec<&'static str> {
    match tensor.device {
        Some(device_type) => Device::new(device_type, 0).kind().into_iter().collect(),
        None => contract.devices.clone(),
    }
}

fn parameter(tensor: TensorType, contract: &Contract) -> String {
    let items = items(tensor, contract).join(", ");
    let items = if items.is_empty() { items } else { format!("({items})") };
    match tensor.form {
        Form::One => format!("Tensor{items}"),
        Form::Optional => format!("Optional[Tensor{items}]"),
        Form::List => format!("Array[Tensor{items}]"),
    }
}

fn items(tensor: TensorType, contract: &Contract) -> Vec<String> {
    let mut items = Vec::new();
    items.extend(shape(tensor, contract));
    items.extend(dtype(tensor, contract));
    match (&contract.strides, tensor.layout) {
        (Some(strides), _) => items.push(format!("strides {}", entries(strides))),
        (None, Some(LayoutKind::Strided)) => items.push(String::from("strided")),
        (None, _) => {}
    }
    items.extend(contract.align.map(|align| format!("align {align}")));
    let devices = devices(tensor, contract);
    if !devices.is_empty() && tensor.device != Some(DeviceType::CPU) {
        items.push(devices.join(" | "));
    }
    match (contract.out, tensor.access) {
        (Some(Init::Anything), _) => items.push(String::from("out")),
        (Some(Init::Zeroes), _) => items.push(String::from("out, zeroed")),
        (None, AccessKind::Shared) => {}
        (None, AccessKind::Exclusive | AccessKind::Cells) => items.push(String::from("inout")),
    }
    items.extend(contract.aliases.iter().map(|name| format!("alias {name}")));
    items
}

/// A view of a rank that is known only at run time says so; of a tensor of any kind nothing is known.
fn shape(tensor: TensorType, contract: &Contract) -> Option<String> {
    match (&contract.shape, tensor.ndim, tensor.layout) {
        (Some(shape), ..) => Some(entries(shape)),
        (None, Some(ndim), _) => Some(format!("[{}]", vec!["_"; ndim].join(", "))),
        (None, None, Some(_)) => Some(String::from("[..]")),
        (None, None, None) => None,
    }
}

fn entries(entries: &[Entry]) -> String {
    let texts: Vec<&str> = entries.iter().map(|entry| &*entry.text).collect();
    format!("[{}]", texts.join(", "))
}

fn dtype(tensor: TensorType, contract: &Contract) -> Option<String> {
    match (contract.variable, tensor.dtype) {
        (Some(variable), _) => Some(variable.to_owned()),
        (None, Some(dtype)) => Some(dtype.to_string()),
        (None, None) if contract.dtypes.is_empty() => None,
        (None, None) => Some(names(&contract.dtypes).join(" | ")),
    }
}
