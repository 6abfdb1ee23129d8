//! Contracts written as Rust.

use std::fmt::Write;

use super::model::{
    Access, CPU, Contract, ElementType, Entry, Form, Kind, Layout, Out, Parameter, TensorParameter, View,
};

/// The exports of these contracts, the declarations of their C functions, and `SHIMS`, a table of them.
pub fn library(contracts: &[Contract]) -> String {
    let mut text = String::new();
    for contract in contracts {
        text.push_str(&export(contract));
    }
    text.push_str("unsafe extern \"C\" {\n");
    for contract in contracts {
        push(
            &mut text,
            format_args!(
                "    fn __tvm_ffi_{}(_: *mut c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny) -> c_int;\n",
                contract.name
            ),
        );
    }
    text.push_str("}\n\nstatic SHIMS: &[Shim] = &[\n");
    for contract in contracts {
        push(&mut text, format_args!("    __tvm_ffi_{},\n", contract.name));
    }
    text.push_str("];\n");
    text
}

/// Writing to a string cannot fail.
fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}

/// A function with the contract, whose body touches whatever it was given.
pub fn export(contract: &Contract) -> String {
    let variable = |name: &str, types: &str| format!("{name} = [{types}]");
    let lists: Vec<_> = contract
        .variables
        .iter()
        .map(|one| variable(&one.name, &joined(one.types.iter().map(|element| element.rust.to_owned()))))
        .collect();
    let (options, generics) = match lists.as_slice() {
        [] => (String::new(), String::new()),
        lists => {
            let generics = contract.variables.iter().map(|variable| format!("{}: Element", variable.name));
            (format!("(dispatch({}))", lists.join(", ")), format!("<{}>", joined(generics)))
        }
    };
    let mut text = format!("#[tvm_ffi::export{options}]\nfn {}{generics}(\n", contract.name);
    for parameter in &contract.parameters {
        push(&mut text, format_args!("    {},\n", declaration(contract, parameter)));
    }
    text.push_str(") {\n");
    for parameter in &contract.parameters {
        push(&mut text, format_args!("    Touch::touch({});\n", parameter.name));
    }
    text.push_str("}\n\n");
    text
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(", ")
}

fn declaration(contract: &Contract, parameter: &Parameter) -> String {
    let (attributes, rust) = match &parameter.kind {
        Kind::Integer { rust, optional: false } => (String::new(), (*rust).to_owned()),
        Kind::Integer { rust, optional: true } => (String::new(), format!("Option<{rust}>")),
        Kind::Float => (String::new(), "f64".to_owned()),
        Kind::Anything => (String::new(), "AnyView<'_>".to_owned()),
        Kind::Tensor(tensor) => (attributes(tensor), type_of(contract, tensor)),
    };
    format!("{attributes}{}: {rust}", parameter.name)
}

fn attributes(tensor: &TensorParameter) -> String {
    let mut text = String::new();
    let mut attribute = |name: &str, inner: String| push(&mut text, format_args!("#[{name}({inner})] "));
    if let Some(entries) = &tensor.shape {
        attribute("shape", joined(entries.iter().map(Entry::text)));
    }
    if let Some(entries) = &tensor.strides {
        attribute("strides", joined(entries.iter().map(Entry::text)));
    }
    if let Some(align) = tensor.align {
        attribute("align", align.to_string());
    }
    if !tensor.dtypes.is_empty() {
        attribute("dtype", joined(tensor.dtypes.iter().map(|element| element.rust.to_owned())));
    }
    if !tensor.devices.is_empty() {
        attribute("device", joined(tensor.devices.iter().map(|device| device.name.to_owned())));
    }
    if let Some(other) = &tensor.alias {
        attribute("alias", other.clone());
    }
    match tensor.out {
        Some(Out::Any) => text.push_str("#[out] "),
        Some(Out::Zero) => text.push_str("#[out(zero)] "),
        None => {}
    }
    text
}

/// The type of a parameter, in Rust.
fn type_of(contract: &Contract, tensor: &TensorParameter) -> String {
    let view = match &tensor.view {
        View::Untyped => "TensorView<'_>".to_owned(),
        View::Typed { device, access, element, rank, layout } => {
            let device = if *device == CPU { "Cpu" } else { "Cuda" };
            let access = match access {
                Access::Shared => "View",
                Access::Exclusive => "ViewMut",
                Access::Cells => "Cells",
            };
            let element = match element {
                ElementType::Of(element) => element.rust,
                ElementType::Variable(index) => &contract.variables[*index].name,
            };
            let (suffix, rank) = match rank {
                Some(rank) => ("", format!(", {rank}")),
                None => ("D", String::new()),
            };
            let layout = if *layout == Layout::Strided { ", Strided" } else { "" };
            format!("{device}{access}{suffix}<'_, {element}{rank}{layout}>")
        }
    };
    match tensor.form {
        Form::One => view,
        Form::Optional => format!("Option<{view}>"),
        Form::List => format!("Vec<{view}>"),
    }
}
