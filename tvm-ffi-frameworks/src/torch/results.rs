//! Tensors that an export returns, as tensors of PyTorch.

use core::ffi::c_void;
use core::ptr::{NonNull, null, null_mut};

use tvm_ffi_core::__private::array_items;
use tvm_ffi_core::abi::DLManagedTensorVersioned;
use tvm_ffi_core::dlpack::ManagedTensor;
use tvm_ffi_core::{Any, DeviceType, FromAnyView, Tensor as OwnedTensor, TensorView};

use super::failure::Failed;
use super::inputs::{CallDevice, dispatch, slot};
use super::kernel::Call;
use super::outputs::{Outputs, empty};
use super::plan::Returned;
use super::table::{FromBlob, Tensor};
use super::tensor::check;

/// Takes the result of a call.
#[inline(always)]
pub(super) fn take(outputs: &mut Outputs<'_>, result: Any) -> Result<(), Failed> {
    match outputs.call.plan.returned {
        Returned::Nothing => Ok(()),
        _ => take_tensors(outputs, &result),
    }
}

#[cold]
#[inline(never)]
fn take_tensors(outputs: &mut Outputs<'_>, result: &Any) -> Result<(), Failed> {
    let (call, first) = (outputs.call, outputs.call.plan.outputs.len());
    let tensors = match call.plan.returned {
        Returned::Tensor => core::slice::from_ref(result),
        _ => array_items(result.as_view()).unwrap_or_default(),
    };
    if tensors.len() + first != outputs.handles.len() {
        return Err(unexpected(call));
    }
    for (place, tensor) in outputs.handles[first..].iter_mut().zip(tensors) {
        let tensor = OwnedTensor::decode(tensor.as_view(), &mut ()).ok_or_else(|| unexpected(call))?;
        *place = into_torch(call, &tensor)?;
    }
    Ok(())
}

#[cold]
fn unexpected(call: Call) -> Failed {
    Failed::because(format!("{}: it returned something else than it declares", call.plan.record.name))
}

/// A tensor of PyTorch that keeps the tensor of the ABI, or has a copy of its elements before 2.11.
fn into_torch(call: Call, tensor: &OwnedTensor) -> Result<Tensor, Failed> {
    let view = tensor.view();
    let numbers = &call.table.numbers;
    let unknown = |what: &str, name: &str| {
        Failed::because(format!(
            "{}: PyTorch has no {what} {name} of the returned tensor",
            call.plan.record.name
        ))
    };
    let dtype = numbers.of_dtype(view.dtype()).ok_or_else(|| unknown("dtype", &view.dtype().to_string()))?;
    let device = match view.device().device_type {
        DeviceType::CPU => CallDevice { dlpack: view.device(), torch: (numbers.cpu, -1) },
        DeviceType::CUDA => {
            CallDevice { dlpack: view.device(), torch: (numbers.cuda, view.device().device_id) }
        }
        _ => return Err(unknown("device", &view.device().to_string())),
    };
    if view.numel() == 0 {
        return empty(call.table, view.shape(), &view.strides(), dtype, device);
    }
    match call.table.functions.torch_from_blob {
        Some(from_blob) => {
            let managed = tensor.to_dlpack().map_err(Failed::with)?;
            shared(call, from_blob, managed, view, dtype, device)
        }
        None => copied(call, view, dtype, device),
    }
}

fn shared(
    call: Call,
    from_blob: FromBlob,
    managed: ManagedTensor,
    view: TensorView<'_>,
    dtype: i32,
    device: CallDevice,
) -> Result<Tensor, Failed> {
    let (strides, (device_type, device_index), mut handle) = (view.strides(), device.torch, null_mut());
    let (data, ndim) = (view.first_element(), view.ndim() as i64);
    let context = managed.as_ptr().as_ptr().cast::<c_void>();
    // SAFETY: there are as many extents and strides as dimensions; the elements live until the deleter has run, which gets the managed tensor;
    // the place is writable.
    let code = unsafe {
        from_blob(
            data,
            ndim,
            view.shape().as_ptr(),
            strides.as_ptr(),
            0,
            dtype,
            device_type,
            device_index,
            &mut handle,
            call.table.numbers.strided,
            null(),
            0,
            delete,
            context,
        )
    };
    check(call.table, code, "torch_from_blob")?;
    // The deleter has it now.
    let _ = managed.into_raw();
    Ok(handle)
}

/// The deleter of [`shared`].
///
/// # Safety
///
/// The context is the managed tensor that was given to `torch_from_blob`.
unsafe extern "C" fn delete(_: *mut c_void, context: *mut c_void) {
    if let Some(managed) = NonNull::new(context.cast::<DLManagedTensorVersioned>()) {
        // SAFETY: the caller's contract: it is owned by the tensor of PyTorch, which ends.
        drop(unsafe { ManagedTensor::from_raw(managed) });
    }
}

fn copied(call: Call, view: TensorView<'_>, dtype: i32, device: CallDevice) -> Result<Tensor, Failed> {
    let (strides, (device_type, device_index), mut handle) = (view.strides(), device.torch, null_mut());
    let (data, ndim) = (view.first_element(), view.ndim() as i64);
    let from_blob = call.table.functions.aoti_torch_create_tensor_from_blob;
    // SAFETY: there are as many extents and strides as dimensions; the elements live until the copy is made; the place is writable.
    let code = unsafe {
        from_blob(
            data,
            ndim,
            view.shape().as_ptr(),
            strides.as_ptr(),
            0,
            dtype,
            device_type,
            device_index,
            &mut handle,
        )
    };
    check(call.table, code, "aoti_torch_create_tensor_from_blob")?;
    // The second one is the memory format, which is `None`.
    let mut stack = [slot(handle), 0];
    dispatch(call.table, c"aten::clone", &mut stack)?;
    Ok(stack[0] as usize as Tensor)
}
