//! The outputs of exports, which `tvm_ffi_rs.load` allocates: callers pass them by the keyword `out`, or not at all.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::docs;
use crate::manifest::{Function, Parameter, Passing};
use crate::schema::Schema;

/// The keyword for all outputs.
const KEYWORD: &str = "out";

/// What a library says about the outputs of an export.
#[derive(Default)]
pub(crate) struct Outputs {
    /// The contract of each output that callers get: `y: Tensor([n, d], float32, out)`.
    pub(crate) returned: Vec<String>,
    /// Whether there are others, which are saved for a backward.
    has_saved: bool,
    /// Whether the shapes and dtypes are known before the call, so that callers need not pass any.
    are_known: bool,
}

impl Outputs {
    pub(crate) fn parse(kernel: &Value) -> Self {
        let parameters = kernel["params"].as_array().map_or(&[][..], Vec::as_slice);
        let (outputs, inputs): (Vec<_>, Vec<_>) =
            parameters.iter().partition(|parameter| is_output(parameter));
        let bound = bound(&inputs);
        let returned = outputs.iter().filter(|output| output["saved"] != true);
        let contract = |output: &&&Value| {
            format!("{}: {}", output["name"].as_str().unwrap_or_default(), docs::tensor(output))
        };
        Self {
            returned: returned.clone().map(|output| contract(&output)).collect(),
            has_saved: outputs.len() > returned.count(),
            are_known: outputs.iter().all(|output| is_known(output, &inputs, &bound, kernel)),
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.returned.is_empty() && !self.has_saved
    }

    /// The parameter that takes them all.
    pub(crate) fn keyword(&self) -> Parameter {
        let tensor = Schema::new("DLTensor*", Vec::new());
        let all = match self.returned.len() {
            1 => tensor,
            _ => Schema::new("ffi.Array", vec![Schema::new("Optional", vec![tensor])]),
        };
        Parameter {
            name: KEYWORD.to_owned(),
            schema: if self.are_known { Schema::new("Optional", vec![all]) } else { all },
            contract: String::new(),
            default: self.are_known.then_some(Value::Null),
            doc: String::new(),
            passing: Passing::Name,
            is_output: false,
        }
    }
}

/// Whether a parameter in the manifest is an output.
pub(crate) fn is_output(parameter: &Value) -> bool {
    parameter["role"] == "out"
}

/// Changes a function to one whose arguments nobody takes apart; `has_names` says whether they may have names.
pub(crate) fn by_position(function: &mut Function, has_names: bool) {
    let mut is_needed = false;
    for parameter in function.parameters.iter_mut().flatten().rev() {
        if parameter.passing != Passing::Name || !has_names {
            parameter.passing = Passing::Either;
            is_needed |= parameter.default.is_none();
        }
        if is_needed {
            parameter.default = None;
        }
    }
}

/// Changes an export to the function that `tvm_ffi_rs.load` makes of it.
pub(crate) fn loaded(mut function: Function) -> Function {
    by_position(&mut function, true);
    if let Some(parameters) = &mut function.parameters {
        parameters.retain(|parameter| !parameter.is_output);
        if !function.outputs.is_empty() {
            parameters.push(function.outputs.keyword());
        }
    }
    function.returns.splice(0..0, function.outputs.returned.iter().cloned());
    function
}

/// The symbols and packs that inputs have values for.
fn bound(inputs: &[&Value]) -> BTreeSet<String> {
    let mut bound = BTreeSet::new();
    for input in inputs {
        if input["schema"]["type"] == "int" {
            bound.extend(input["name"].as_str().map(str::to_owned));
        }
        for entry in input["shape"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let symbol = entry.split_once(" % ").map_or(entry, |(symbol, _)| symbol);
            if symbol.trim_start_matches('*').chars().all(is_of_name) {
                bound.insert(symbol.to_owned());
            }
        }
    }
    for unnamed in ["_", "*"] {
        bound.remove(unnamed);
    }
    bound
}

fn is_known(output: &Value, inputs: &[&Value], bound: &BTreeSet<String>, kernel: &Value) -> bool {
    let Some(shape) = output["shape"].as_array() else { return false };
    let is_bound = |entry: &Value| match entry.as_str() {
        None => true,
        Some(pack) if pack.starts_with('*') => bound.contains(pack),
        Some(entry) => names(entry).all(|name| bound.contains(name)),
    };
    output["list"] != true && shape.iter().all(is_bound) && has_known_dtype(output, inputs, kernel)
}

/// Whether an output has one dtype, or that of an input.
fn has_known_dtype(output: &Value, inputs: &[&Value], kernel: &Value) -> bool {
    let dtype = &output["dtype"];
    match dtype.as_str() {
        None => dtype.as_array().is_some_and(|dtypes| dtypes.len() == 1),
        Some(variable) if !kernel["dtype_vars"][variable].is_null() => inputs
            .iter()
            .any(|input| input["dtype"] == *dtype && input["list"] != true && input["optional"] != true),
        Some(_) => true,
    }
}

/// The names in an expression.
fn names(expression: &str) -> impl Iterator<Item = &str> {
    let words = expression.split(|c: char| !is_of_name(c)).filter(|word| !word.is_empty());
    words.filter(|word| !word.starts_with(|c: char| c.is_ascii_digit()))
}

fn is_of_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
