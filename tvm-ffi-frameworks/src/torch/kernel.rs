//! The kernel that all operators share: it walks the plan of an operator.

use core::cell::Cell;
use core::mem::MaybeUninit;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi_core::__private::{FEW, message_of_panic, room};
use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Any, Device, DeviceType, env};

use super::failure::{Failed, throw};
use super::inputs::{self, Inputs};
use super::outputs::{self, Numbers, Outputs};
use super::plan::Plan;
use super::results;
use super::table::{Table, current_stream};
use super::tensor::TensorArgument;
use crate::operator::Operator;

/// What all functions of a call know.
#[derive(Clone, Copy)]
pub(super) struct Call {
    pub(super) plan: &'static Plan,
    pub(super) table: &'static Table,
}

/// Runs an operator: the body of a thunk.
///
/// # Safety
///
/// PyTorch calls the kernel that is registered for the operator: `stack` has as many slots as the schema has inputs, or results if they are
/// more; the inputs have the forms of their types, and are owned by the kernel.
#[inline(never)]
pub unsafe extern "C-unwind" fn run(
    stack: *mut u64,
    _inputs: u64,
    _outputs: u64,
    operator: &'static Operator,
) {
    let Some(call) = operator.torch.call() else { return };
    // SAFETY: the caller's contract.
    let is_done = unsafe { is_done(call, stack) };
    // An exception of C++ passes this frame and that of the thunk, neither of which has anything to drop.
    if !is_done {
        throw(call.table);
    }
}

/// Makes the call; keeps the failure, if there is one.
///
/// # Safety
///
/// As for [`run`].
#[inline(always)]
unsafe fn is_done(call: Call, stack: *mut u64) -> bool {
    // SAFETY: the caller's contract.
    let result = catch_unwind(AssertUnwindSafe(|| unsafe { make(call, stack) }));
    match result {
        Ok(result) => result.is_ok(),
        Err(payload) => {
            keep_panic(payload);
            false
        }
    }
}

#[cold]
#[inline(never)]
fn keep_panic(payload: Box<dyn core::any::Any + Send>) {
    Failed::because(message_of_panic(&*payload).as_deref().unwrap_or("a panic"));
    // Its drop might panic again.
    core::mem::forget(payload);
}

/// # Safety
///
/// As for [`run`].
unsafe fn make(call: Call, stack: *mut u64) -> Result<(), Failed> {
    let plan = call.plan;
    let (mut inline, mut heap) = ([const { MaybeUninit::uninit() }; FEW], Vec::new());
    let arguments = room(&mut inline, &mut heap, plan.record.parameters.len(), TVMFFIAny::NONE);
    let (mut inline, mut heap) = ([const { MaybeUninit::uninit() }; FEW], Vec::new());
    // Arguments point to them, so they are changed through shared references only.
    let tensors = room(&mut inline, &mut heap, plan.record.parameters.len(), TensorArgument::NONE);
    let tensors = Cell::from_mut(tensors).as_slice_of_cells();
    // SAFETY: the caller's contract: the slots have the inputs, which are owned here.
    let mut inputs = unsafe { Inputs::new(call, stack) };
    let device = inputs::read_all(&mut inputs, arguments, tensors)?;

    let numbers = Numbers::new();
    let (mut inline, mut heap) = ([const { MaybeUninit::uninit() }; FEW], Vec::new());
    let handles = room(&mut inline, &mut heap, plan.results(), core::ptr::null_mut());
    let mut outputs = Outputs { call, handles };
    let shapeless = outputs::allocate(&mut outputs, &inputs, arguments, tensors, &numbers, device)?;

    let result = if device.dlpack.device_type == DeviceType::CUDA {
        call_on_stream(call, device.dlpack, arguments)?
    } else {
        call_shim(call, arguments)?
    };
    if let Some(name) = shapeless {
        return Err(Failed::because(format!(
            "{}: the arguments do not have the shape of `{name}`",
            plan.record.name
        )));
    }
    results::take(&mut outputs, result)?;
    inputs.delete()?;
    // SAFETY: the caller's contract: there is a slot for each result, and the inputs have been deleted.
    unsafe { outputs.write(stack) };
    Ok(())
}

/// Calls the export.
#[inline(always)]
fn call_shim(call: Call, arguments: &[TVMFFIAny]) -> Result<Any, Failed> {
    let mut result = TVMFFIAny::NONE;
    let count = call.plan.record.parameters.len() as i32;
    // SAFETY: the SafeCall contract: the arguments are valid for the call, and the place for the result holds no object.
    let code = unsafe {
        (call.plan.record.shim.function())(core::ptr::null_mut(), arguments.as_ptr(), count, &mut result)
    };
    if code != 0 {
        return Err(Failed::raised());
    }
    // SAFETY: a call that succeeds has written an owned value.
    Ok(unsafe { Any::from_raw(result) })
}

/// Calls the export with PyTorch's current stream.
#[cold]
#[inline(never)]
fn call_on_stream(call: Call, device: Device, arguments: &[TVMFFIAny]) -> Result<Any, Failed> {
    let name = "aoti_torch_get_current_cuda_stream";
    let current = current_stream().ok_or_else(|| Failed::because(format!("PyTorch has no `{name}`")))?;
    let mut stream = core::ptr::null_mut();
    // SAFETY: the place is writable, and the number is that of the tensor's device.
    if unsafe { current(device.device_id, &mut stream) } != 0 {
        return Err(Failed::in_torch(call.table, name));
    }
    // SAFETY: the stream is PyTorch's current one of the device, which it does not destroy during the call.
    unsafe { env::with_stream(device, stream, || call_shim(call, arguments)) }.map_err(Failed::with)?
}

/// An argument that is a tensor, which lives as long as the call.
#[inline(always)]
pub(super) fn tensor_argument(tensor: &Cell<TensorArgument>) -> TVMFFIAny {
    // The `DLTensor` is the first field.
    TVMFFIAny::new(TypeIndex::DL_TENSOR_PTR, TVMFFIAnyPayload::from_ptr(tensor.as_ptr().cast()))
}
