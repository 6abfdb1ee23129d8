//! Lists of PyTorch: of tensors, which become tensors of the ABI, and of numbers.

use core::ffi::c_void;
use core::ptr::NonNull;

use tvm_ffi_core::abi::{DLManagedTensorVersioned, DLPackVersion};
use tvm_ffi_core::dlpack::ManagedTensor;
use tvm_ffi_core::{Any, Array, Tensor as OwnedTensor};

use super::failure::Failure;
use super::inputs::{CallDevice, Form, device_of, some, tensor};
use super::kernel::Call;
use super::plan::Input;
use super::table::{Handle, Table, Tensor};
use super::tensor::check;

/// The version of DLPack that is written.
const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 0 };

/// The items of a list of numbers, as they are in slots.
pub(super) fn items(table: &Table, list: Handle) -> Result<Vec<u64>, Failure> {
    (0..size(table, list)?).map(|index| item(table, list, index)).collect()
}

fn size(table: &Table, list: Handle) -> Result<usize, Failure> {
    let mut size = 0;
    // SAFETY: the handle is that of a live list, and the place is writable.
    let code = unsafe { some(table.functions.torch_list_size)(list, &mut size) };
    check(table, code, "torch_list_size")?;
    Ok(size)
}

fn item(table: &Table, list: Handle, index: usize) -> Result<u64, Failure> {
    let mut item = 0;
    // SAFETY: as in `size`, and there is an item at the index.
    let code = unsafe { some(table.functions.torch_list_get_item)(list, index, &mut item) };
    check(table, code, "torch_list_get_item")?;
    Ok(item)
}

/// A list of tensors, and the device of the first.
pub(super) fn tensors(
    call: Call,
    input: &Input,
    list: Handle,
    form: Form,
) -> Result<(Any, Option<CallDevice>), Failure> {
    let (mut tensors, mut device) = (Vec::new(), None);
    for index in 0..size(call.table, list)? {
        let mut owned = Owned { table: call.table, slot: item(call.table, list, index)? };
        let Some(argument) = tensor(call, input, &mut owned.slot, form)? else {
            return Err(Failure::Text(format!(
                "{}: argument `{}`[{index}]: expected a tensor, got None",
                call.plan.name, input.name
            )));
        };
        device = device.or_else(|| Some(device_of(&argument)));
        let managed = manage(owned, argument.tensor);
        tensors.push(OwnedTensor::from_dlpack(managed).map_err(Failure::Raised)?);
    }
    Ok((Any::new(tensors.into_iter().collect::<Array<OwnedTensor>>()), device))
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
