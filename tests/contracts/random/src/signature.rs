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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contracts::elements::element_of;
    use crate::contracts::model::{CUDA, Number, Parameter, Variable};
    use crate::notation;

    #[test]
    fn every_item_has_its_place() {
        let typed = |device, access, element, rank, layout| {
            TensorParameter::new(View::Typed { device, access, element, rank, layout })
        };
        let of = |rust| ElementType::Of(element_of(rust));
        let mut x = typed(CPU, Access::Shared, of("f32"), Some(2), Layout::Contiguous);
        x.shape = Some(notation::entries("n, {HEADS}"));
        let mut y = typed(CUDA, Access::Exclusive, ElementType::Variable(0), None, Layout::Strided);
        (y.strides, y.align, y.form) =
            (Some(notation::entries("_, 1")), Some(Number::literal(16)), Form::Optional);
        let mut z = typed(CPU, Access::Exclusive, of("Bool8"), Some(1), Layout::Strided);
        z.out = Some(Out::Zero);
        let mut w = TensorParameter::new(View::Untyped);
        (w.dtypes, w.devices, w.form) =
            (vec![element_of("f16"), element_of("u8")], vec![CPU, CUDA], Form::List);
        let mut c = typed(CPU, Access::Cells, of("i8"), Some(0), Layout::Contiguous);
        c.alias = Some("z".to_owned());
        let plain = TensorParameter::new(View::Untyped);
        let tensors = [("x", x), ("y", y), ("z", z), ("w", w), ("c", c), ("t", plain)];
        let mut parameters: Vec<Parameter> = tensors
            .map(|(name, tensor)| Parameter { name: name.to_owned(), kind: Kind::Tensor(Box::new(tensor)) })
            .into();
        parameters.push(Parameter {
            name: "n".to_owned(),
            kind: Kind::Integer { rust: "u8", optional: true, default: None },
        });
        let types = vec![element_of("f32"), element_of("f64")];
        let variables = vec![Variable { name: "T".to_owned(), types }];
        let contract = Contract { name: "f".to_owned(), variables, parameters };
        let expected = "f[T: float32 | float64](x: Tensor([n, HEADS], float32), \
                        y: Optional[Tensor([..], T, strides [_, 1], align 16, cuda, inout)], \
                        z: Tensor([_], bool, strided, out, zeroed), \
                        w: Array[Tensor(float16 | uint8, cpu | cuda)], \
                        c: Tensor([], int8, inout, alias z), t: Tensor, n: Optional[int])";
        assert_eq!(signature(&contract), expected);
    }
}
