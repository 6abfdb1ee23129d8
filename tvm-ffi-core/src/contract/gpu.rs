//! The GPU of a call: all its CUDA tensors are on one.

use crate::abi::DLDeviceType;
use crate::any::AnyView;
use crate::call::Args;
use crate::container::items::array_items;
use crate::convert::{FfiType, TensorType};
use crate::device::Device;
use crate::tensor::tensor_of;

/// Whether the CUDA tensors of a parameter, if it has some, are on the device of those before it.
#[inline(always)]
pub fn on_one_gpu<T: FfiType>(args: Args<'_>, index: i32, gpu: &mut Option<i32>) -> bool {
    if const { !may_be_on_gpu(T::FACTS.tensor) } {
        return true;
    }
    // What was left out is on no device.
    let Some(view) = args.view(index) else { return true };
    if const { is_list(T::FACTS.tensor) } { list_is_on_one_gpu(view, gpu) } else { is_on_gpu(view, gpu) }
}

/// Whether a parameter takes tensors in CUDA memory only.
pub const fn takes_cuda<T: FfiType>() -> bool {
    matches!(T::FACTS.tensor, Some(TensorType { device: Some(device), .. }) if device == DLDeviceType::kDLCUDA.cast_signed())
}

/// An export with a `cpu =` fallback takes tensors in CUDA memory.
#[track_caller]
pub const fn assert_fallback(takes_cuda: bool) {
    assert!(
        takes_cuda,
        "`cpu` chooses by the device of a tensor, and no parameter is a view of CUDA memory, such as `CudaView<'_, f32, 1>`"
    );
}

const fn may_be_on_gpu(of: Option<TensorType>) -> bool {
    match of {
        Some(TensorType { device: Some(device), .. }) => device == DLDeviceType::kDLCUDA.cast_signed(),
        Some(TensorType { device: None, .. }) => true,
        None => false,
    }
}

const fn is_list(of: Option<TensorType>) -> bool {
    matches!(of, Some(TensorType { form, .. }) if form.is_list())
}

#[inline(always)]
fn is_on_gpu(view: AnyView<'_>, gpu: &mut Option<i32>) -> bool {
    let Some(device) = device_of(view) else { return true };
    !device.is_cuda() || *gpu.get_or_insert(device.device_id) == device.device_id
}

/// Where a tensor is, if the value is one.
#[inline(always)]
fn device_of(view: AnyView<'_>) -> Option<Device> {
    let tensor = tensor_of(view)?;
    // SAFETY: AnyView validity: the value is a live tensor.
    Some(Device::from_dl(unsafe { tensor.as_ref() }.device))
}

/// The caller converts other lists to arrays.
#[inline(never)]
fn list_is_on_one_gpu(view: AnyView<'_>, gpu: &mut Option<i32>) -> bool {
    array_items(view).unwrap_or_default().iter().all(|item| is_on_gpu(item.as_view(), gpu))
}
