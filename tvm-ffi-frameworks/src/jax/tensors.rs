//! Buffers as arguments that are tensors.

use core::mem::MaybeUninit;
use core::slice;

use tvm_ffi_core::DType;
use tvm_ffi_core::abi::{DLDataType, DLDevice, DLTensor, TVMFFIAny, TVMFFIAnyPayload, TypeIndex};

use super::abi::Buffer;
use super::dtype::dtype;
use super::failure::Failure;
use super::frame::{Frame, list, sized};
use super::place::Place;
use super::plan::{Plan, Source};

/// No tensor.
pub(crate) const NO_TENSOR: DLTensor = DLTensor {
    data: core::ptr::null_mut(),
    device: DLDevice { device_type: 0, device_id: 0 },
    ndim: 0,
    dtype: DLDataType { code: 0, bits: 0, lanes: 0 },
    shape: core::ptr::null_mut(),
    strides: core::ptr::null_mut(),
    byte_offset: 0,
};

/// Memory for strides: that on the stack first.
pub(crate) struct Strides<'a> {
    pub(crate) inline: &'a mut [MaybeUninit<i64>],
    pub(crate) heap: Vec<Vec<MaybeUninit<i64>>>,
}

/// Writes the arguments that are tensors. Those that are `None` already have no buffer.
///
/// # Safety
///
/// The contract of call frames; `tensors` and `strides` outlive the arguments.
pub(super) unsafe fn write(
    frame: Frame<'_>,
    plan: &Plan,
    place: Place,
    arguments: &mut [TVMFFIAny],
    tensors: &mut [DLTensor],
    strides: &mut Strides<'_>,
) -> Result<(), Failure> {
    let mut given = frame.arguments()?.iter();
    let (outputs, changed) = split(frame.results()?, plan)?;
    let (mut outputs, mut changed) = (outputs.iter(), changed.iter());
    for ((source, argument), tensor) in plan.sources.iter().zip(arguments).zip(tensors) {
        if *source == Source::Attribute || argument.type_index == TypeIndex::NONE {
            continue;
        }
        let next = if let Source::Output { .. } = source { outputs.next() } else { given.next() };
        let buffer = *next.ok_or_else(|| wrong_count(frame, plan))?;
        // SAFETY: the caller's contract.
        *tensor = unsafe { read(buffer, plan, place, strides) }?;
        match source {
            Source::Changed => {
                let result = *changed.next().ok_or_else(|| wrong_count(frame, plan))?;
                // SAFETY: the caller's contract.
                let result = unsafe { sized::<Buffer>(result, "XLA_FFI_Buffer") }?;
                require_alias(plan, tensor, result)?;
            }
            // SAFETY: the caller's contract: the memory of a result may be written.
            Source::Output { is_zeroed: true } => unsafe { place.clear(tensor.data, bytes(tensor)) }?,
            _ => {}
        }
        let address = (&raw const *tensor).cast_mut().cast();
        *argument = TVMFFIAny::new(TypeIndex::DL_TENSOR_PTR, TVMFFIAnyPayload::from_ptr(address));
    }
    if given.next().is_some() || outputs.next().is_some() || changed.next().is_some() {
        return Err(wrong_count(frame, plan));
    }
    Ok(())
}

/// The results of outputs, and those of arguments that are changed.
type Results<'a> = (&'a [*mut Buffer], &'a [*mut Buffer]);

fn split<'a>(results: &'a [*mut Buffer], plan: &Plan) -> Result<Results<'a>, Failure> {
    let few = || {
        let (count, expected) = (results.len(), plan.outputs);
        Failure::argument(format!(
            "{}: XLA passes {count} results, expected {expected} or more",
            plan.record.name
        ))
    };
    results.split_at_checked(plan.outputs).ok_or_else(few)
}

#[cold]
fn wrong_count(frame: Frame<'_>, plan: &Plan) -> Failure {
    let (mut expected, mut changed) = (0, 0);
    for source in &plan.sources {
        expected += usize::from(matches!(source, Source::Argument | Source::Changed));
        changed += usize::from(*source == Source::Changed);
    }
    let (arguments, results) = (frame.raw.arguments.size, frame.raw.results.size);
    let outputs = plan.outputs + changed;
    let expected = format!(", expected {expected} and {outputs}, without those that are `None`");
    Failure::argument(format!(
        "{}: XLA passes {arguments} arguments and {results} results{expected}",
        plan.record.name
    ))
}

/// XLA gives a changed argument the memory of its result where the call says so.
fn require_alias(plan: &Plan, tensor: &DLTensor, result: &Buffer) -> Result<(), Failure> {
    if tensor.data == result.data {
        return Ok(());
    }
    let why = ": an argument is changed in place, and its result is in other memory: name both in `input_output_aliases`";
    Err(Failure::internal(format!("{}{why}", plan.record.name)))
}

/// # Safety
///
/// The contract of call frames, for as long as the tensor is used.
#[inline]
unsafe fn read(
    buffer: *mut Buffer,
    plan: &Plan,
    place: Place,
    strides: &mut Strides<'_>,
) -> Result<DLTensor, Failure> {
    // SAFETY: the caller's contract.
    let buffer = unsafe { sized::<Buffer>(buffer, "XLA_FFI_Buffer") }?;
    let unknown = || {
        let number = buffer.dtype;
        Failure::argument(format!("{}: XLA's type {number} has no dtype", plan.record.name))
    };
    let dtype = dtype(buffer.dtype).ok_or_else(unknown)?;
    // SAFETY: the caller's contract.
    let shape: &[i64] = unsafe { list(buffer.dims, buffer.rank) }?;
    let device = place.device();
    Ok(DLTensor {
        data: buffer.data,
        device: DLDevice { device_type: device.device_type as _, device_id: device.device_id },
        ndim: shape.len() as i32,
        dtype: raw(dtype),
        shape: buffer.dims,
        strides: strides.write(shape),
        byte_offset: 0,
    })
}

impl Strides<'_> {
    /// Writes the strides of row-major order, where an extent of 0 counts as 1.
    #[inline]
    fn write(&mut self, shape: &[i64]) -> *mut i64 {
        let inline = core::mem::take(&mut self.inline);
        match inline.split_at_mut_checked(shape.len()) {
            Some((strides, rest)) => {
                self.inline = rest;
                write_row_major(strides, shape)
            }
            None => self.write_on_heap(shape),
        }
    }

    #[cold]
    #[inline(never)]
    fn write_on_heap(&mut self, shape: &[i64]) -> *mut i64 {
        self.heap.push(vec![MaybeUninit::new(0); shape.len()]);
        // The elements stay where they are when the list grows.
        self.heap.last_mut().map_or(core::ptr::null_mut(), |strides| write_row_major(strides, shape))
    }
}

#[inline]
fn write_row_major(strides: &mut [MaybeUninit<i64>], shape: &[i64]) -> *mut i64 {
    let mut stride = 1i64;
    for (place, extent) in strides.iter_mut().zip(shape).rev() {
        place.write(stride);
        stride = stride.wrapping_mul((*extent).max(1));
    }
    strides.as_mut_ptr().cast()
}

fn raw(dtype: DType) -> DLDataType {
    DLDataType { code: dtype.code(), bits: dtype.bits(), lanes: dtype.lanes() }
}

/// The number of bytes of a tensor of XLA.
fn bytes(tensor: &DLTensor) -> usize {
    let Ok(ndim @ 1..) = usize::try_from(tensor.ndim) else {
        return usize::from(tensor.dtype.bits).div_ceil(8);
    };
    // SAFETY: DLTensor validity: there are `ndim` extents.
    let shape = unsafe { slice::from_raw_parts(tensor.shape, ndim) };
    let elements: usize = shape.iter().map(|extent| usize::try_from(*extent).unwrap_or(0)).product();
    (elements * usize::from(tensor.dtype.bits)).div_ceil(8)
}
