//! How a call of an operator becomes a call of its export, made from the record of the export.

use std::borrow::Cow;

use tvm_ffi_core::__private::{AccessKind, LayoutKind, Out, Param, Record, TensorType, TypeTag};
use tvm_ffi_core::DType;

use super::shape::Shape;
use crate::about;
use crate::devices::Devices;

/// The plan of an operator.
pub(crate) struct Plan {
    pub(crate) record: &'static Record,
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
    pub(crate) parameter: &'static Param,
    pub(crate) of: InputOf,
    pub(crate) is_optional: bool,
    pub(crate) as_type: InputType,
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

/// The type of an input in a schema.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum InputType {
    Tensor,
    Int,
    Float,
    Bool,
    Text,
    Tensors,
    Ints,
    Floats,
}

/// An output of an operator that the caller of the export allocates.
pub(crate) struct Output {
    pub(crate) parameter: &'static Param,
    /// The index of the parameter.
    pub(crate) index: usize,
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
    pub(crate) fn new(record: &'static Record) -> Result<Self, String> {
        if record.is_packed() {
            return Err(String::from("it takes any arguments"));
        }
        let mut plan = Self {
            record,
            inputs: Vec::new(),
            outputs: Vec::new(),
            returned: Returned::Nothing,
            devices: Devices { cpu: true, cuda: true },
        };
        for (index, parameter) in record.parameters.iter().enumerate() {
            plan.add(index, parameter).map_err(|reason| about(parameter, &reason))?;
        }
        plan.keep_last_defaults();
        plan.add_needs();
        if plan.inputs.len() > MOST_INPUTS {
            let count = plan.inputs.len();
            return Err(format!("it has {count} arguments, and PyTorch takes 64"));
        }
        plan.returned = returned(record)?;
        plan.devices = Devices::common(record.parameters)?;
        Ok(plan)
    }

    fn add(&mut self, index: usize, parameter: &'static Param) -> Result<(), String> {
        match &parameter.of.tensor {
            Some(tensor) if parameter.contract.out.is_some() => {
                self.outputs.push(output(index, parameter, tensor, self.record.parameters)?);
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
    fn add_needs(&mut self) {
        for output in &mut self.outputs {
            let parameter = output.parameter;
            let is_optional = parameter.of.tensor.is_some_and(|tensor| tensor.form.is_optional());
            if parameter.contract.grad.is_some() && is_optional {
                output.need = Some(self.inputs.len());
                self.inputs.push(Input {
                    parameter,
                    of: InputOf::Need,
                    is_optional: false,
                    as_type: InputType::Bool,
                    has_default: true,
                });
            }
        }
    }

    /// Whether the operator takes a tensor, by which PyTorch chooses a kernel.
    pub(crate) fn takes_tensors(&self) -> bool {
        self.inputs.iter().any(|input| matches!(input.as_type, InputType::Tensor | InputType::Tensors))
    }

    /// Whether it needs what came with PyTorch 2.10: texts, or lists.
    pub(crate) fn needs_handles(&self) -> bool {
        use InputType::{Floats, Ints, Tensors, Text};
        self.inputs.iter().any(|input| matches!(input.as_type, Text | Tensors | Ints | Floats))
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

impl Input {
    /// Whether the function writes to its tensors.
    pub(crate) fn is_written(&self) -> bool {
        self.parameter.of.tensor.is_some_and(|tensor| tensor.access != AccessKind::Shared)
    }

    /// Whether the elements of its tensors have to be in order, without gaps.
    pub(crate) fn is_contiguous(&self) -> bool {
        self.parameter.of.tensor.is_some_and(|tensor| tensor.layout == Some(LayoutKind::Contiguous))
    }
}

impl Output {
    /// Whether the function expects zeroes.
    pub(crate) fn is_zeroed(&self) -> bool {
        self.parameter.contract.out == Some(Out::Zero)
    }
}

fn input(index: usize, parameter: &'static Param) -> Result<Input, String> {
    let tag = parameter.of.tag;
    let as_type = match parameter.of.tensor {
        Some(tensor) if tensor.form.is_list() => Some(InputType::Tensors),
        Some(_) => Some(InputType::Tensor),
        None => of_tag(tag.required()),
    };
    let no_type = || format!("PyTorch has no type for `{}` in a schema", tag.name());
    let as_type = as_type.ok_or_else(no_type)?;
    if !parameter.name.is_ascii() {
        return Err(String::from("names in a schema are ASCII"));
    }
    Ok(Input {
        parameter,
        of: InputOf::Parameter(index),
        is_optional: matches!(tag, TypeTag::Optional(_)),
        as_type,
        has_default: has_default(as_type, default(parameter).as_deref())?,
    })
}

/// The default of a parameter as Python writes it, if a schema may have it.
pub(super) fn default(parameter: &Param) -> Option<Cow<'static, str>> {
    parameter.default.and_then(|default| default.shown_if_json(parameter.of))
}

/// Whether an input has a default in the schema; or why the schema cannot have it.
fn has_default(as_type: InputType, default: Option<&str>) -> Result<bool, String> {
    Ok(match (as_type, default) {
        (_, None) => false,
        (_, Some("None")) => true,
        // A list of tensors has none there.
        (InputType::Tensors, _) => false,
        (InputType::Int | InputType::Ints, Some(default)) => {
            if elements(default).any(|element| element.parse::<i64>().is_err()) {
                return Err(String::from("its default is beyond the 64 bits that integers of PyTorch have"));
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

fn of_tag(tag: &TypeTag) -> Option<InputType> {
    Some(match tag {
        TypeTag::Int => InputType::Int,
        TypeTag::Float => InputType::Float,
        TypeTag::Bool => InputType::Bool,
        TypeTag::Text | TypeTag::StrEnum(_) | TypeTag::Path => InputType::Text,
        TypeTag::Shape | TypeTag::Array(TypeTag::Int) => InputType::Ints,
        TypeTag::Array(TypeTag::Float) => InputType::Floats,
        TypeTag::Tuple(of) if of.iter().all(|of| matches!(of, TypeTag::Int)) => InputType::Ints,
        _ => return None,
    })
}

fn output(
    index: usize,
    parameter: &'static Param,
    tensor: &TensorType,
    parameters: &[Param],
) -> Result<Output, String> {
    if tensor.form.is_list() {
        return Err(String::from("it is a list of outputs"));
    }
    if parameter.contract.strides.is_some() {
        return Err(String::from("it has strides of its own, and PyTorch's outputs are row-major"));
    }
    let shape = parameter.contract.shape.ok_or_else(|| String::from("it has no `#[shape]`"))?;
    Ok(Output {
        parameter,
        index,
        dtype: output_dtype(parameter, parameters)?,
        shape: Shape::new(shape, parameters)?,
        need: None,
    })
}

fn output_dtype(parameter: &Param, parameters: &[Param]) -> Result<OutputDtype, String> {
    let Some(variable) = parameter.contract.variable else {
        return match parameter.dtypes() {
            [dlpack] => Ok(OutputDtype::Always { dlpack: *dlpack, torch: -1 }),
            [] => Err(String::from("it has any dtype")),
            _ => Err(String::from("it has one of several dtypes")),
        };
    };
    let mut of = Vec::new();
    for (index, Param { contract, of: parameter, .. }) in parameters.iter().enumerate() {
        let is_one = parameter.tensor.is_some_and(|tensor| !tensor.form.is_list());
        if contract.variable == Some(variable) && contract.out.is_none() && is_one {
            of.push(index);
        }
    }
    if of.is_empty() {
        return Err(format!("no argument has the dtype `{variable}`"));
    }
    Ok(OutputDtype::Of(of))
}

fn returned(record: &Record) -> Result<Returned, String> {
    let (result, groups) = ((record.result)(), record.returns.groups);
    let (of, count) = match result.tag {
        TypeTag::None => return Ok(Returned::Nothing),
        TypeTag::Tensor => (Returned::Tensor, 1),
        TypeTag::Tuple(of) if of.iter().all(|of| matches!(of, TypeTag::Tensor)) => {
            (Returned::Tensors(of.len()), of.len())
        }
        _ => return Err(format!("it returns `{}`", result.tag.name())),
    };
    if groups.len() == count && groups.iter().all(Option::is_some) {
        return Ok(of);
    }
    Err(format!("it returns `{}`, and does not declare it with `returns(...)`", result.tag.name()))
}
