//! The line with the signature below every message.

use crate::contracts::model::{
    Access, CPU, Contract, ElementType, Entry, Form, Kind, Layout, Out, TensorParameter, View,
};

/// `f[T: float32 | float64](x: Tensor([n, d], T), n: int)`
pub fn signature(contract: &Contract) -> String {
    let variables = contract.variables.iter().map(|variable| {
        let types = variable.types.iter().map(|element| element.dtype.text());
        format!("{}: {}", variable.name, joined(types, " | "))
    });
    let variables = joined(variables, ", ");
    let variables = if variables.is_empty() { variables } else { format!("[{variables}]") };
    let parameters = contract.parameters.iter().map(|parameter| {
        let kind = match &parameter.kind {
            Kind::Integer { optional: false, default: None, .. } => "int".to_owned(),
            Kind::Integer { optional: false, default: Some(number), .. } => format!("int = {number}"),
            Kind::Integer { optional: true, .. } => "Optional[int]".to_owned(),
            Kind::Float => "float".to_owned(),
            Kind::Anything => "Any".to_owned(),
            Kind::Owned => "Tensor".to_owned(),
            Kind::Nested { form, of, default } => {
                let empty = form.empty().filter(|_| *default);
                format!(
                    "{}{}",
                    form.signature(*of),
                    empty.map_or_else(String::new, |(_, text)| format!(" = {text}"))
                )
            }
            Kind::Tensor(tensor) => form(contract, tensor),
        };
        format!("{}: {kind}", parameter.name)
    });
    format!("{}{variables}({})", contract.name, joined(parameters, ", "))
}

fn joined(items: impl Iterator<Item = String>, separator: &str) -> String {
    items.collect::<Vec<_>>().join(separator)
}

fn form(contract: &Contract, tensor: &TensorParameter) -> String {
    let items = items(contract, tensor).join(", ");
    let view = if items.is_empty() { "Tensor".to_owned() } else { format!("Tensor({items})") };
    match tensor.form {
        Form::One => view,
        Form::Optional => format!("Optional[{view}]"),
        Form::List => format!("Array[{view}]"),
    }
}

fn items(contract: &Contract, tensor: &TensorParameter) -> Vec<String> {
    let mut items = Vec::new();
    items.extend(shape(tensor));
    items.extend(dtype(contract, tensor));
    items.extend(match (&tensor.strides, &tensor.view) {
        (Some(strides), _) => Some(format!("strides {}", entries(strides))),
        (None, View::Typed { layout: Layout::Strided, .. }) => Some("strided".to_owned()),
        (None, _) => None,
    });
    items.extend(tensor.align.as_ref().map(|align| format!("align {}", align.value)));
    items.extend(match &tensor.view {
        View::Typed { device: CPU, .. } => None,
        View::Typed { device, .. } => Some(device.name.to_owned()),
        View::Untyped if tensor.devices.is_empty() => None,
        View::Untyped => Some(joined(tensor.devices.iter().map(|device| device.name.to_owned()), " | ")),
    });
    items.extend(match (tensor.out, &tensor.view) {
        (Some(Out::Any), _) => Some("out".to_owned()),
        (Some(Out::Zero), _) => Some("out, zeroed".to_owned()),
        (None, View::Typed { access: Access::Exclusive | Access::Cells, .. }) => Some("inout".to_owned()),
        (None, _) => None,
    });
    items.extend(tensor.alias.as_ref().map(|other| format!("alias {other}")));
    items
}

fn shape(tensor: &TensorParameter) -> Option<String> {
    match (&tensor.shape, &tensor.view) {
        (Some(shape), _) => Some(entries(shape)),
        (None, View::Typed { rank: Some(rank), .. }) => Some(format!("[{}]", vec!["_"; *rank].join(", "))),
        (None, View::Typed { rank: None, .. }) => Some("[..]".to_owned()),
        (None, View::Untyped) => None,
    }
}

fn entries(entries: &[Entry]) -> String {
    format!("[{}]", joined(entries.iter().map(Entry::text), ", "))
}

fn dtype(contract: &Contract, tensor: &TensorParameter) -> Option<String> {
    match &tensor.view {
        View::Typed { element: ElementType::Of(element), .. } => Some(element.dtype.text()),
        View::Typed { element: ElementType::Variable(index), .. } => {
            Some(contract.variables[*index].name.clone())
        }
        View::Untyped if tensor.dtypes.is_empty() => None,
        View::Untyped => Some(joined(tensor.dtypes.iter().map(|element| element.dtype.text()), " | ")),
    }
}
