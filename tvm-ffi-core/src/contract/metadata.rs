//! The contracts of tensors in the metadata.

use super::expression::{Expression, Operation};
use super::signature::devices;
use super::text::{Ask, Entry, dtype_names};
use crate::convert::{AccessKind, LayoutKind, TensorType};
use crate::description::{Contract, Entries, Init, Returns};
use crate::dtype::DType;
use crate::json::{Array, Object, quoted};

/// Adds `"dtype_vars":{"T":["float32"]}`, or nothing.
#[cold]
pub(crate) fn push_variables(variables: &[(&'static str, &[DType])], json: &mut Object) {
    let mut dtypes = Object::new();
    for (name, of) in variables {
        dtypes.value(name, &texts(&dtype_names(of)));
    }
    if !variables.is_empty() {
        json.value("dtype_vars", &dtypes.end());
    }
}

/// A JSON array of strings.
fn texts(texts: &[impl AsRef<str>]) -> String {
    let mut array = Array::new();
    for text in texts {
        array.push(&quoted(text.as_ref()));
    }
    array.end()
}

/// Adds the contract of a sequence of integers: `"shape":["h","w"]`, or nothing.
#[cold]
pub(crate) fn push_integers(contract: &Contract<'_>, json: &mut Object) {
    push(json, "shape", contract.shape.map(entries));
}

/// Adds what is declared of a result: the keys of one tensor, or `"items":[{...},null]` for the elements of a tuple.
#[cold]
pub(crate) fn push_returns(returns: &Returns<'_>, json: &mut Object) {
    if !returns.is_tuple {
        return returns.groups.iter().flatten().for_each(|contract| push_returned(contract, json));
    }
    let mut items = Array::new();
    for group in &returns.groups {
        let mut item = Object::new();
        match group {
            None => items.push("null"),
            Some(contract) => {
                push_returned(contract, &mut item);
                items.push(&item.end());
            }
        }
    }
    json.value("items", &items.end());
}

/// Adds the keys of a tensor that is returned.
fn push_returned(contract: &Contract<'_>, json: &mut Object) {
    let tensor = TensorType::ANY;
    push(json, "dtype", dtype(tensor, contract));
    push(json, "ndim", ndim(tensor, contract).map(|ndim| ndim.to_string()));
    push(json, "shape", contract.shape.map(entries));
    push(json, "device", device_names(tensor, contract));
}

/// Adds a key, if there is a value.
fn push(json: &mut Object, key: &str, value: Option<String>) {
    if let Some(value) = value {
        json.value(key, &value);
    }
}

fn device_names(tensor: TensorType, contract: &Contract<'_>) -> Option<String> {
    let devices = devices(tensor, contract);
    (!devices.is_empty()).then(|| texts(&devices))
}

/// Adds the keys of a parameter that takes tensors.
#[cold]
pub(crate) fn push_type(tensor: TensorType, contract: &Contract<'_>, json: &mut Object) {
    let mut push = |key: &str, value: Option<String>| push(json, key, value);
    push("role", Some(quoted(role(tensor, contract))));
    push("dtype", dtype(tensor, contract));
    push("ndim", ndim(tensor, contract).map(|ndim| ndim.to_string()));
    push("shape", contract.shape.map(entries));
    push("layout", tensor.layout.map(|layout| quoted(layout_name(layout))));
    push("strides", contract.strides.map(entries));
    push("align", contract.align.map(|align| align.to_string()));
    push("device", device_names(tensor, contract));
    push("init", contract.out.map(|init| quoted(init_name(init))));
    push("saved", contract.saved.then(|| String::from("true")));
    push("grad", contract.grad.map(quoted));
    push("alias", contract.alias.map(quoted));
    push("optional", tensor.form.is_optional().then(|| String::from("true")));
    push("list", tensor.form.is_list().then(|| String::from("true")));
}

fn role(tensor: TensorType, contract: &Contract<'_>) -> &'static str {
    match (contract.out, tensor.access) {
        (Some(_), _) => "out",
        (None, AccessKind::Shared) => "in",
        (None, AccessKind::Exclusive | AccessKind::Cells) => "inout",
    }
}

fn layout_name(layout: LayoutKind) -> &'static str {
    match layout {
        LayoutKind::Contiguous => "contiguous",
        LayoutKind::Strided => "strided",
    }
}

fn init_name(init: Init) -> &'static str {
    match init {
        Init::Anything => "uninit",
        Init::Zeroes => "zero",
    }
}

fn dtype(tensor: TensorType, contract: &Contract<'_>) -> Option<String> {
    match (contract.variable, tensor.dtype) {
        (Some(variable), _) => Some(quoted(variable)),
        (None, Some(dtype)) => Some(quoted(&dtype.name())),
        (None, None) => match dtype_names(&contract.dtypes()).as_slice() {
            [] => None,
            [name] => Some(quoted(name)),
            names => Some(texts(names)),
        },
    }
}

/// The number of dimensions, as the type or the contract has it.
fn ndim(tensor: TensorType, contract: &Contract<'_>) -> Option<usize> {
    let of_entries = |entries: Option<Entries<'_>>| match entries?.rank() {
        (count, false) => Some(count),
        (_, true) => None,
    };
    tensor.ndim.or_else(|| of_entries(contract.shape)).or_else(|| of_entries(contract.strides))
}

fn entries(entries: Entries<'_>) -> String {
    let mut array = Array::new();
    for entry in entries.iter() {
        array.push(&json_of(&entry));
    }
    array.end()
}

/// Numbers are numbers, and everything else is text that Python could evaluate.
fn json_of(entry: &Entry) -> String {
    match &entry.ask {
        Ask::Anything => quoted("_"),
        Ask::Rest(name) => quoted(&format!("*{}", name.unwrap_or_default())),
        Ask::Value(value) => match value.constant() {
            Some(number) => number.to_string(),
            None => quoted(&in_python(value, 0)),
        },
        Ask::Multiple { symbol, of } => match of.constant() {
            Some(number) => quoted(&format!("{symbol} % {number}")),
            None => quoted(&entry.shown()),
        },
    }
}

/// An expression as Python has it, with the values of constants. The operation around it binds as strongly as `strength`.
fn in_python(expression: &Expression, strength: u8) -> String {
    match expression {
        Expression::Number(Some(number)) => number.to_string(),
        // Nothing that has a value.
        Expression::Number(None) => String::from("_"),
        Expression::Symbol(name) => (*name).to_owned(),
        Expression::Negated(inner) => format!("-{}", in_python(inner, u8::MAX)),
        Expression::Binary(operation, left, right) => {
            let (sign, own) = operation.in_python();
            let text = format!("{} {sign} {}", in_python(left, own), in_python(right, own + 1));
            // A remainder without parentheses would ask for a multiple.
            if own < strength || *operation == Operation::Rem { format!("({text})") } else { text }
        }
    }
}
