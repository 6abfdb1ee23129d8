//! The inputs of an operator as arguments of its export.

use core::cell::Cell;
use core::ffi::{c_char, c_void};

use tvm_ffi_core::abi::{TVMFFIAny, TVMFFIAnyPayload, TypeIndex};
use tvm_ffi_core::{Any, Device, Str};

use super::failure::Failed;
use super::kernel::{Call, tensor_argument};
use super::list;
use super::outputs::{empty, write_strides};
use super::plan::{Input, InputOf, InputType};
use super::table::{Code, Handle, Table, Tensor};
use super::tensor::{TensorArgument, check, is_contiguous, read};

/// The inputs of a call, which the kernel owns: dropping this deletes all of them.
pub(super) struct Inputs {
    call: Call,
    stack: *mut u64,
    /// Objects of the ABI that refer to inputs, or are made of them. They are dropped first.
    objects: Vec<Any>,
}

/// The device of an operator.
#[derive(Clone, Copy)]
pub(super) struct CallDevice {
    pub(super) dlpack: Device,
    /// Type and index in PyTorch.
    pub(super) torch: (i32, i32),
}

impl Inputs {
    /// # Safety
    ///
    /// The slots have the inputs of the plan in the forms of their types, which are owned here from now on.
    pub(super) unsafe fn new(call: Call, stack: *mut u64) -> Self {
        Self { call, stack, objects: Vec::new() }
    }

    /// The place with the value of an input; `None` for the `None` of an optional one.
    #[inline(always)]
    fn place(&self, slot: usize, input: &Input) -> Option<*mut u64> {
        // SAFETY: the contract of `new`: there is a slot for each input.
        let place = unsafe { self.stack.add(slot) };
        if !input.is_optional {
            return Some(place);
        }
        // SAFETY: as above.
        let heap = unsafe { place.read() } as usize as *mut u64;
        (!heap.is_null()).then_some(heap)
    }

    /// Whether the input in a slot, a `bool`, is true.
    pub(super) fn flag(&self, slot: usize) -> bool {
        // SAFETY: the contract of `new`.
        let place = unsafe { self.stack.add(slot) };
        // SAFETY: as above.
        let value = unsafe { place.read() };
        value as u8 != 0
    }
}

impl Inputs {
    /// Deletes all inputs.
    #[inline(always)]
    pub(super) fn delete(mut self) -> Result<(), Failed> {
        let is_done = self.delete_all();
        core::mem::forget(self);
        is_done
    }

    #[inline(always)]
    fn delete_all(&mut self) -> Result<(), Failed> {
        self.objects = Vec::new();
        let (Call { plan, table }, mut is_done) = (self.call, true);
        for (slot, input) in plan.inputs.iter().enumerate() {
            let Some(place) = self.place(slot, input) else { continue };
            // SAFETY: the contract of `new`.
            let value = unsafe { place.read() };
            is_done &= delete(table, input.as_type, value) == 0;
            if input.is_optional {
                is_done &= delete_heap_slot(table, place) == 0;
            }
        }
        if is_done { Ok(()) } else { Err(Failed::in_torch(table, "delete")) }
    }
}

impl Drop for Inputs {
    fn drop(&mut self) {
        // The call has failed already, so this failure is not reported.
        let _ = self.delete_all();
    }
}

/// Deletes what a value refers to.
#[inline(always)]
fn delete(table: &Table, of: InputType, value: u64) -> Code {
    let functions = &table.functions;
    let handle = value as usize as Handle;
    let delete = match of {
        InputType::Int | InputType::Float | InputType::Bool => return 0,
        _ if handle.is_null() => return 0,
        InputType::Tensor => functions.aoti_torch_delete_tensor_object,
        InputType::Text => some(functions.torch_delete_string),
        InputType::Tensors | InputType::Ints | InputType::Floats => some(functions.torch_delete_list),
    };
    // SAFETY: the value is an owned handle of this kind.
    unsafe { delete(handle) }
}

/// A function of PyTorch 2.10. Operators that need it are not registered before.
#[inline(always)]
pub(super) fn some<F>(function: Option<F>) -> F {
    // INVARIANT: `register` leaves out operators with texts and lists where their functions are missing.
    function.expect("operators with lists and texts need PyTorch 2.10")
}

#[cold]
fn delete_heap_slot(table: &Table, place: *mut u64) -> Code {
    match table.functions.torch_delete_stable_ivalue {
        // SAFETY: PyTorch allocated the slot for the kernel.
        Some(delete) => unsafe { delete(place) },
        // SAFETY: as above, before 2.13 with `operator new`.
        None => unsafe {
            (table.operator_delete)(place.cast());
            0
        },
    }
}

/// Fills in the arguments that are inputs; gives the device of the first tensor.
pub(super) fn read_all(
    inputs: &mut Inputs,
    arguments: &mut [TVMFFIAny],
    tensors: &[Cell<TensorArgument>],
) -> Result<CallDevice, Failed> {
    let Call { plan, table } = inputs.call;
    let mut device = CallDevice { dlpack: Device::cpu(), torch: (table.numbers.cpu, -1) };
    let mut has_device = false;
    for (slot, input) in plan.inputs.iter().enumerate() {
        let InputOf::Parameter(parameter) = input.of else { continue };
        let Some(place) = inputs.place(slot, input) else { continue };
        // SAFETY: the contract of `Inputs::new`.
        let value = unsafe { place.read() };
        arguments[parameter] = match input.as_type {
            InputType::Tensor => {
                let Some(tensor) = tensor(inputs.call, input, place)? else { continue };
                if !has_device {
                    device = device_of(&tensor);
                    has_device = true;
                }
                tensors[parameter].set(tensor);
                tensor_argument(&tensors[parameter])
            }
            InputType::Int => TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_uint(value)),
            InputType::Float => TVMFFIAny::new(TypeIndex::FLOAT, TVMFFIAnyPayload::from_uint(value)),
            InputType::Bool => {
                TVMFFIAny::new(TypeIndex::BOOL, TVMFFIAnyPayload::from_uint((value as u8).into()))
            }
            _ => {
                let (object, found) = object(inputs.call, input, value)?;
                if let Some(found) = found.filter(|_| !has_device) {
                    device = found;
                    has_device = true;
                }
                let raw = *object.as_raw();
                inputs.objects.push(object);
                raw
            }
        };
    }
    Ok(device)
}

/// Reads the tensor in a place, in the form that the export takes. The place has another tensor afterwards, if it had the wrong form.
#[inline(always)]
pub(super) fn tensor(call: Call, input: &Input, place: *mut u64) -> Result<Option<TensorArgument>, Failed> {
    let table = call.table;
    // SAFETY: the place has an owned tensor.
    let handle = unsafe { place.read() } as usize as Tensor;
    let Some(tensor) = read(table, handle)? else {
        return if input.is_optional { Ok(None) } else { Err(no_tensor(call, input, handle)) };
    };
    if input.is_written() {
        bump_version(table, handle)?;
    } else if input.is_contiguous() && !is_contiguous(&tensor.tensor) {
        return contiguous(table, place, &tensor);
    }
    Ok(Some(tensor))
}

#[cold]
fn no_tensor(call: Call, input: &Input, handle: Tensor) -> Failed {
    let position = match input.of {
        InputOf::Parameter(position) => position,
        InputOf::Need => 0,
    };
    let mut is_defined = false;
    // SAFETY: the handle is that of a live tensor, and the place is writable.
    let code = unsafe { (call.table.functions.aoti_torch_is_defined)(handle, &mut is_defined) };
    let got = if code == 0 && is_defined { "one with a dtype that TVM-FFI does not have" } else { "None" };
    Failed::mistyped(format!(
        "{}: argument #{position} `{}`: expected Tensor, got {got}",
        call.plan.record.name, input.parameter.name
    ))
}

/// Replaces the tensor in a place by a contiguous one with the same elements.
#[cold]
fn contiguous(
    table: &Table,
    place: *mut u64,
    from: &TensorArgument,
) -> Result<Option<TensorArgument>, Failed> {
    // SAFETY: the place has an owned tensor.
    let handle = unsafe { place.read() } as usize as Tensor;
    let ndim = from.tensor.ndim as usize;
    // SAFETY: DLTensor validity: there are `ndim` extents, more than none.
    let shape = unsafe { core::slice::from_raw_parts(from.tensor.shape, ndim) };
    let mut strides = vec![0; ndim];
    write_strides(shape, &mut strides);
    let device = device_of(from);
    let copy = empty(table, shape, &strides, from.dtype, device)?;
    // SAFETY: both tensors are live.
    let copied = unsafe { (table.functions.aoti_torch_copy_)(copy, handle, 0) };
    // SAFETY: the place is writable. The copy takes the place of the tensor.
    unsafe { place.write(slot(copy)) };
    // SAFETY: the tensor was owned by the place, and is not used again.
    let deleted = unsafe { (table.functions.aoti_torch_delete_tensor_object)(handle) };
    check(table, copied, "aoti_torch_copy_")?;
    check(table, deleted, "aoti_torch_delete_tensor_object")?;
    read(table, copy)
}

/// Tells PyTorch that a tensor changes, so that it detects a saved one. It refuses that for a leaf that requires gradients.
///
/// The C functions have none for it. Copying a tensor to itself returns early, and counts.
fn bump_version(table: &Table, handle: Tensor) -> Result<(), Failed> {
    // SAFETY: the tensor is live.
    let code = unsafe { (table.functions.aoti_torch_copy_)(handle, handle, 0) };
    check(table, code, "aoti_torch_copy_")
}

/// Calls an operator of PyTorch, which takes over the handles in the slots and writes its results to them.
pub(super) fn dispatch(table: &Table, operator: &core::ffi::CStr, stack: &mut [u64]) -> Result<(), Failed> {
    let call = table.functions.aoti_torch_call_dispatcher;
    // SAFETY: the texts are NUL-terminated; there is a slot for each input and each result, with values of their types.
    let code = unsafe { call(operator.as_ptr(), c"".as_ptr(), stack.as_mut_ptr()) };
    if code == 0 { Ok(()) } else { Err(Failed::in_torch(table, &operator.to_string_lossy())) }
}

/// An input that becomes an object of the ABI; and the device of the first tensor in it.
#[cold]
#[inline(never)]
fn object(call: Call, input: &Input, value: u64) -> Result<(Any, Option<CallDevice>), Failed> {
    let handle = value as usize as Handle;
    match input.as_type {
        InputType::Tensors => list::tensors(call, input, handle),
        InputType::Ints => Ok((list::numbers(call.table, handle, TypeIndex::INT)?, None)),
        InputType::Floats => Ok((list::numbers(call.table, handle, TypeIndex::FLOAT)?, None)),
        _ => Ok((Any::new(text(call, input, handle)?), None)),
    }
}

fn text(call: Call, input: &Input, handle: Handle) -> Result<Str, Failed> {
    let (table, functions) = (call.table, &call.table.functions);
    let (mut length, mut start): (usize, *const c_char) = (0, core::ptr::null());
    // SAFETY: the handle is that of a live text, and the place is writable.
    let code = unsafe { some(functions.torch_string_length)(handle, &mut length) };
    check(table, code, "torch_string_length")?;
    // SAFETY: as above.
    let code = unsafe { some(functions.torch_string_c_str)(handle, &mut start) };
    check(table, code, "torch_string_c_str")?;
    let bytes = if length == 0 {
        &[][..]
    } else {
        // SAFETY: the text has so many bytes, and lives until the inputs are deleted.
        unsafe { core::slice::from_raw_parts(start.cast::<u8>(), length) }
    };
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok(Str::from(text)),
        Err(error) => Err(Failed::because(format!(
            "{}: argument `{}`: {error}",
            call.plan.record.name, input.parameter.name
        ))),
    }
}

pub(super) fn device_of(tensor: &TensorArgument) -> CallDevice {
    let device = tensor.tensor.device;
    CallDevice {
        dlpack: Device::new(device.device_type as i32, device.device_id),
        torch: (tensor.device_type, tensor.device_index),
    }
}

/// A pointer as it is in a slot.
pub(super) fn slot(pointer: *mut c_void) -> u64 {
    pointer as usize as u64
}
