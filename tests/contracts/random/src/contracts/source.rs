//! The Rust source of contracts.

use std::fmt::Write;

use super::elements::Element;
use super::model::{
    Access, CPU, Contract, ElementType, Entry, Form, Kind, Layout, Named, Out, Parameter, TensorParameter,
    View,
};

/// The exports of these contracts, the declarations of their C functions, and two tables: `SHIMS` has the C functions, `DIRECT` has functions
/// that call the exports from Rust.
pub fn library(contracts: &[Contract]) -> String {
    let each = |of: &dyn Fn(&Contract) -> String| contracts.iter().map(of).collect::<String>();
    let exports = each(&export);
    let declarations = each(&|contract| {
        let types = "_: *mut c_void, _: *const TVMFFIAny, _: i32, _: *mut TVMFFIAny";
        format!("    fn __tvm_ffi_{}({types}) -> c_int;\n", contract.name)
    });
    let shims = each(&|contract| format!("    __tvm_ffi_{},\n", contract.name));
    let calls = each(&direct);
    let direct = each(&|contract| format!("    direct_{},\n", contract.name));
    format!(
        "{exports}unsafe extern \"C\" {{\n{declarations}}}\n\npub(crate) static SHIMS: &[Shim] = &[\n{shims}];\n\n\
         {calls}pub(crate) static DIRECT: &[Direct] = &[\n{direct}];\n"
    )
}

/// A function that calls an export from Rust, if the arguments have the types of the parameters.
fn direct(contract: &Contract) -> String {
    let mut instances = vec![String::new()];
    for variable in &contract.variables {
        let with = |instance: &String| {
            let separate = if instance.is_empty() { "" } else { ", " };
            let types = variable.types.iter().map(|element| format!("{instance}{separate}{}", element.rust));
            types.collect::<Vec<_>>()
        };
        instances = instances.iter().flat_map(with).collect();
    }
    let mut text = format!(
        "/// # Safety\n///\n/// As for `RustArgument::decode`.\nunsafe fn direct_{}(args: &[TVMFFIAny]) -> Option<()> {{\n    None",
        contract.name
    );
    for types in instances {
        text.push_str(".or_else(|| {\n");
        for (index, parameter) in contract.parameters.iter().enumerate() {
            text.push_str("        // SAFETY: the caller's contract.\n");
            push(
                &mut text,
                format_args!(
                    "        let {} = unsafe {{ RustArgument::decode(&args[{index}]) }}?;\n",
                    parameter.name
                ),
            );
        }
        let types = if types.is_empty() { types } else { format!("::<{types}>") };
        let names = joined(contract.parameters.iter().map(|parameter| parameter.name.clone()));
        push(
            &mut text,
            format_args!("        {}{types}({names});\n        Some(())\n    }})", contract.name),
        );
    }
    text.push_str("\n}\n\n");
    text
}

/// Writing to a string cannot fail.
fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    let _ = text.write_fmt(arguments);
}

/// A function with the contract, whose body accesses its arguments.
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
    let mut text: String =
        contract.parameters.iter().map(|parameter| type_name(contract, parameter)).collect();
    let head = format!("#[tvm_ffi::export{options}]\nfn {}{generics}(\n", contract.name);
    text.push_str(&head);
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
        Kind::Integer { rust, optional: false, default } => {
            let default = default.map_or_else(String::new, |number| format!("#[default({number})] "));
            (default, (*rust).to_owned())
        }
        Kind::Integer { rust, optional: true, .. } => (String::new(), format!("Option<{rust}>")),
        Kind::Float => (String::new(), "f64".to_owned()),
        Kind::Anything => (String::new(), "AnyView<'_>".to_owned()),
        Kind::Owned => (String::new(), "Tensor".to_owned()),
        Kind::Nested { form, of, default } => {
            let empty = form.empty().filter(|_| *default);
            (empty.map_or_else(String::new, |(empty, _)| format!("#[default({empty})] ")), form.source(*of))
        }
        Kind::Tensor(tensor) => (attributes(tensor), type_of(contract, parameter, tensor)),
    };
    format!("{attributes}{}: {rust}", parameter.name)
}

fn attributes(tensor: &TensorParameter) -> String {
    let mut text = String::new();
    let mut attribute = |name: &str, inner: String| push(&mut text, format_args!("#[{name}({inner})] "));
    if let Some(entries) = &tensor.shape {
        attribute("shape", joined(entries.iter().map(Entry::source)));
    }
    if let Some(entries) = &tensor.strides {
        attribute("strides", joined(entries.iter().map(Entry::source)));
    }
    if let Some(align) = &tensor.align {
        attribute("align", align.source());
    }
    if !tensor.dtypes.is_empty() {
        attribute("dtype", joined(tensor.dtypes.iter().map(dtype_name)));
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

/// The name in `#[dtype]`: primitive types by their names in Rust, others by those of their dtypes.
fn dtype_name(element: &Element) -> String {
    let is_lowercase = element.rust.chars().all(|letter| !letter.is_ascii_uppercase());
    if is_lowercase { element.rust.to_owned() } else { element.dtype.text() }
}

/// The type of a parameter in the function.
fn type_of(contract: &Contract, parameter: &Parameter, tensor: &TensorParameter) -> String {
    let name = || {
        let generics = variable_of(contract, tensor).map_or_else(String::new, |name| format!(", {name}"));
        format!("{}<'_{generics}>", name_of(contract, parameter))
    };
    match tensor.named {
        Named::Nothing => formed(tensor, view_of(contract, tensor)),
        Named::View => formed(tensor, name()),
        Named::All => name(),
    }
}

/// The declaration of the type alias, if the parameter has one.
fn type_name(contract: &Contract, parameter: &Parameter) -> String {
    let Kind::Tensor(tensor) = &parameter.kind else { return String::new() };
    let view = view_of(contract, tensor);
    let whole = match tensor.named {
        Named::Nothing => return String::new(),
        Named::View => view,
        Named::All => formed(tensor, view),
    };
    let generics = variable_of(contract, tensor).map_or_else(String::new, |name| format!(", {name}"));
    format!("type {}<'a{generics}> = {};\n", name_of(contract, parameter), whole.replace("'_", "'a"))
}

/// `C12X`, for the parameter `x` of `c12`.
fn name_of(contract: &Contract, parameter: &Parameter) -> String {
    format!("{}{}", contract.name, parameter.name).to_uppercase()
}

fn variable_of<'a>(contract: &'a Contract, tensor: &TensorParameter) -> Option<&'a str> {
    match tensor.view {
        View::Typed { element: ElementType::Variable(index), .. } => Some(&contract.variables[index].name),
        _ => None,
    }
}

/// A view in its wrapper.
fn formed(tensor: &TensorParameter, view: String) -> String {
    match tensor.form {
        Form::One => view,
        Form::Optional => format!("Option<{view}>"),
        Form::List => format!("Vec<{view}>"),
    }
}

/// A view type.
fn view_of(contract: &Contract, tensor: &TensorParameter) -> String {
    match &tensor.view {
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
    }
}
