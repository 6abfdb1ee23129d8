//! How a call of an operator becomes a call of its export, made from what the export declares.

use tvm_ffi_core::__private::{AccessKind, Declaration, DeclaredParameter, TensorContract};
use tvm_ffi_core::DType;
use tvm_ffi_core::abi::TVMFFISafeCallType;

use super::shape::Shape;
use crate::devices::Devices;

/// The plan of an operator.
pub(crate) struct Plan {
    /// The name of the export, for messages.
    pub(crate) name: &'static str,
    pub(crate) shim: TVMFFISafeCallType,
    /// The number of the export's parameters.
    pub(crate) parameters: usize,
    /// The inputs of the operator in the order of the schema.
    pub(crate) inputs: Vec<Input>,
    /// The parameters with `#[out]`, which are results of the operator.
    pub(crate) outputs: Vec<Output>,
    /// What the export returns.
    pub(crate) returned: Returned,
    /// Whether it takes tensors in host memory, and on a GPU.
    pub(crate) devices: Devices,
}

/// An input of an operator.
pub(crate) struct Input {
    pub(crate) name: &'static str,
    pub(crate) of: InputOf,
    pub(crate) is_optional: bool,
    pub(crate) kind: Kind,
    /// In the schema, if it has one.
    pub(crate) default: Option<String>,
}

/// What an input is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputOf {
    /// The argument of a parameter.
    Parameter(usize),
    /// Whether an output is wanted.
    Need,
}

/// The type of an input.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Tensor { is_contiguous: bool, is_written: bool },
    Int,
    Float,
    Bool,
    Text,
    Tensors { is_contiguous: bool, is_written: bool },
    Ints,
    Floats,
}

/// An output of an operator that the caller of the export allocates.
pub(crate) struct Output {
    pub(crate) parameter: usize,
    pub(crate) name: &'static str,
    pub(crate) is_zeroed: bool,
    pub(crate) dtype: OutputDtype,
    pub(crate) shape: Shape,
    /// The slot of the input that says whether it is wanted.
    pub(crate) need: Option<usize>,
}

/// The dtype of an output.
pub(crate) enum OutputDtype {
    /// A dtype, and its number in PyTorch.
    Always { dlpack: DType, torch: i32 },
    /// That of the first of these parameters that is not `None`.
    Of(Vec<usize>),
}

/// What an export returns.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returned {
    Nothing,
    Tensor,
    /// A tuple of so many tensors.
    Tensors(usize),
}

/// PyTorch refuses more.
const MOST_INPUTS: usize = 64;

impl Plan {
    /// The plan of an export; or why it cannot be an operator.
    pub(crate) fn new(declared: &Declaration) -> Result<Self, String> {
        if declared.is_packed {
            return Err(String::from("it takes any arguments"));
        }
        let parameters = &declared.parameters;
        let (mut inputs, mut outputs, mut needs) = (Vec::new(), Vec::new(), Vec::new());
        for (index, parameter) in parameters.iter().enumerate() {
            let told = |reason: String| format!("`{}`: {reason}", parameter.name);
            match &parameter.tensor {
                Some(tensor) if tensor.out.is_some() => {
                    let output = output(index, parameter, tensor, parameters).map_err(told)?;
                    if parameter.is_gradient && tensor.form.is_optional() {
                        needs.push(outputs.len());
                    }
                    outputs.push(output);
                }
                _ => inputs.push(input(index, parameter).map_err(told)?),
            }
        }
        keep_last_defaults(&mut inputs);
        for output in needs {
            let output: &mut Output = &mut outputs[output];
            output.need = Some(inputs.len());
            inputs.push(need(output.name));
        }
        if inputs.len() > MOST_INPUTS {
            return Err(format!("it has {} arguments, and PyTorch takes {MOST_INPUTS}", inputs.len()));
        }
        Ok(Self {
            name: declared.name,
            shim: declared.shim,
            parameters: parameters.len(),
            inputs,
            outputs,
            returned: returned(declared)?,
            devices: Devices::common(parameters)?,
        })
    }

    /// Whether the operator takes a tensor, by which PyTorch chooses a kernel.
    pub(crate) fn takes_tensors(&self) -> bool {
        self.inputs.iter().any(|input| matches!(input.kind, Kind::Tensor { .. } | Kind::Tensors { .. }))
    }

    /// Whether it needs what came with PyTorch 2.10: texts, or lists.
    pub(crate) fn needs_handles(&self) -> bool {
        let is_handle = |input: &Input| {
            matches!(input.kind, Kind::Text | Kind::Tensors { .. } | Kind::Ints | Kind::Floats)
        };
        self.inputs.iter().any(is_handle)
    }

    /// The number of results.
    pub(crate) fn results(&self) -> usize {
        let returned = match self.returned {
            Returned::Nothing => 0,
            Returned::Tensor => 1,
            Returned::Tensors(count) => count,
        };
        self.outputs.len() + returned
    }
}

fn need(name: &'static str) -> Input {
    Input {
        name,
        of: InputOf::Need,
        is_optional: false,
        kind: Kind::Bool,
        default: Some(String::from("true")),
    }
}

/// An input after one with a default has a default too: so only the last ones keep theirs.
fn keep_last_defaults(inputs: &mut [Input]) {
    let mut inputs = inputs.iter_mut().rev().skip_while(|input| input.default.is_some());
    inputs.by_ref().next();
    for input in inputs {
        input.default = None;
    }
}

fn input(index: usize, parameter: &DeclaredParameter) -> Result<Input, String> {
    let schema = parameter.schema.as_str();
    let inner =
        schema.strip_prefix(r#"{"type":"Optional","args":["#).and_then(|rest| rest.strip_suffix("]}"));
    let kind = match &parameter.tensor {
        Some(tensor) => of_tensor(tensor),
        None => of_schema(inner.unwrap_or(schema))
            .ok_or_else(|| format!("PyTorch has no type for `{}` in a schema", parameter.type_name))?,
    };
    // Defaults that JSON has no value for are known to the export only.
    let default = parameter.default.as_ref().filter(|default| !default.starts_with('{')).cloned();
    let is_optional = inner.is_some();
    Ok(Input { name: parameter.name, of: InputOf::Parameter(index), is_optional, kind, default })
}

fn of_tensor(tensor: &TensorContract) -> Kind {
    let (is_contiguous, is_written) = (tensor.is_contiguous, tensor.access != AccessKind::Shared);
    if tensor.form.is_list() {
        Kind::Tensors { is_contiguous, is_written }
    } else {
        Kind::Tensor { is_contiguous, is_written }
    }
}

fn of_schema(schema: &str) -> Option<Kind> {
    Some(match schema {
        r#"{"type":"int"}"# => Kind::Int,
        r#"{"type":"float"}"# => Kind::Float,
        r#"{"type":"bool"}"# => Kind::Bool,
        r#"{"type":"ffi.String"}"# | r#"{"type":"std::string"}"# | r#"{"type":"const char*"}"# => Kind::Text,
        r#"{"type":"ffi.Array","args":[{"type":"int"}]}"# | r#"{"type":"ffi.Shape"}"# => Kind::Ints,
        r#"{"type":"ffi.Array","args":[{"type":"float"}]}"# => Kind::Floats,
        _ => {
            let items = schema.strip_prefix(r#"{"type":"Tuple","args":["#)?.strip_suffix("]}")?;
            return items.split(',').all(|item| item == r#"{"type":"int"}"#).then_some(Kind::Ints);
        }
    })
}

fn output(
    index: usize,
    parameter: &DeclaredParameter,
    tensor: &TensorContract,
    parameters: &[DeclaredParameter],
) -> Result<Output, String> {
    if tensor.form.is_list() {
        return Err(String::from("it is a list of outputs"));
    }
    if tensor.has_strides {
        return Err(String::from("it has strides of its own, and PyTorch's outputs are row-major"));
    }
    let shape = tensor.shape.as_deref().ok_or_else(|| String::from("it has no `#[shape]`"))?;
    Ok(Output {
        parameter: index,
        name: parameter.name,
        is_zeroed: tensor.out == Some(true),
        dtype: output_dtype(tensor, parameters)?,
        shape: Shape::new(shape, parameters)?,
        need: None,
    })
}

fn output_dtype(tensor: &TensorContract, parameters: &[DeclaredParameter]) -> Result<OutputDtype, String> {
    if let Some(variable) = tensor.variable {
        let has_it =
            |of: &TensorContract| of.variable == Some(variable) && of.out.is_none() && !of.form.is_list();
        let of = parameters.iter().enumerate();
        let of: Vec<_> =
            of.filter(|(_, of)| of.tensor.as_ref().is_some_and(has_it)).map(|(index, _)| index).collect();
        return if of.is_empty() {
            Err(format!("no argument has the dtype `{variable}`"))
        } else {
            Ok(OutputDtype::Of(of))
        };
    }
    match tensor.dtypes.as_slice() {
        [dlpack] => Ok(OutputDtype::Always { dlpack: *dlpack, torch: -1 }),
        [] => Err(String::from("it has any dtype")),
        _ => Err(String::from("it has one of several dtypes")),
    }
}

fn returned(declared: &Declaration) -> Result<Returned, String> {
    let refused = |why: &str| Err(format!("it returns `{}`{why}", declared.result_name));
    const TENSOR: &str = r#"{"type":"ffi.Tensor"}"#;
    let schema = declared.result_schema.as_str();
    let tuple = schema.strip_prefix(r#"{"type":"Tuple","args":["#).and_then(|rest| rest.strip_suffix("]}"));
    let of = match (schema, tuple) {
        (r#"{"type":"None"}"#, _) => return Ok(Returned::Nothing),
        (TENSOR, _) => Returned::Tensor,
        (_, Some(items)) if items.split("},{").all(|item| TENSOR.contains(item)) => {
            Returned::Tensors(items.split("},{").count())
        }
        _ => return refused(""),
    };
    let count = if let Returned::Tensors(count) = of { count } else { 1 };
    let is_declared = declared.returns.len() == count && declared.returns.iter().all(Option::is_some);
    if is_declared { Ok(of) } else { refused(", and does not declare it with `returns(...)`") }
}
