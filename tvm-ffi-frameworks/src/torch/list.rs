//! Lists of PyTorch: of tensors, which become tensors of the ABI, and of numbers.

use core::ffi::c_void;
use core::ptr::NonNull;

use tvm_ffi_core::__private::array_of;
use tvm_ffi_core::abi::{DLManagedTensorVersioned, DLPackVersion, TVMFFIAny, TVMFFIAnyPayload};
use tvm_ffi_core::dlpack::ManagedTensor;
use tvm_ffi_core::{Any, Tensor as OwnedTensor};

use super::failure::Failed;
use super::inputs::{CallDevice, device_of, some, tensor};
use super::kernel::Call;
use super::plan::Input;
use super::table::{Handle, Table, Tensor};
use super::tensor::check;

/// The version of DLPack that is written.
const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 0 };

/// A list of numbers: integers, or floats.
pub(super) fn numbers(table: &Table, list: Handle, type_index: i32) -> Result<Any, Failed> {
    let mut numbers = Vec::new();
    for index in 0..size(table, list)? {
        let payload = TVMFFIAnyPayload::from_uint(item(table, list, index)?);
        // SAFETY: a number in the form of a slot is a value of its type, which owns nothing.
        numbers.push(unsafe { Any::from_raw(TVMFFIAny::new(type_index, payload)) });
    }
    Ok(array_of(numbers))
}

fn size(table: &Table, list: Handle) -> Result<usize, Failed> {
    let mut size = 0;
    // SAFETY: the handle is that of a live list, and the place is writable.
    let code = unsafe { some(table.functions.torch_list_size)(list, &mut size) };
    check(table, code, "torch_list_size")?;
    Ok(size)
}

fn item(table: &Table, list: Handle, index: usize) -> Result<u64, Failed> {
    let mut item = 0;
    // SAFETY: as in `size`, and there is an item at the index.
    let code = unsafe { some(table.functions.torch_list_get_item)(list, index, &mut item) };
    check(table, code, "torch_list_get_item")?;
    Ok(item)
}

/// A list of tensors, and the device of the first.
pub(super) fn tensors(call: Call, input: &Input, list: Handle) -> Result<(Any, Option<CallDevice>), Failed> {
    let (mut tensors, mut device) = (Vec::new(), None);
    for index in 0..size(call.table, list)? {
        let mut owned = Owned { table: call.table, slot: item(call.table, list, index)? };
        let Some(argument) = tensor(call, input, &mut owned.slot)? else {
            return Err(Failed::because(format!(
                "{}: argument `{}`[{index}]: expected a tensor, got None",
                call.plan.record.name, input.parameter.name
            )));
        };
        device = device.or_else(|| Some(device_of(&argument)));
        let managed = manage(owned, argument.tensor);
        tensors.push(Any::new(OwnedTensor::from_dlpack(managed).map_err(Failed::with)?));
    }
    Ok((array_of(tensors), device))
}

/// A tensor of PyTorch, in the form of a slot.
struct Owned {
    table: &'static Table,
    slot: u64,
}

impl Drop for Owned {
    fn drop(&mut self) {
        let handle = self.slot as usize as Tensor;
        if !handle.is_null() {
            // SAFETY: the tensor is owned, and not used again. What cannot be deleted is lost.
            let _ = unsafe { (self.table.functions.aoti_torch_delete_tensor_object)(handle) };
        }
    }
}

/// A managed tensor, and the owner of its elements and extents.
#[repr(C)]
struct Managed {
    managed: DLManagedTensorVersioned,
    _owner: Owned,
}

fn manage(owner: Owned, tensor: tvm_ffi_core::abi::DLTensor) -> ManagedTensor {
    let managed = DLManagedTensorVersioned {
        version: VERSION,
        manager_ctx: core::ptr::null_mut::<c_void>(),
        deleter: Some(delete),
        flags: 0,
        dl_tensor: tensor,
    };
    let place = Box::into_raw(Box::new(Managed { managed, _owner: owner }));
    // INVARIANT: a box is not NULL. The managed tensor is the first field.
    let managed = NonNull::new(place.cast::<DLManagedTensorVersioned>()).expect("a box has an address");
    // SAFETY: the tensor is owned; what it points to belongs to the tensor of PyTorch, which its deleter deletes, on any thread. The caller of
    // the operator is responsible for what other threads do to the elements, as for all operators of PyTorch.
    unsafe { ManagedTensor::from_raw(managed) }
}

/// The deleter of [`manage`].
///
/// # Safety
///
/// The managed tensor is that of [`manage`], and is not used again.
unsafe extern "C" fn delete(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: the caller's contract: it is the first field of the box.
    drop(unsafe { Box::from_raw(managed.cast::<Managed>()) });
}
