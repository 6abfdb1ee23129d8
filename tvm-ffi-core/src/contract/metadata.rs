//! What the metadata say of tensors.

use std::fmt::Write;

use super::expression::{Expression, Operation};
use super::interpreter::Metadata;
use super::signature::{devices, names};
use super::text::{Ask, Contract, Entry, Init};
use crate::convert::{AccessKind, Form, LayoutKind, TensorType};
use crate::dtype::DType;
use crate::export::Description;
use crate::json::quoted;

#[cold]
pub(super) fn metadata(about: &Description<'_>) -> Metadata {
    let contracts = Contract::all(about);
    let tensors = about.parameters.iter().zip(&contracts);
    Metadata {
        variables: variables(about.variables),
        tensors: tensors
            .map(|(of, contract)| of.tensor().map(|tensor| parameter(tensor, contract)))
            .collect(),
    }
}

fn variables(variables: &[(&str, &[DType])]) -> String {
    if variables.is_empty() {
        return String::new();
    }
    let variable = |(name, dtypes): &(&str, &[DType])| format!("{}:{}", quoted(name), array(names(dtypes)));
    format!(r#","dtype_vars":{{{}}}"#, variables.iter().map(variable).collect::<Vec<_>>().join(","))
}

/// A JSON array of strings.
fn array(texts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let texts: Vec<String> = texts.into_iter().map(|text| quoted(text.as_ref())).collect();
    format!("[{}]", texts.join(","))
}

/// The keys of a parameter that takes tensors, each with a comma in front.
fn parameter(tensor: TensorType, contract: &Contract) -> String {
    let mut json = format!(r#","role":"{}""#, role(tensor, contract));
    let mut push = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            // Writing to a string cannot fail.
            let _ = write!(json, r#","{key}":{value}"#);
        }
    };
    push("dtype", dtype(tensor, contract));
    push("ndim", ndim(tensor, contract).map(|ndim| ndim.to_string()));
    push("shape", contract.shape.as_deref().map(entries));
    push("layout", tensor.layout.map(|layout| quoted(layout_name(layout))));
    push("strides", contract.strides.as_deref().map(entries));
    push("align", contract.align.map(|align| align.to_string()));
    let devices = devices(tensor, contract);
    push("device", (!devices.is_empty()).then(|| array(devices)));
    push("init", contract.out.map(|init| quoted(init_name(init))));
    push("alias", alias(contract));
    push("optional", (tensor.form == Form::Optional).then(|| String::from("true")));
    push("list", (tensor.form == Form::List).then(|| String::from("true")));
    json
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

fn init_name(init: Init) -> &'static str {
    match init {
        Init::Anything => "uninit",
        Init::Zeroes => "zero",
    }
}

fn dtype(tensor: TensorType, contract: &Contract) -> Option<String> {
    match (contract.variable, tensor.dtype) {
        (Some(variable), _) => Some(quoted(variable)),
        (None, Some(dtype)) => Some(quoted(&dtype.to_string())),
        (None, None) => match contract.dtypes.as_slice() {
            [] => None,
            [dtype] => Some(quoted(&dtype.to_string())),
            dtypes => Some(array(names(dtypes))),
        },
    }
}

/// The number of dimensions, as the type or the contract has it.
fn ndim(tensor: TensorType, contract: &Contract) -> Option<usize> {
    let of_entries = |entries: &Option<Vec<Entry>>| {
        let (count, has_rest) = super::text::rank(entries.as_deref()?);
        (!has_rest).then_some(count)
    };
    tensor.ndim.or_else(|| of_entries(&contract.shape)).or_else(|| of_entries(&contract.strides))
}

/// One name, as long as there is one.
fn alias(contract: &Contract) -> Option<String> {
    match contract.aliases.as_slice() {
        [] => None,
        [name] => Some(quoted(name)),
        names => Some(array(names)),
    }
}

fn entries(entries: &[Entry]) -> String {
    let entries: Vec<String> = entries.iter().map(entry).collect();
    format!("[{}]", entries.join(","))
}

/// Numbers are numbers, and everything else is text that Python could evaluate.
fn entry(entry: &Entry) -> String {
    match &entry.ask {
        Ask::Anything => quoted("_"),
        Ask::Rest(name) => quoted(&format!("*{}", name.unwrap_or_default())),
        Ask::Value(value) => match value.constant() {
            Some(number) => number.to_string(),
            None => quoted(&in_python(value, 0)),
        },
        Ask::Multiple { symbol, of } => match of.constant() {
            Some(number) => quoted(&format!("{symbol} % {number}")),
            None => quoted(&entry.text),
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
