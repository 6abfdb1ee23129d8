//! The tensors in a signature: `Tensor([n, d % 16], float32, strided, cuda, out)`.

use crate::convert::{AccessKind, Form, LayoutKind, TensorType, TypeTag};
use crate::description::{Contract, Dims, Out, Returns, Variable};
use crate::device::{Device, DeviceType};
use crate::dtype::DType;

/// Appends `[T: float32 | float64, U: int8]`, or nothing.
#[cold]
pub(crate) fn push_variables(variables: &[Variable], out: &mut String) {
    for (index, (name, dtypes)) in variables.iter().enumerate() {
        out.extend([if index > 0 { ", " } else { "[" }, name, ": "]);
        push_joined(&dtype_names(dtypes), " | ", out);
    }
    out.push_str(if variables.is_empty() { "" } else { "]" });
}

/// The names of dtypes, as messages and Python have them.
pub(super) fn dtype_names(dtypes: &[DType]) -> Vec<String> {
    dtypes.iter().map(|dtype| dtype.name()).collect()
}

/// Appends texts with something in between.
pub(crate) fn push_joined(texts: &[impl AsRef<str>], separator: &str, out: &mut String) {
    for (index, text) in texts.iter().enumerate() {
        out.extend([if index > 0 { separator } else { "" }, text.as_ref()]);
    }
}

/// The names of the device types that are accepted, unless any is.
pub(crate) fn devices(tensor: TensorType, contract: &Contract) -> Vec<&'static str> {
    let Some(device_type) = tensor.device else { return contract.device_names() };
    let mut devices = Vec::new();
    devices.extend(Device::new(device_type, 0).kind());
    if contract.has_fallback && device_type == DeviceType::CUDA {
        devices.push("cpu");
    }
    devices
}

/// Appends the type of a parameter.
#[cold]
pub(crate) fn push_type(tensor: TensorType, contract: &Contract, out: &mut String) {
    let (begin, close) = match tensor.form {
        Form::One => ("Tensor", ""),
        Form::Optional => ("Optional[Tensor", "]"),
        Form::List => ("Array[Tensor", "]"),
        Form::OptionalList => ("Optional[Array[Tensor", "]]"),
    };
    out.push_str(begin);
    let mut items = Items { out, count: 0 };
    push_items(tensor, contract, &mut items);
    items.end();
    out.push_str(close);
}

/// Appends the contract of a sequence of integers: `([h, w])`.
#[cold]
pub(crate) fn push_integers(contract: &Contract, out: &mut String) {
    if let Some(dims) = contract.shape {
        push_entries("([", dims, out);
        out.push(')');
    }
}

/// Appends the type of a result: each `Tensor` that is declared is followed by what is declared of it.
#[cold]
pub(crate) fn push_returns(tag: &TypeTag, returns: &Returns, out: &mut String) {
    match tag {
        TypeTag::Tuple(elements) if returns.is_tuple => {
            out.push_str("Tuple[");
            for (index, (element, group)) in elements.iter().zip(returns.groups).enumerate() {
                out.push_str(if index > 0 { ", " } else { "" });
                push_returned(&element.name(), *group, out);
            }
            out.push(']');
        }
        _ => push_returned(&tag.name(), returns.groups.first().copied().flatten(), out),
    }
}

fn push_returned(name: &str, contract: Option<Contract>, out: &mut String) {
    let (Some(contract), Some((before, after))) = (contract, name.split_once("Tensor")) else {
        return out.push_str(name);
    };
    out.push_str(before);
    push_type(TensorType::ANY, &contract, out);
    out.push_str(after);
}

/// Items in parentheses, which are left out where there are none.
struct Items<'s> {
    out: &'s mut String,
    count: usize,
}

impl Items<'_> {
    /// The place for the next item.
    fn next(&mut self) -> &mut String {
        self.out.push_str(if self.count > 0 { ", " } else { "(" });
        self.count += 1;
        self.out
    }

    fn end(self) {
        self.out.push_str(if self.count > 0 { ")" } else { "" });
    }
}

fn push_items(tensor: TensorType, contract: &Contract, items: &mut Items<'_>) {
    push_shape(tensor, contract, items);
    push_dtype(tensor, contract, items);
    match (contract.strides, tensor.layout) {
        (Some(strides), _) => push_entries("strides [", strides, items.next()),
        (None, Some(LayoutKind::Strided)) => items.next().push_str("strided"),
        (None, _) => {}
    }
    if let Some(align) = contract.align {
        let out = items.next();
        out.push_str("align ");
        out.push_str(&align.to_string());
    }
    if tensor.device != Some(DeviceType::CPU) {
        match devices(tensor, contract).as_slice() {
            [] => {}
            devices => push_joined(devices, " | ", items.next()),
        }
    }
    match (contract.out, tensor.access) {
        (Some(Out::Any | Out::Saved), _) => items.next().push_str("out"),
        (Some(Out::Zero), _) => items.next().push_str("out, zeroed"),
        (None, AccessKind::Shared) => {}
        (None, AccessKind::Exclusive | AccessKind::Cells) => items.next().push_str("inout"),
    }
    if let Some(name) = contract.alias {
        items.next().extend(["alias ", name]);
    }
}

fn push_shape(tensor: TensorType, contract: &Contract, items: &mut Items<'_>) {
    match (contract.shape, tensor.ndim, tensor.layout) {
        (Some(shape), ..) => push_entries("[", shape, items.next()),
        (None, Some(ndim), _) => {
            let out = items.next();
            out.push('[');
            push_joined(&vec!["_"; ndim], ", ", out);
            out.push(']');
        }
        (None, None, Some(_)) => items.next().push_str("[..]"),
        (None, None, None) => {}
    }
}

fn push_entries(open: &str, dims: Dims, out: &mut String) {
    out.push_str(open);
    for (index, dim) in dims.entries.iter().enumerate() {
        out.extend([if index > 0 { ", " } else { "" }, dim.text]);
    }
    out.push(']');
}

fn push_dtype(tensor: TensorType, contract: &Contract, items: &mut Items<'_>) {
    match (contract.variable, tensor.dtype) {
        (Some(variable), _) => items.next().push_str(variable),
        (None, Some(dtype)) => dtype.push_name(items.next()),
        (None, None) => match dtype_names(contract.dtypes).as_slice() {
            [] => {}
            names => push_joined(names, " | ", items.next()),
        },
    }
}
