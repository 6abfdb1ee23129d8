//! The results of an operator.

use core::cell::{Cell, RefCell, UnsafeCell};
use core::mem::MaybeUninit;
use core::ptr::{NonNull, null_mut};

use tvm_ffi_core::abi::TVMFFIAny;

use super::failure::Failed;
use super::inputs::{CallDevice, Inputs, slot};
use super::kernel::{Call, tensor_argument};
use super::plan::{Output, OutputDtype};
use super::table::{Table, Tensor};
use super::tensor::{TensorArgument, ask, check, raw};

/// The results of a call, which are owned here until they are written to the slots.
pub(super) struct Outputs<'a> {
    pub(super) call: Call,
    /// NULL for those that are not made yet.
    pub(super) handles: &'a mut [Tensor],
}

impl Outputs<'_> {
    /// Gives the results to PyTorch.
    ///
    /// # Safety
    ///
    /// There is a slot for each result, and no slot has an input any more.
    pub(super) unsafe fn write(self, stack: *mut u64) {
        for (index, handle) in self.handles.iter_mut().enumerate() {
            // SAFETY: the caller's contract.
            let place = unsafe { stack.add(index) };
            // SAFETY: as above.
            unsafe { place.write(slot(core::mem::replace(handle, null_mut()))) };
        }
    }
}

impl Drop for Outputs<'_> {
    fn drop(&mut self) {
        for handle in self.handles.iter().filter(|handle| !handle.is_null()) {
            // SAFETY: the tensor is owned here, and not used again. What cannot be deleted is lost.
            let _ = unsafe { (self.call.table.functions.aoti_torch_delete_tensor_object)(*handle) };
        }
    }
}

/// Room for extents and strides, which stay where they are while others are taken.
pub(super) struct Numbers {
    inline: UnsafeCell<MaybeUninit<[i64; 48]>>,
    used: Cell<usize>,
    heap: RefCell<Vec<Vec<i64>>>,
}

impl Numbers {
    pub(super) fn new() -> Self {
        Self { inline: UnsafeCell::new(MaybeUninit::uninit()), used: Cell::new(0), heap: RefCell::default() }
    }

    /// Room for `count` numbers, which are 0, as long as this lives. Each call returns other room.
    fn take(&self, count: usize) -> NonNull<i64> {
        let used = self.used.get();
        if used + count <= 48 {
            self.used.set(used + count);
            let first = NonNull::from(&self.inline).cast::<i64>();
            // SAFETY: there is room for 48 numbers, of which so many are used.
            let first = unsafe { first.add(used) };
            // SAFETY: as above, and nothing else refers to them.
            unsafe { first.write_bytes(0, count) };
            return first;
        }
        let mut numbers = vec![0; count];
        let first = NonNull::from(numbers.as_mut_slice()).cast();
        self.heap.borrow_mut().push(numbers);
        first
    }
}

/// Allocates the outputs; gives the name of one whose shape the arguments do not have, if there is one. The export refuses such a call.
pub(super) fn allocate(
    outputs: &mut Outputs<'_>,
    inputs: &Inputs,
    arguments: &mut [TVMFFIAny],
    tensors: &[Cell<TensorArgument>],
    numbers: &Numbers,
    device: CallDevice,
) -> Result<Option<&'static str>, Failed> {
    let mut shapeless = None;
    for (index, output) in outputs.call.plan.outputs.iter().enumerate() {
        let dtype = dtype(outputs.call, output, arguments, tensors)?;
        if output.need.is_some_and(|slot| !inputs.flag(slot)) {
            outputs.handles[index] = empty(outputs.call.table, &[0], &[1], dtype.0, device)?;
            continue;
        }
        let ndim = output.shape.ndim(arguments);
        let room = numbers.take(2 * ndim);
        // SAFETY: there is room for so many numbers, which is not used otherwise while this reference is.
        let (shape, strides) =
            unsafe { core::slice::from_raw_parts_mut(room.as_ptr(), 2 * ndim) }.split_at_mut(ndim);
        let has_shape = output.shape.write(arguments, shape) && write_strides(shape, strides);
        let mut tensor = TensorArgument::NONE;
        tensor.tensor.ndim = ndim as i32;
        tensor.tensor.dtype = dtype.1;
        tensor.tensor.device.device_type = device.dlpack.device_type as _;
        tensor.tensor.device.device_id = device.dlpack.device_id;
        if has_shape {
            let handle = empty(outputs.call.table, shape, strides, dtype.0, device)?;
            outputs.handles[index] = handle;
            let table = outputs.call.table;
            tensor.tensor.data = ask!(table, aoti_torch_get_data_ptr(handle) -> null_mut());
            if output.is_zeroed() {
                // SAFETY: the tensor is live.
                let code = unsafe { (table.functions.aoti_torch_zero_)(handle) };
                check(table, code, "aoti_torch_zero_")?;
            }
        } else {
            // No elements, so the export has something to compare and nothing to write.
            shape.fill(0);
            strides.fill(0);
            shapeless = Some(output.parameter.name);
        }
        tensor.tensor.shape = room.as_ptr();
        // SAFETY: the strides follow the extents.
        tensor.tensor.strides = unsafe { room.add(ndim) }.as_ptr();
        tensors[output.index].set(tensor);
        arguments[output.index] = tensor_argument(&tensors[output.index]);
    }
    Ok(shapeless)
}

/// Row-major strides, as PyTorch has them; whether the extents are those of a tensor.
pub(super) fn write_strides(shape: &[i64], strides: &mut [i64]) -> bool {
    let mut stride = Some(1i64);
    for (extent, place) in shape.iter().zip(strides).rev() {
        let Some(found) = stride else { return false };
        *place = found;
        stride = found.checked_mul((*extent).max(1));
    }
    stride.is_some()
}

/// The dtype of an output for PyTorch and for the export.
fn dtype(
    call: Call,
    output: &Output,
    arguments: &[TVMFFIAny],
    tensors: &[Cell<TensorArgument>],
) -> Result<(i32, tvm_ffi_core::abi::DLDataType), Failed> {
    match &output.dtype {
        OutputDtype::Always { dlpack, torch } => Ok((*torch, raw(*dlpack))),
        OutputDtype::Of(parameters) => {
            let mut present = parameters.iter().filter(|of| arguments[**of].type_index != 0);
            let Some(of) = present.next() else {
                return Err(Failed::because(format!(
                    "{}: output `{}` has the dtype of arguments that are None",
                    call.plan.record.name, output.parameter.name
                )));
            };
            let tensor = tensors[*of].get();
            Ok((tensor.dtype, tensor.tensor.dtype))
        }
    }
}

/// A tensor without values.
pub(super) fn empty(
    table: &Table,
    shape: &[i64],
    strides: &[i64],
    dtype: i32,
    device: CallDevice,
) -> Result<Tensor, Failed> {
    let (device_type, device_index) = device.torch;
    let (ndim, mut handle) = (shape.len() as i64, null_mut());
    let empty = table.functions.aoti_torch_empty_strided;
    // SAFETY: there are as many extents and strides as dimensions, and the place is writable.
    let code = unsafe {
        empty(ndim, shape.as_ptr(), strides.as_ptr(), dtype, device_type, device_index, &mut handle)
    };
    check(table, code, "aoti_torch_empty_strided")?;
    Ok(handle)
}
