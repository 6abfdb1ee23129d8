//! The contracts of tensors in the metadata.

use super::expression::constant;
use super::signature::{devices, dtype_names};
use crate::convert::{AccessKind, LayoutKind, TensorType};
use crate::description::{Ask, Contract, Dim, Dims, Op, Out, Returns, Variable};
use crate::json::{Array, Object, quoted};

/// Adds `"dtype_vars":{"T":["float32"]}`, or nothing.
#[cold]
pub(crate) fn push_variables(variables: &[Variable], json: &mut Object) {
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
    Array::of(texts.iter().map(|text| quoted(text.as_ref())))
}

/// Adds the contract of a sequence of integers: `"shape":["h","w"]`, or nothing.
#[cold]
pub(crate) fn push_integers(contract: &Contract, json: &mut Object) {
    push(json, "shape", contract.shape.map(entries));
}

/// Adds what is declared of a result: the keys of one tensor, or `"items":[{...},null]` for the elements of a tuple.
#[cold]
pub(crate) fn push_returns(returns: &Returns, json: &mut Object) {
    if !returns.is_tuple {
        return returns.groups.iter().flatten().for_each(|contract| push_returned(contract, json));
    }
    let item = |group: &Option<Contract>| {
        let Some(contract) = group else { return String::from("null") };
        let mut item = Object::new();
        push_returned(contract, &mut item);
        item.end()
    };
    json.value("items", &Array::of(returns.groups.iter().map(item)));
}

/// Adds the keys of a tensor that is returned.
fn push_returned(contract: &Contract, json: &mut Object) {
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

fn device_names(tensor: TensorType, contract: &Contract) -> Option<String> {
    let devices = devices(tensor, contract);
    (!devices.is_empty()).then(|| texts(&devices))
}

/// Adds the keys of a parameter that takes tensors.
#[cold]
pub(crate) fn push_type(tensor: TensorType, contract: &Contract, json: &mut Object) {
    let mut push = |key: &str, value: Option<String>| push(json, key, value);
    push("role", Some(quoted(role(tensor, contract))));
    push("dtype", dtype(tensor, contract));
    push("ndim", ndim(tensor, contract).map(|ndim| ndim.to_string()));
    push("shape", contract.shape.map(entries));
    push("layout", tensor.layout.map(|layout| quoted(layout_name(layout))));
    push("strides", contract.strides.map(entries));
    push("align", contract.align.map(|align| align.to_string()));
    push("device", device_names(tensor, contract));
    push("init", contract.out.map(|out| quoted(if out == Out::Zero { "zero" } else { "uninit" })));
    push("saved", (contract.out == Some(Out::Saved)).then(|| String::from("true")));
    push("grad", contract.grad.map(quoted));
    push("alias", contract.alias.map(quoted));
    push("optional", tensor.form.is_optional().then(|| String::from("true")));
    push("list", tensor.form.is_list().then(|| String::from("true")));
}

fn role(tensor: TensorType, contract: &Contract) -> &'static str {
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

fn dtype(tensor: TensorType, contract: &Contract) -> Option<String> {
    match (contract.variable, tensor.dtype) {
        (Some(variable), _) => Some(quoted(variable)),
        (None, Some(dtype)) => Some(quoted(&dtype.name())),
        (None, None) => match dtype_names(contract.dtypes).as_slice() {
            [] => None,
            [name] => Some(quoted(name)),
            names => Some(texts(names)),
        },
    }
}

/// The number of dimensions, as the type or the contract has it.
fn ndim(tensor: TensorType, contract: &Contract) -> Option<usize> {
    let of_entries = |dims: Option<Dims>| dims.filter(|dims| dims.rest.is_none()).map(|dims| dims.count);
    tensor.ndim.or_else(|| of_entries(contract.shape)).or_else(|| of_entries(contract.strides))
}

fn entries(dims: Dims) -> String {
    Array::of(dims.entries.iter().map(json_of))
}

/// Numbers are numbers, and everything else is text that Python could evaluate.
fn json_of(dim: &Dim) -> String {
    match dim.ask {
        Ask::Any => quoted("_"),
        Ask::Rest(symbol) => quoted(&format!("*{}", symbol.map_or("", |symbol| symbol.name))),
        Ask::Symbol(symbol) => quoted(symbol.name),
        Ask::Multiple(symbol, of) => quoted(&format!("{} % {of}", symbol.name)),
        Ask::Value(ops) => match constant(ops) {
            Some(number) => number.to_string(),
            None => quoted(&in_python(ops)),
        },
    }
}

/// Binds as strongly as a name.
const ATOM: u8 = u8::MAX;

/// An expression as Python has it, with the values of constants.
fn in_python(ops: &[Op]) -> String {
    // Texts, each with how strongly its operation binds.
    let mut stack: Vec<(String, u8)> = Vec::new();
    let pop = |stack: &mut Vec<(String, u8)>, strength| match stack.pop() {
        Some((text, own)) if own < strength => format!("({text})"),
        Some((text, _)) => text,
        None => String::new(),
    };
    for op in ops {
        let (sign, strength) = match op {
            Op::Number(number) => {
                stack.push((number.to_string(), ATOM));
                continue;
            }
            Op::Symbol(symbol) => {
                stack.push((symbol.name.to_owned(), ATOM));
                continue;
            }
            Op::Negate => {
                let text = format!("-{}", pop(&mut stack, ATOM));
                stack.push((text, ATOM));
                continue;
            }
            Op::Add => ("+", 1),
            Op::Sub => ("-", 1),
            Op::Mul => ("*", 2),
            // Python's rounds down as well.
            Op::Div => ("//", 2),
            Op::Rem => ("%", 2),
        };
        let (right, left) = (pop(&mut stack, strength + 1), pop(&mut stack, strength));
        let text = format!("{left} {sign} {right}");
        // A remainder without parentheses would ask for a multiple.
        stack.push(if let Op::Rem = op { (format!("({text})"), ATOM) } else { (text, strength) });
    }
    pop(&mut stack, 0)
}
