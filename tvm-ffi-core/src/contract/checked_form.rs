//! Tensors in the private form of [`CheckedAs`], for the second call of a shim.

use core::ptr::NonNull;

use crate::abi::TVMFFIAny;
use crate::any::AnyView;
use crate::convert::{CheckedAs, TensorType};
use crate::description::Description;
use crate::device::DeviceType;
use crate::tensor::TensorView;

/// Replaces a tensor by its checked form, if some instance of the export takes it. `false` if none does.
///
/// # Safety
///
/// AnyView validity.
#[cold]
pub(super) unsafe fn checked_in_instance(
    description: &Description<'_>,
    wanted: TensorType,
    value: &mut TVMFFIAny,
) -> bool {
    // SAFETY: the caller's contract.
    let view = unsafe { AnyView::from_raw(NonNull::from(&*value)) };
    let Some(tensor) = TensorView::of_value(view) else { return false };
    let wanted = in_instance(description, wanted, tensor);
    let (Some(_), Some(checked_as)) = (TensorView::of_type(view, &wanted), CheckedAs::of(wanted)) else {
        return false;
    };
    *value = checked_as.value(tensor.as_raw());
    true
}

/// The type that the parameter has in an instance for tensors of this dtype and device. The instance that the call chooses compares
/// the whole type, so a wrong guess is refused.
#[cold]
fn in_instance(description: &Description<'_>, wanted: TensorType, tensor: TensorView<'_>) -> TensorType {
    let mut wanted = wanted;
    if !description.variables.is_empty() && wanted.dtype.is_some() {
        wanted = TensorType { dtype: Some(tensor.dtype()), align: tensor.dtype().alignment(), ..wanted };
    }
    let is_for_fallback = wanted.device == Some(DeviceType::CUDA) && tensor.device().is_host();
    if description.has_fallback() && is_for_fallback {
        wanted.device = Some(DeviceType::CPU);
    }
    wanted
}
