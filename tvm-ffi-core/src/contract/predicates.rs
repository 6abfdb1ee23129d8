//! Checks of one tensor, and the dtype that chooses the instance of a function.

use crate::abi::TypeIndex;
use crate::any::AnyView;
use crate::call::Args;
use crate::dtype::DType;
use crate::tensor::tensor_of;
use crate::tensor_metadata::TensorMetadata;

/// Ends the function or closure with `None` if a condition of a contract is violated. A macro, because the compiler would spend more time on a
/// function call with `?` than on `if`.
#[doc(hidden)]
#[macro_export]
macro_rules! __refuse_if {
    ($violated:expr) => {
        if $violated {
            return $crate::__private::None;
        }
    };
}

/// The stride of a dimension, in elements. `None` if the stride is irrelevant (the tensor is empty, or the extent is 1), or if `dim`
/// is out of range.
#[inline(always)]
pub(super) fn stride(tensor: TensorMetadata<'_>, dim: usize) -> Option<i64> {
    let shape = tensor.shape();
    match shape.get(dim) {
        None | Some(1) => return None,
        _ if shape.contains(&0) => return None,
        Some(_) => {}
    }
    match tensor.tensor().given_strides() {
        Some(strides) => strides.get(dim).copied(),
        // Cannot overflow: the tensor has all of these elements.
        None => Some(shape.iter().skip(dim + 1).product()),
    }
}

/// Whether the elements are of one of these types.
#[inline(always)]
pub(super) fn has_dtype(tensor: TensorMetadata<'_>, dtypes: &[DType]) -> bool {
    dtypes.iter().any(|dtype| dtype.to_bits() == tensor.tensor().dtype().to_bits())
}

/// Whether the tensor is on a device of one of these types. `cpu` means all host memory, pinned or not.
#[inline(always)]
pub(super) fn has_device(tensor: TensorMetadata<'_>, device_types: &[i32]) -> bool {
    device_types.iter().any(|device_type| tensor.tensor().device().is_of_type(*device_type))
}

/// Whether the address of the first element is a multiple of `align`, a power of two. The address of a tensor
/// without elements does not matter.
#[inline(always)]
pub(super) fn is_aligned(tensor: TensorMetadata<'_>, align: usize) -> bool {
    tensor.tensor().is_aligned(align)
}

/// A dtype as [`dtype_of`] gives it.
pub const fn dtype_bits(dtype: DType) -> u32 {
    dtype.to_bits()
}

/// The dtype of the first of these arguments that is a tensor, or has one in it; 0 if none is.
#[inline(always)]
pub fn dtype_of(args: Args<'_>, indices: &[i32]) -> u32 {
    for index in indices {
        let Some(view) = args.view(*index) else { continue };
        match dtype_of_tensor(view) {
            0 => continue,
            bits => return bits,
        }
    }
    0
}

#[inline(always)]
fn dtype_of_tensor(view: AnyView<'_>) -> u32 {
    let Some(tensor) = tensor_of(view) else { return dtype_in_list(view) };
    // SAFETY: AnyView validity: the value is a live tensor.
    DType::from_dl(unsafe { tensor.as_ref() }.dtype).to_bits()
}

/// The dtype of the first element of an array.
#[cold]
#[inline(never)]
fn dtype_in_list(view: AnyView<'_>) -> u32 {
    match crate::container::items::array_items(view).and_then(<[_]>::first) {
        Some(first) if first.type_index() == TypeIndex::TENSOR => dtype_of_tensor(first.as_view()),
        _ => 0,
    }
}
