//! Contracts in a form for other crates of the workspace, which allocate tensors by them.

use super::signature::devices;
use crate::convert::{AccessKind, Form, LayoutKind, TensorType};
use crate::description::{Contract, Out};
use crate::dtype::DType;

/// What the type and the contract of a parameter ask of its tensors.
#[derive(Debug, Clone, Copy)]
pub struct TensorContract {
    /// Whether it is one tensor.
    pub form: Form,
    /// What the function does with the elements.
    pub access: AccessKind,
    /// Whether the function writes all elements and reads none before: then what they are at first, zeroes or anything.
    pub out: Option<IsZeroed>,
    /// The number of dtypes that are accepted; 0 if any is.
    pub dtypes: usize,
    /// The first of them.
    pub dtype: Option<DType>,
    /// The variable of a dispatch that is its dtype.
    pub variable: Option<&'static str>,
    /// Whether the elements have to be in order, without gaps.
    pub is_contiguous: bool,
    /// Whether strides are declared.
    pub has_strides: bool,
    /// Whether it may be in host memory.
    pub on_cpu: bool,
    /// Whether it may be on a GPU.
    pub on_cuda: bool,
}

/// Whether an output is expected to be zero.
pub type IsZeroed = bool;

impl TensorContract {
    /// What a parameter asks of its tensors.
    pub(crate) fn new(tensor: TensorType, contract: &Contract) -> Self {
        let devices = devices(tensor, contract);
        let dtypes = tensor.dtype.map_or_else(|| contract.dtypes.to_vec(), |dtype| vec![dtype]);
        let is_on = |device: &str| devices.is_empty() || devices.contains(&device);
        Self {
            form: tensor.form,
            access: tensor.access,
            out: contract.out.map(|out| out == Out::Zero),
            dtypes: dtypes.len(),
            dtype: dtypes.first().copied(),
            variable: contract.variable,
            is_contiguous: tensor.layout == Some(LayoutKind::Contiguous),
            has_strides: contract.strides.is_some(),
            on_cpu: is_on("cpu"),
            on_cuda: is_on("cuda"),
        }
    }
}
