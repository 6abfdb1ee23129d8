//! What attributes and options ask of types, asserted while the user's crate compiles.

use super::operand::Integers;
use crate::abi::DLDeviceType;
use crate::convert::{AccessKind, FfiType, Form, LayoutKind, TensorType};
use crate::description::{Dims, ParameterType, Record};
use crate::dtype::DType;
use crate::each::any;

/// Whether safe code can write tensor memory through a parameter of a type.
#[inline(always)]
pub const fn writes<T: FfiType>() -> bool {
    T::FACTS.writes
}

/// The type of a parameter with a role, which only this code requires to be a tensor.
#[track_caller]
const fn tensor_type(ty: &ParameterType) -> TensorType {
    match ty.tensor {
        Some(tensor) => tensor,
        None => panic!("`#[out]` and `#[alias]` belong on tensor views, and this parameter is not one"),
    }
}

/// `#[shape]` of a parameter.
///
/// Here and below, the code that reads extents reports types that have none.
#[track_caller]
pub const fn assert_shape(record: &Record, parameter: usize) {
    let parameter = &record.parameters[parameter];
    let (Some(tensor), Some(dims)) = (parameter.of.tensor, parameter.contract.shape) else { return };
    assert!(
        matches!(tensor.form, Form::One | Form::Optional),
        "`#[shape]` cannot be used on a list: its tensors may differ in shape"
    );
    assert_rank(tensor, dims, true);
}

/// `#[strides]` of a parameter.
#[track_caller]
pub const fn assert_strides(record: &Record, parameter: usize) {
    let parameter = &record.parameters[parameter];
    let (Some(tensor), Some(dims)) = (parameter.of.tensor, parameter.contract.strides) else { return };
    assert!(
        !matches!(tensor.layout, Some(LayoutKind::Contiguous)),
        "`#[strides]` is on a contiguous view, whose strides follow from its shape: it needs a `Strided` one, such as `CpuView<'_, f32, 2, Strided>`"
    );
    assert_rank(tensor, dims, false);
}

#[track_caller]
const fn assert_rank(tensor: TensorType, dims: Dims, is_shape: bool) {
    let Some(ndim) = tensor.ndim else { return };
    match (dims.rest.is_some(), is_shape) {
        (true, true) => panic!(
            "`#[shape]` has `..` on a view with a fixed number of dimensions: it needs one whose rank is known at run time, such as `CpuViewD<'_, f32>`"
        ),
        (true, false) => panic!(
            "`#[strides]` has `..` on a view with a fixed number of dimensions: it needs one whose rank is known at run time, such as `CpuViewD<'_, f32, Strided>`"
        ),
        (false, true) => assert!(
            ndim == dims.count,
            "`#[shape]` has another number of entries than the view has dimensions: it needs one entry for each"
        ),
        (false, false) => assert!(
            ndim == dims.count,
            "`#[strides]` has another number of entries than the view has dimensions: it needs one entry for each"
        ),
    }
}

/// The number of integers in a sequence, if its type fixes it.
pub const fn count_of_integers<T: Integers>() -> Option<usize> {
    T::COUNT
}

/// `#[shape]` of a sequence of integers.
#[track_caller]
pub const fn assert_integers(record: &Record, parameter: usize, count: Option<usize>) {
    let (Some(count), Some(dims)) = (count, record.parameters[parameter].contract.shape) else { return };
    assert!(
        dims.count == count && dims.rest.is_none(),
        "`#[shape]` has another number of entries than there are integers: it needs one entry for each"
    );
}

/// A symbol that has a value in every call: one of these parameters binds it.
#[track_caller]
pub const fn assert_bound(record: &Record, parameters: &[usize]) {
    let has_value = any!(parameter in parameters => {
        !matches!(record.parameters[*parameter].of.tensor, Some(tensor) if tensor.form.is_optional())
    });
    assert!(
        has_value,
        "only an optional tensor binds this symbol, which may be missing: take the symbol as an integer parameter"
    );
}

/// A variable of `dispatch` that a tensor chooses.
#[track_caller]
pub const fn assert_chosen(record: &Record, parameters: &[usize]) {
    let is_tensor = any!(parameter in parameters => record.parameters[*parameter].of.tensor.is_some());
    assert!(
        is_tensor,
        "the dtype of a tensor chooses a type parameter of `dispatch`, and no tensor has elements of this one: take a view of them, such as `CpuView<'_, T, 1>`"
    );
}

/// A parameter whose type depends on `dispatch`. Its elements are of the variable that it mentions. Callers know the first of its types: what
/// they lend and may not be written is neither kept nor written by the others. A view keeps nothing that is lent, because it accepts only tensors.
#[track_caller]
pub const fn assert_instance(
    this: &ParameterType,
    record: &Record,
    parameter: usize,
    variable: Option<DType>,
) {
    let first = record.parameters[parameter].of;
    if let (Some(variable), Some(TensorType { dtype: Some(dtype), .. })) = (variable, this.tensor) {
        assert!(
            dtype.to_bits() == variable.to_bits(),
            "the elements of a tensor are not of the type parameter that its type mentions: `dispatch` chooses that by the dtype of the tensor"
        );
    }
    let keeps = (this.lent as u8) < first.lent as u8 && !is_view(this);
    let writes = is_view(first) && !first.writes && this.writes;
    assert!(
        !keeps && !writes,
        "for a later type of `dispatch`, the parameter writes a tensor or keeps what it refers to, and for the first type it does not: list that type first, or write an export for each"
    );
}

const fn is_view(ty: &ParameterType) -> bool {
    matches!(ty.tensor, Some(tensor) if !tensor.form.is_list())
}

/// `#[dtype]` of a parameter.
#[track_caller]
pub const fn assert_dtype(record: &Record, parameter: usize) {
    assert!(
        !matches!(record.parameters[parameter].of.tensor, Some(TensorType { dtype: Some(_), .. })),
        "`#[dtype]` is on a view whose type has an element type: it needs a `TensorView<'_>`"
    );
}

/// `#[device]` of a parameter.
#[track_caller]
pub const fn assert_device(record: &Record, parameter: usize) {
    assert!(
        !matches!(record.parameters[parameter].of.tensor, Some(TensorType { device: Some(_), .. })),
        "`#[device]` is on a view whose type has a device: it needs a `TensorView<'_>`"
    );
}

/// `#[out]` of a parameter.
#[track_caller]
pub const fn assert_out(record: &Record, parameter: usize) {
    let tensor = tensor_type(record.parameters[parameter].of);
    assert!(
        !tensor.form.is_list(),
        "`#[out]` belongs on one tensor, and this parameter is a list: a caller could not tell how many tensors to allocate"
    );
    assert!(
        !matches!(tensor.access, AccessKind::Shared),
        "`#[out]` is on a view that cannot be written: it needs a mutable one, such as `CpuViewMut<'_, f32, 2>`"
    );
}

/// `#[alias]` between two parameters.
#[track_caller]
pub const fn assert_alias(this: &ParameterType, other: &ParameterType) {
    let (this, other) = (tensor_type(this), tensor_type(other));
    let cells = matches!(this.access, AccessKind::Cells) && matches!(other.access, AccessKind::Cells);
    assert!(
        cells || is_elsewhere(this) || is_elsewhere(other),
        "`#[alias]` lets two views share host memory, of which one could be written while the other is read: both need to be `CpuCells<'_, T, N>`"
    );
}

/// Whether a view is of memory that Rust does not access.
const fn is_elsewhere(tensor: TensorType) -> bool {
    match tensor.device {
        Some(device) => device != DLDeviceType::kDLCPU.cast_signed(),
        None => false,
    }
}

/// An export with a `cpu =` fallback takes tensors in CUDA memory.
#[track_caller]
pub const fn assert_fallback(record: &Record) {
    let mut at = 0;
    while at < record.parameters.len() {
        match record.parameters[at].of.tensor {
            Some(TensorType { device: Some(device), .. })
                if device == DLDeviceType::kDLCUDA.cast_signed() =>
            {
                return;
            }
            _ => at += 1,
        }
    }
    panic!(
        "`cpu` chooses by the device of a tensor, and no parameter is a view of CUDA memory, such as `CudaView<'_, f32, 1>`"
    );
}
