//! The parameters of an export, read from its texts.

use super::Signature;
use super::bytes::{are_equal, between, count_constants, end_of_part, starts_with};
use crate::convert::{AccessKind, Form, Kind, TensorType};
use crate::description::ParameterType;
use crate::dtype::DType;

/// As many parameters are compared. Frameworks take no operator with more.
pub(super) const MOST: usize = 64;

/// An export with its texts read.
pub(super) struct Export<'a> {
    pub(super) signature: &'a Signature<'a>,
    pub(super) name: &'static [u8],
    parameters: [Option<Parameter>; MOST],
}

/// One parameter.
#[derive(Clone, Copy)]
pub(super) struct Parameter {
    pub(super) name: &'static [u8],
    pub(super) of: &'static ParameterType,
    /// The entries of `#[shape]`.
    pub(super) shape: Option<&'static [u8]>,
    /// The number of constant expressions in the text of the export before the shape.
    pub(super) constants: usize,
    /// The names in `#[dtype]`.
    pub(super) dtypes: &'static [u8],
    /// The names in `#[device]`.
    pub(super) devices: &'static [u8],
    /// The variable of a dispatch that is its dtype; empty if there is none.
    pub(super) variable: &'static [u8],
    /// The name in `#[grad]`; empty if there is none.
    pub(super) grad: &'static [u8],
    pub(super) role: Role,
}

/// What a function does with a parameter.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Read,
    Written,
    /// Written for the backward function only.
    Saved,
    /// Read and written.
    Changed,
}

impl<'a> Export<'a> {
    pub(super) const fn read(signature: &'a Signature<'a>) -> Self {
        let text = signature.text.as_bytes();
        let (name, mut rest) = field(text);
        let mut skipped = 1;
        while skipped < 7 {
            (_, rest) = field(rest);
            skipped += 1;
        }
        let (mut parameters, mut at, mut constants) = ([None; MOST], 0, 0);
        while at < signature.parameters.len() && at < MOST {
            let name;
            (name, rest) = field(rest);
            (_, rest) = field(rest);
            (_, rest) = field(rest);
            let contract;
            (contract, rest) = field(rest);
            let parameter = Parameter::read(name, signature.parameters[at], contract, constants);
            parameters[at] = Some(parameter);
            constants += count_constants(contract);
            at += 1;
        }
        Self { signature, name, parameters }
    }

    /// The parameter at an index.
    pub(super) const fn at(&self, index: usize) -> Option<Parameter> {
        if index < MOST { self.parameters[index] } else { None }
    }

    /// The parameter with that name.
    pub(super) const fn find(&self, name: &[u8]) -> Option<Parameter> {
        let mut at = 0;
        while let Some(parameter) = self.at(at) {
            if are_equal(parameter.name, name) {
                return Some(parameter);
            }
            at += 1;
        }
        None
    }

    /// The parameter that is marked as the gradient of that name.
    pub(super) const fn gradient_of(&self, name: &[u8]) -> Option<Parameter> {
        let mut at = 0;
        while let Some(parameter) = self.at(at) {
            if are_equal(parameter.grad, name) {
                return Some(parameter);
            }
            at += 1;
        }
        None
    }

    /// The dtypes of a variable.
    pub(super) const fn dtypes_of(&self, variable: &[u8]) -> &'a [DType] {
        let (variables, mut at) = (self.signature.variables, 0);
        while at < variables.len() {
            if are_equal(variables[at].0.as_bytes(), variable) {
                return variables[at].1;
            }
            at += 1;
        }
        &[]
    }

    /// Whether the elements of a tensor may be floats or complex numbers.
    pub(super) const fn has_floats(&self, parameter: &Parameter) -> bool {
        if !parameter.variable.is_empty() {
            let (dtypes, mut at) = (self.dtypes_of(parameter.variable), 0);
            while at < dtypes.len() {
                if is_float(dtypes[at]) {
                    return true;
                }
                at += 1;
            }
            return false;
        }
        match parameter.tensor() {
            Some(TensorType { dtype: Some(dtype), .. }) => is_float(dtype),
            // An owned `Tensor` is any tensor.
            Some(_) => true,
            None => matches!(parameter.of.kind, Kind::Tensor),
        }
    }
}

const fn is_float(dtype: DType) -> bool {
    let code = dtype.code();
    code != DType::I8.code()
        && code != DType::U8.code()
        && code != DType::BOOL.code()
        && code != DType::VOID.code()
}

impl Parameter {
    const fn read(
        name: &'static [u8],
        of: &'static ParameterType,
        contract: &'static [u8],
        mut constants: usize,
    ) -> Self {
        let role = match of.tensor {
            Some(TensorType { access: AccessKind::Exclusive | AccessKind::Cells, .. }) => Role::Changed,
            _ => Role::Read,
        };
        let mut parameter = Self {
            name,
            of,
            shape: None,
            constants,
            dtypes: b"",
            devices: b"",
            variable: b"",
            grad: b"",
            role,
        };
        let mut at = 0;
        while at < contract.len() {
            let end = end_of_part(contract, at, b';');
            let item = between(contract, at, end);
            if let Some(shape) = arguments(item, b"shape(") {
                (parameter.shape, parameter.constants) = (Some(shape), constants);
            } else if let Some(dtypes) = arguments(item, b"dtype(") {
                parameter.dtypes = dtypes;
            } else if let Some(devices) = arguments(item, b"device(") {
                parameter.devices = devices;
            } else if let Some(variable) = arguments(item, b"var(") {
                parameter.variable = variable;
            } else if let Some(grad) = arguments(item, b"grad(") {
                parameter.grad = grad;
            } else if are_equal(item, b"out(saved)") {
                parameter.role = Role::Saved;
            } else if starts_with(item, b"out") {
                parameter.role = Role::Written;
            }
            constants += count_constants(item);
            at = end + 1;
        }
        parameter
    }

    pub(super) const fn tensor(&self) -> Option<TensorType> {
        self.of.tensor
    }

    pub(super) const fn is_list(&self) -> bool {
        matches!(self.tensor(), Some(TensorType { form: Form::List | Form::OptionalList, .. }))
    }

    pub(super) const fn is_optional(&self) -> bool {
        matches!(self.tensor(), Some(TensorType { form: Form::Optional | Form::OptionalList, .. }))
    }
}

/// The text up to a NUL byte, and what follows.
const fn field(text: &'static [u8]) -> (&'static [u8], &'static [u8]) {
    let mut at = 0;
    while at < text.len() {
        if text[at] == 0 {
            return (between(text, 0, at), between(text, at + 1, text.len()));
        }
        at += 1;
    }
    (text, b"")
}

/// What is in the parentheses of an item, if it has that name.
const fn arguments(item: &'static [u8], name: &[u8]) -> Option<&'static [u8]> {
    if starts_with(item, name) { Some(between(item, name.len(), item.len() - 1)) } else { None }
}
