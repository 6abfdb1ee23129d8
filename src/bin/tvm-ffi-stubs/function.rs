//! Functions, methods, and constructors.

use serde_json::Value;

use tvm_ffi_python::__private::{Claimed, gives_receiver, is_identifier, is_slot};

use crate::annotation::{Way, annotation};
use crate::docs;
use crate::manifest::{Function, Parameter, Passing};

use crate::schema::Schema;
use crate::scope::Scope;

/// A longer definition has a line for each parameter.
const WIDTH: usize = 100;

/// Where a definition is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Module,
    /// In a class, with an object as receiver.
    Method,
    /// In a class.
    Static,
    /// In a class, with the class as receiver.
    ClassMethod,
    /// In the namespace of a prefix.
    Namespace,
    Constructor,
}

/// Appends the definition of a function.
pub(crate) fn define(
    function: &Function,
    name: &str,
    role: Role,
    indentation: &str,
    scope: &mut Scope<'_>,
    out: &mut String,
) {
    if matches!(role, Role::Static | Role::Namespace) {
        out.push_str(&format!("{indentation}@{}\n", scope.builtin("staticmethod")));
    }
    if role == Role::ClassMethod {
        out.push_str(&format!("{indentation}@{}\n", scope.builtin("classmethod")));
    }
    let parameters = parameters(function, role, scope);
    let result = match role {
        Role::Constructor => "None".to_owned(),
        Role::ClassMethod => scope.own_class(),
        Role::Method if scope.module().is_python_module => method_result(function, scope),
        Role::Module | Role::Namespace if !scope.module().is_python_module => loaded_result(function, scope),
        _ => annotation(&function.result, Way::Given { by_arguments: has_tensors(function) }, scope),
    };
    let doc = docs::docstring(&docs::of_function(function, name), &format!("{indentation}    "));
    let body = if doc.is_empty() { " ...\n" } else { "\n" };
    let line = format!("{indentation}def {name}({}) -> {result}:", parameters.join(", "));
    if line.chars().count() <= WIDTH {
        out.push_str(&line);
    } else {
        let lines: String =
            parameters.iter().map(|parameter| format!("{indentation}    {parameter},\n")).collect();
        out.push_str(&format!("{indentation}def {name}(\n{lines}{indentation}) -> {result}:"));
    }
    out.push_str(body);
    out.push_str(&doc);
}

/// The result of a method of a Python module.
fn method_result(function: &Function, scope: &mut Scope<'_>) -> String {
    let (name, result) = (function.name.as_str(), &function.result);
    if result.name == "None" && gives_receiver(name) {
        return scope.own_class();
    }
    let way = Way::Given { by_arguments: has_tensors(function) };
    let is_optional = matches!(result.name.as_str(), "Optional" | "std::optional");
    match (name, result.elements()) {
        // `None` ends the iteration.
        ("__next__", _) if is_optional => annotation(&result.argument(0), way, scope),
        ("__iter__", Some(elements)) => {
            let elements = annotation(&elements, way, scope);
            format!("{}[{elements}]", scope.import("collections.abc", "Iterator"))
        }
        _ => annotation(result, way, scope),
    }
}

/// The outputs and the result of a function that `tvm_ffi_rs.load` makes.
fn loaded_result(function: &Function, scope: &mut Scope<'_>) -> String {
    let count = function.outputs.returned.len();
    let tensor = Schema::new("DLTensor*", Vec::new());
    let mut results: Vec<_> = (0..count).map(|_| annotation(&tensor, Way::Loaded, scope)).collect();
    if results.is_empty() || function.result.name != "None" {
        results.push(annotation(&function.result, Way::Loaded, scope));
    }
    match &results[..] {
        [one] => one.clone(),
        several => format!("{}[{}]", scope.builtin("tuple"), several.join(", ")),
    }
}

/// Whether an argument may be or contain a tensor.
fn has_tensors(function: &Function) -> bool {
    let Some(parameters) = &function.parameters else { return true };
    parameters.iter().any(|parameter| parameter.schema.may_hold_tensors())
}

/// The parameters, with `/` and `*` between them.
fn parameters(function: &Function, role: Role, scope: &mut Scope<'_>) -> Vec<String> {
    let mut claimed = Claimed::default();
    let mut shown = Vec::new();
    if matches!(role, Role::Method | Role::Constructor) {
        shown.push(claimed.claim("self"));
    }
    if role == Role::ClassMethod {
        shown.push(claimed.claim("cls"));
    }
    let Some(parameters) = &function.parameters else {
        shown.push(format!("*args: {}", scope.any()));
        return shown;
    };
    // A parameter whose name is not an identifier in Python is positional where there are keywords too.
    let takes_keywords = takes_keywords(function, role, scope.module().is_python_module);
    let has_no_name = |parameter: &Parameter| match parameter.passing {
        Passing::Position => true,
        Passing::Either => !takes_keywords || !is_identifier(&parameter.name),
        Passing::Rest | Passing::Name | Passing::Names => false,
    };
    let last = parameters.iter().rposition(has_no_name);
    let is_hidden = |one: &Parameter| one.passing == Passing::Name && !is_identifier(&one.name);
    let mut is_marked = false;
    for (index, parameter) in parameters.iter().enumerate().filter(|(_, one)| !is_hidden(one)) {
        if parameter.passing == Passing::Name && !is_marked {
            shown.push("*".to_owned());
        }
        is_marked |= parameter.passing >= Passing::Rest;
        shown.push(match parameter.passing {
            Passing::Rest => others("*", parameter, 0, &mut claimed, scope),
            Passing::Names => others("**", parameter, 1, &mut claimed, scope),
            _ => self::parameter(parameter, &mut claimed, scope),
        });
        if last == Some(index) {
            shown.push("/".to_owned());
        }
    }
    if parameters.iter().any(is_hidden) && parameters.iter().all(|one| one.passing != Passing::Names) {
        shown.push(format!("**{}: {}", claimed.claim("kwargs"), scope.any()));
    }
    shown
}

/// Whether arguments may have names: those of methods that `tvm_ffi` makes have none, nor have those that Python calls by the slots of a type.
fn takes_keywords(function: &Function, role: Role, is_python_module: bool) -> bool {
    match role {
        Role::Constructor | Role::Module | Role::Namespace => true,
        Role::Method | Role::Static | Role::ClassMethod => is_python_module && !is_slot(&function.name),
    }
}

/// A parameter that takes all arguments that others do not.
fn others(
    stars: &str,
    parameter: &Parameter,
    argument: usize,
    claimed: &mut Claimed,
    scope: &mut Scope<'_>,
) -> String {
    let annotation = annotation(&parameter.schema.argument(argument), Way::Taken, scope);
    format!("{stars}{}: {annotation}", claimed.claim(&parameter.name))
}

fn parameter(parameter: &Parameter, claimed: &mut Claimed, scope: &mut Scope<'_>) -> String {
    let name = claimed.claim(&parameter.name);
    let annotation = annotation(&parameter.schema, Way::Taken, scope);
    match &parameter.default {
        Some(default) => format!("{name}: {annotation} = {}", shown_default(default, &parameter.schema)),
        None => format!("{name}: {annotation}"),
    }
}

/// A default as Python writes it, or `...` if it is not a constant of the annotated type.
fn shown_default(default: &Value, schema: &Schema) -> String {
    if matches!(schema.name.as_str(), "Optional" | "std::optional") && !default.is_null() {
        return shown_default(default, &schema.argument(0));
    }
    let any = schema.name == "Any";
    match (default, schema.name.as_str()) {
        (Value::Null, "Optional" | "std::optional" | "Any" | "None" | "void*") => "None".to_owned(),
        (Value::Bool(value), name) if any || name == "bool" => {
            if *value { "True" } else { "False" }.to_owned()
        }
        (Value::Number(number), name) => {
            let text = number.to_string();
            let is_integer = !text.contains(['.', 'e', 'E']);
            if any || name == "float" || (name == "int" && is_integer) { text } else { "...".to_owned() }
        }
        (Value::String(text), "Any" | "ffi.String" | "DataType" | "Device") => quoted(text),
        (Value::Array(values), "ffi.Array" | "ffi.List") => {
            let values = values.iter().map(|value| shown_default(value, &schema.argument(0)));
            sequence('[', values.collect(), "]")
        }
        (Value::Array(values), "Tuple" | "std::tuple") => {
            let close = if values.len() == 1 { ",)" } else { ")" };
            let values =
                (0..).zip(values).map(|(index, value)| shown_default(value, &schema.argument(index)));
            sequence('(', values.collect(), close)
        }
        _ => "...".to_owned(),
    }
}

/// A list or a tuple of defaults.
fn sequence(open: char, values: Vec<String>, close: &str) -> String {
    if values.iter().any(|value| value == "...") {
        return "...".to_owned();
    }
    format!("{open}{}{close}", values.join(", "))
}

/// A Python string literal.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\U{:08x}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
