//! What the rules of a pair ask of an export and of its parameters.

use crate::convert::{AccessKind, Form, Kind, TensorType};
use crate::description::{Out, Param, Record};
use crate::dtype::DType;
use crate::each::{any, each};

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

/// Whether two texts are equal.
pub(super) const fn are_equal(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut at = 0;
    while at < a.len() && at < b.len() && a[at] == b[at] {
        at += 1;
    }
    at == a.len() && at == b.len()
}

impl Record {
    /// The parameter with that name.
    pub(super) const fn find(&self, name: &str) -> Option<&'static Param> {
        each!(parameter in self.parameters => {
            if are_equal(parameter.name, name) {
                return Some(parameter);
            }
        });
        None
    }

    /// Whether a parameter is marked as the gradient of that name.
    pub(super) const fn has_gradient_of(&self, name: &str) -> bool {
        any!(Param { contract, .. } in self.parameters => matches!(contract.grad, Some(grad) if are_equal(grad, name)))
    }

    /// The dtypes of a variable.
    pub(super) const fn dtypes_of(&self, variable: &str) -> &'static [DType] {
        each!((name, dtypes) in self.variables => {
            if are_equal(name, variable) {
                return dtypes;
            }
        });
        &[]
    }

    /// Whether the elements of a tensor may be floats or complex numbers.
    pub(super) const fn has_floats(&self, parameter: &Param) -> bool {
        if let Some(variable) = parameter.contract.variable {
            return any!(dtype in self.dtypes_of(variable) => is_float(*dtype));
        }
        match parameter.of.tensor {
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

impl Param {
    /// What the function does with it.
    pub(super) const fn role(&self) -> Role {
        match (self.contract.out, self.of.tensor) {
            (Some(Out::Saved), _) => Role::Saved,
            (Some(Out::Any | Out::Zero), _) => Role::Written,
            (None, Some(TensorType { access: AccessKind::Exclusive | AccessKind::Cells, .. })) => {
                Role::Changed
            }
            (None, _) => Role::Read,
        }
    }

    /// The name of what it belongs to in the forward function: what it is the gradient of, or its own.
    pub(super) const fn forward_name(&self) -> &'static str {
        match self.contract.grad {
            Some(grad) => grad,
            None => self.name,
        }
    }

    pub(super) const fn is_list(&self) -> bool {
        matches!(self.of.tensor, Some(TensorType { form: Form::List | Form::OptionalList, .. }))
    }

    pub(super) const fn is_optional(&self) -> bool {
        matches!(self.of.tensor, Some(TensorType { form: Form::Optional | Form::OptionalList, .. }))
    }
}
