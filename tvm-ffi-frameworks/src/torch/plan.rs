//! How a call of an operator becomes a call of its export, made from what the export declares.

use tvm_ffi_core::__private::{AccessKind, Declaration, DeclaredParameter, TensorContract};
use tvm_ffi_core::DType;
use tvm_ffi_core::abi::TVMFFISafeCallType;

use super::shape::Shape;
use crate::devices::Devices;
use crate::reason::Reason;
use crate::schemas::{of_optional, of_tuple};

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
#[derive(Clone, Copy)]
pub(crate) struct Input {
    pub(crate) name: &'static str,
    pub(crate) of: InputOf,
    pub(crate) is_optional: bool,
    pub(crate) kind: Kind,
    /// Whether it has a default in the schema.
    pub(crate) has_default: bool,
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
    pub(crate) fn new(declared: &Declaration) -> Result<Self, Reason> {
        if declared.is_packed {
            return Err(Reason::new("it takes any arguments"));
        }
        let mut plan = Self {
            name: declared.name,
            shim: declared.shim,
            parameters: declared.parameters.len(),
            inputs: Vec::new(),
            outputs: Vec::new(),
            returned: Returned::Nothing,
            devices: Devices { cpu: true, cuda: true },
        };
        for (index, parameter) in declared.parameters.iter().enumerate() {
            plan.add(index, parameter, &declared.parameters).map_err(|reason| reason.at(parameter.name))?;
        }
        plan.keep_last_defaults();
        plan.add_needs(&declared.parameters);
        if plan.inputs.len() > MOST_INPUTS {
            let count = plan.inputs.len();
            return Err(Reason::of_number("it has { arguments, and PyTorch takes 64", count));
        }
        plan.returned = returned(declared)?;
        plan.devices = Devices::common(&declared.parameters)?;
        Ok(plan)
    }

    fn add(
        &mut self,
        index: usize,
        parameter: &DeclaredParameter,
        parameters: &[DeclaredParameter],
    ) -> Result<(), Reason> {
        match &parameter.tensor {
            Some(tensor) if tensor.out.is_some() => {
                self.outputs.push(output(index, parameter, tensor, parameters)?);
            }
            _ => self.inputs.push(input(index, parameter)?),
        }
        Ok(())
    }

    /// An input after one with a default has a default too: so only the last ones keep theirs.
    fn keep_last_defaults(&mut self) {
        let mut are_last = true;
        for input in self.inputs.iter_mut().rev() {
            are_last &= input.has_default;
            input.has_default = are_last;
        }
    }

    /// The inputs that say whether the optional gradients are wanted.
    fn add_needs(&mut self, parameters: &[DeclaredParameter]) {
        for output in &mut self.outputs {
            let parameter = &parameters[output.parameter];
            let is_optional = parameter.tensor.is_some_and(|tensor| tensor.form.is_optional());
            if parameter.is_gradient && is_optional {
                output.need = Some(self.inputs.len());
                let (of, kind) = (InputOf::Need, Kind::Bool);
                self.inputs.push(Input {
                    name: output.name,
                    of,
                    is_optional: false,
                    kind,
                    has_default: true,
                });
            }
        }
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

fn input(index: usize, parameter: &DeclaredParameter) -> Result<Input, Reason> {
    let mut schema = String::new();
    (parameter.schema)(&mut schema);
    let inner = of_optional(&schema);
    let kind = match &parameter.tensor {
        Some(tensor) => Some(of_tensor(tensor)),
        None => of_schema(inner.unwrap_or(&schema)),
    };
    let no_type = Reason::of_type("PyTorch has no type for `{` in a schema", parameter.type_name);
    let kind = kind.ok_or(no_type)?;
    if !parameter.name.is_ascii() {
        return Err(Reason::new("names in a schema are ASCII"));
    }
    Ok(Input {
        name: parameter.name,
        of: InputOf::Parameter(index),
        is_optional: inner.is_some(),
        kind,
        has_default: has_default(kind, parameter.default.as_deref())?,
    })
}

/// Whether an input has a default in the schema; or why the schema cannot have it.
fn has_default(kind: Kind, default: Option<&str>) -> Result<bool, Reason> {
    Ok(match (kind, default) {
        (_, None) => false,
        (_, Some("None")) => true,
        // A list of tensors has none there.
        (Kind::Tensors { .. }, _) => false,
        (Kind::Int | Kind::Ints, Some(default)) => {
            if elements(default).any(|element| element.parse::<i64>().is_err()) {
                return Err(Reason::new("its default is beyond the 64 bits that integers of PyTorch have"));
            }
            true
        }
        _ => true,
    })
}

/// The elements of a literal that is a number, or a sequence of numbers.
pub(super) fn elements(literal: &str) -> impl Iterator<Item = &str> {
    literal.split(['[', ']', '(', ')', ',', ' ']).filter(|element| !element.is_empty())
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
        _ if of_tuple(schema, r#"{"type":"int"}"#).is_some() => Kind::Ints,
        _ => return None,
    })
}

fn output(
    index: usize,
    parameter: &DeclaredParameter,
    tensor: &TensorContract,
    parameters: &[DeclaredParameter],
) -> Result<Output, Reason> {
    if tensor.form.is_list() {
        return Err(Reason::new("it is a list of outputs"));
    }
    if tensor.has_strides {
        return Err(Reason::new("it has strides of its own, and PyTorch's outputs are row-major"));
    }
    let shape = parameter.shape.ok_or(Reason::new("it has no `#[shape]`"))?;
    Ok(Output {
        parameter: index,
        name: parameter.name,
        is_zeroed: tensor.out == Some(true),
        dtype: output_dtype(tensor, parameters)?,
        shape: Shape::new(shape, parameters)?,
        need: None,
    })
}

fn output_dtype(tensor: &TensorContract, parameters: &[DeclaredParameter]) -> Result<OutputDtype, Reason> {
    let Some(variable) = tensor.variable else {
        return match (tensor.dtypes, tensor.dtype) {
            (1, Some(dlpack)) => Ok(OutputDtype::Always { dlpack, torch: -1 }),
            (0, _) => Err(Reason::new("it has any dtype")),
            _ => Err(Reason::new("it has one of several dtypes")),
        };
    };
    let mut of = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let has_it =
            |of: TensorContract| of.variable == Some(variable) && of.out.is_none() && !of.form.is_list();
        if parameter.tensor.is_some_and(has_it) {
            of.push(index);
        }
    }
    if of.is_empty() {
        return Err(Reason::named("no argument has the dtype `{`", variable));
    }
    Ok(OutputDtype::Of(of))
}

fn returned(declared: &Declaration) -> Result<Returned, Reason> {
    const TENSOR: &str = r#"{"type":"ffi.Tensor"}"#;
    let mut schema = String::new();
    (declared.result_schema)(&mut schema);
    let (of, count) = match (&*schema, of_tuple(&schema, TENSOR)) {
        (r#"{"type":"None"}"#, _) => return Ok(Returned::Nothing),
        (TENSOR, _) => (Returned::Tensor, 1),
        (_, Some(count)) => (Returned::Tensors(count), count),
        _ => return Err(Reason::of_type("it returns `{`", declared.result_name)),
    };
    let undeclared = "it returns `{`, and does not declare it with `returns(...)`";
    let undeclared = Reason::of_type(undeclared, declared.result_name);
    if declared.returns == Some(count) { Ok(of) } else { Err(undeclared) }
}
