//! Tensors: they keep a managed tensor of DLPack, or another tensor whose memory they view.

use core::ffi::c_int;
use core::ptr::NonNull;

use tvm_ffi_abi::{
    DLDeviceType, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor, TVMFFIObjectHandle,
    TypeIndex,
};

use crate::catch::{self, Failure, Result, fail, no_memory};
use crate::object::{Object, Tail};

/// The version of DLPack of the managed tensors that the runtime makes.
const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 3 };

/// The flag of a managed tensor whose elements of less than a byte are padded to whole bytes.
const IS_SUBBYTE_TYPE_PADDED: u64 = 1 << 2;

/// The body of a tensor: the cell, and what keeps its memory.
#[repr(C)]
struct Body<H> {
    tensor: DLTensor,
    /// Dropped with the tensor.
    holder: H,
}

/// The body of a tensor whose strides, and perhaps its shape, follow.
#[repr(C)]
struct WithNumbers<H> {
    body: Body<H>,
    /// How many numbers follow.
    count: usize,
}

// SAFETY: nothing changes the number.
unsafe impl<H> Tail for WithNumbers<H> {
    type Element = i64;

    unsafe fn count(body: *const Self) -> usize {
        // SAFETY: the caller's contract.
        unsafe { (*body).count }
    }
}

/// A managed tensor of DLPack, of either form.
pub(crate) trait ManagedTensor: Sized {
    fn tensor(&self) -> &DLTensor;

    fn is_subbyte_type_padded(&self) -> bool;

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)>;

    /// A managed tensor that owns a tensor object.
    fn of_object(tensor: DLTensor, object: Object) -> Self;

    /// The object of a managed tensor that [`of_object`](Self::of_object) made.
    fn object(&self) -> TVMFFIObjectHandle;
}

impl ManagedTensor for DLManagedTensor {
    fn tensor(&self) -> &DLTensor {
        &self.dl_tensor
    }

    fn is_subbyte_type_padded(&self) -> bool {
        false
    }

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }

    fn of_object(dl_tensor: DLTensor, object: Object) -> Self {
        Self { dl_tensor, manager_ctx: object.into_handle(), deleter: Some(delete::<Self>) }
    }

    fn object(&self) -> TVMFFIObjectHandle {
        self.manager_ctx
    }
}

impl ManagedTensor for DLManagedTensorVersioned {
    fn tensor(&self) -> &DLTensor {
        &self.dl_tensor
    }

    fn is_subbyte_type_padded(&self) -> bool {
        self.flags & IS_SUBBYTE_TYPE_PADDED != 0
    }

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }

    fn of_object(dl_tensor: DLTensor, object: Object) -> Self {
        let deleter = Some(delete::<Self> as unsafe extern "C" fn(_));
        Self { version: VERSION, manager_ctx: object.into_handle(), deleter, flags: 0, dl_tensor }
    }

    fn object(&self) -> TVMFFIObjectHandle {
        self.manager_ctx
    }
}

/// A managed tensor that a tensor owns.
struct Managed<M: ManagedTensor>(NonNull<M>);

impl<M: ManagedTensor> Drop for Managed<M> {
    fn drop(&mut self) {
        // SAFETY: the managed tensor lives until its deleter runs.
        let deleter = unsafe { self.0.as_ref() }.deleter();
        if let Some(deleter) = deleter {
            // SAFETY: the tensor owned the managed one, and ends here.
            unsafe { deleter(self.0.as_ptr()) };
        }
    }
}

/// Ends a managed tensor that the runtime made.
unsafe extern "C" fn delete<M: ManagedTensor>(managed: *mut M) {
    // SAFETY: the managed tensor was made by `to_managed`, and its owner gives it up.
    let managed = unsafe { Box::from_raw(managed) };
    // SAFETY: it owns its object.
    drop(unsafe { Object::from_owned(managed.object()) });
}

/// Why a tensor is refused, and a number for the message. It fits two registers, so that checks cost little.
#[derive(Clone, Copy)]
struct Refusal(Reason, i64);

#[derive(Clone, Copy)]
enum Reason {
    IsNull,
    Rank,
    Alignment,
    NotContiguous,
    Padded,
    NoStrides,
    NoMemory,
}

impl From<Refusal> for Failure {
    #[cold]
    #[inline(never)]
    fn from(Refusal(reason, number): Refusal) -> Self {
        match reason {
            Reason::IsNull => fail!(RuntimeError, "A tensor is NULL"),
            Reason::Rank if number < 0 => {
                fail!(RuntimeError, "A tensor has a negative number of dimensions: {number}")
            }
            Reason::Rank => fail!(RuntimeError, "A tensor of {number} dimensions has no shape"),
            Reason::Alignment => {
                fail!(RuntimeError, "FromDLPack: Data is not aligned to {} bytes.", number.cast_unsigned())
            }
            Reason::NotContiguous => fail!(RuntimeError, "FromDLPack: Tensor is not contiguous."),
            Reason::Padded => fail!(RuntimeError, "Subbyte type padded is not yet supported"),
            Reason::NoStrides => fail!(InternalError, "Check not null: prototype.strides "),
            Reason::NoMemory => no_memory(),
        }
    }
}

type Checked<T> = core::result::Result<T, Refusal>;

/// A tensor that owns the managed one. After a failure that stays the caller's.
///
/// # Safety
///
/// The managed tensor is NULL, or the caller owns it, and DLTensor validity.
#[inline(always)]
unsafe fn from_managed<M: ManagedTensor>(
    managed: *mut M,
    alignment: i32,
    contiguous: i32,
) -> Checked<Object> {
    let managed = NonNull::new(managed).ok_or(Refusal(Reason::IsNull, 0))?;
    // SAFETY: the caller's contract.
    let lent = unsafe { managed.as_ref() };
    let tensor = lent.tensor();
    let rank = rank(tensor)?;
    // As in C++, a negative alignment is a large one.
    if alignment != 0 && !is_aligned(tensor, alignment as usize) {
        return Err(Refusal(Reason::Alignment, alignment.into()));
    }
    let padded = if lent.is_subbyte_type_padded() { Err(Refusal(Reason::Padded, 0)) } else { Ok(()) };
    if rank != 0 && tensor.strides.is_null() {
        return padded.and_then(|()| {
            // SAFETY: the caller's contract.
            unsafe { with_compact_strides(managed, rank) }.ok_or(Refusal(Reason::NoMemory, 0))
        });
    }
    // SAFETY: the caller's contract; without dimensions, no stride is read.
    if contiguous != 0 && !unsafe { has_compact_strides(tensor, rank) } {
        return Err(Refusal(Reason::NotContiguous, 0));
    }
    padded?;
    Ok(Object::new_with(TypeIndex::TENSOR, || Body { tensor: *tensor, holder: Managed(managed) }))
}

/// A tensor whose elements lie one after the other. Its strides follow the body. `None` if there is no memory.
///
/// # Safety
///
/// The caller owns the managed tensor, which has readable extents for this number of dimensions.
#[inline(always)]
unsafe fn with_compact_strides<M: ManagedTensor>(managed: NonNull<M>, rank: usize) -> Option<Object> {
    // SAFETY: the caller's contract.
    let tensor = unsafe { managed.as_ref() }.tensor();
    Object::with_tail(TypeIndex::TENSOR, rank, |strides: NonNull<i64>| {
        let mut stride = 1i64;
        for dimension in (0..rank).rev() {
            // SAFETY: the tail has room for one stride of each dimension, and is new.
            let place = unsafe { strides.add(dimension) };
            // SAFETY: as above.
            unsafe { place.write(stride) };
            // SAFETY: the caller's contract.
            let extent = unsafe { tensor.shape.add(dimension) };
            // SAFETY: the caller's contract.
            stride = stride.wrapping_mul(unsafe { extent.read() });
        }
        let mut tensor = *tensor;
        tensor.strides = strides.as_ptr();
        WithNumbers { body: Body { tensor, holder: Managed(managed) }, count: rank }
    })
}

/// A tensor that owns a managed one of the C API's version. After a failure that stays the caller's.
///
/// # Safety
///
/// The managed tensor is NULL, or the caller owns it, and DLTensor validity.
pub(crate) unsafe fn from_versioned(managed: *mut DLManagedTensorVersioned) -> Result<Object> {
    // SAFETY: the caller's contract.
    Ok(unsafe { from_managed(managed, 0, 0) }?)
}

/// The number of dimensions of a tensor that has as many extents.
#[inline(always)]
fn rank(tensor: &DLTensor) -> Checked<usize> {
    let rank = tensor.ndim;
    if rank != 0 && (rank < 0 || tensor.shape.is_null()) {
        return Err(Refusal(Reason::Rank, rank.into()));
    }
    Ok(rank as usize)
}

/// Whether pointers to memory of a device are addresses.
fn has_addresses(device_type: u32) -> bool {
    use DLDeviceType::{kDLCUDAHost, kDLCUDAManaged, kDLROCM, kDLROCMHost};

    device_type <= kDLCUDAHost || [kDLCUDAManaged, kDLROCM, kDLROCMHost].contains(&device_type)
}

fn is_aligned(tensor: &DLTensor, alignment: usize) -> bool {
    let offset = tensor.byte_offset as usize;
    let has_addresses = has_addresses(tensor.device.device_type);
    let place = if has_addresses { tensor.data.addr().wrapping_add(offset) } else { offset };
    // Alignments are powers of two, and then no division is needed.
    if alignment.is_power_of_two() { place & (alignment - 1) == 0 } else { place.is_multiple_of(alignment) }
}

/// Whether the strides are those of elements that lie one after the other, or do not matter since there are no elements.
///
/// # Safety
///
/// The tensor has readable extents and strides for this number of dimensions.
#[inline(always)]
unsafe fn has_compact_strides(tensor: &DLTensor, rank: usize) -> bool {
    let (mut expected, mut is_compact) = (1i64, true);
    for dimension in (0..rank).rev() {
        // SAFETY: the caller's contract.
        let extent = unsafe { tensor.shape.add(dimension) };
        // SAFETY: the caller's contract.
        let stride = unsafe { tensor.strides.add(dimension) };
        // SAFETY: the caller's contract.
        let (extent, stride) = (unsafe { extent.read() }, unsafe { stride.read() });
        if extent == 0 {
            return true;
        }
        is_compact &= extent == 1 || stride == expected;
        expected = expected.wrapping_mul(extent);
    }
    is_compact
}

/// A managed tensor with a reference to a tensor object.
///
/// # Safety
///
/// The handle is NULL, or a tensor that is lent.
unsafe fn to_managed<M: ManagedTensor>(tensor: TVMFFIObjectHandle) -> Checked<*mut M> {
    // SAFETY: the caller's contract.
    let object = unsafe { Object::from_lent(tensor) }.ok_or(Refusal(Reason::IsNull, 0))?;
    // SAFETY: Object validity: the tensor follows the header.
    let tensor = unsafe { object.body::<DLTensor>().read() };
    Ok(Box::into_raw(Box::new(M::of_object(tensor, object))))
}

/// A tensor like the prototype that keeps another object.
///
/// # Safety
///
/// The prototype can be read, and DLTensor validity.
#[inline(always)]
unsafe fn view(source: Option<Object>, prototype: &DLTensor) -> Checked<Object> {
    let rank = rank(prototype)?;
    if prototype.strides.is_null() {
        return Err(Refusal(Reason::NoStrides, 0));
    }
    let object = Object::with_tail(TypeIndex::TENSOR, rank * 2, |shape: NonNull<i64>| {
        // SAFETY: the tail has room for the shape and as many strides.
        let strides = unsafe { shape.add(rank) };
        for (numbers, copy) in [(prototype.shape, shape), (prototype.strides, strides)] {
            match rank {
                0 => {}
                // Without a call.
                // SAFETY: the number is readable by the caller's contract, and the tail is new.
                1 => unsafe { copy.as_ptr().copy_from_nonoverlapping(numbers, 1) },
                // SAFETY: as above.
                _ => unsafe { copy.as_ptr().copy_from_nonoverlapping(numbers, rank) },
            }
        }
        let mut tensor = *prototype;
        (tensor.shape, tensor.strides) = (shape.as_ptr(), strides.as_ptr());
        WithNumbers { body: Body { tensor, holder: source }, count: rank * 2 }
    });
    object.ok_or(Refusal(Reason::NoMemory, 0))
}

/// Writes a result, or raises a failure; gives the code. The functions below call no code that panics.
///
/// # Safety
///
/// `out` is writable.
#[inline(always)]
unsafe fn give<T>(result: Checked<T>, out: *mut T) -> c_int {
    match result {
        Ok(value) => {
            // SAFETY: the caller's contract.
            unsafe { out.write(value) };
            0
        }
        Err(refusal) => refuse(refusal),
    }
}

#[cold]
#[inline(never)]
fn refuse(refusal: Refusal) -> c_int {
    catch::raise(refusal.into())
}

/// `TVMFFITensorFromDLPack` and `TVMFFITensorFromDLPackVersioned`.
///
/// # Safety
///
/// The C API: the caller owns the managed tensor and gives it up where the function returns 0, and `out` is writable.
pub(crate) unsafe extern "C" fn from_dlpack<M: ManagedTensor>(
    managed: *mut M,
    alignment: i32,
    contiguous: i32,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    // SAFETY: the caller's contract.
    let tensor = unsafe { from_managed(managed, alignment, contiguous) };
    // SAFETY: the caller's contract.
    unsafe { give(tensor.map(Object::into_handle), out) }
}

/// `TVMFFITensorToDLPack` and `TVMFFITensorToDLPackVersioned`.
///
/// # Safety
///
/// The C API: the tensor is lent, and `out` is writable.
pub(crate) unsafe extern "C" fn to_dlpack<M: ManagedTensor>(
    tensor: TVMFFIObjectHandle,
    out: *mut *mut M,
) -> c_int {
    // SAFETY: the caller's contract.
    let managed = unsafe { to_managed(tensor) };
    // SAFETY: the caller's contract.
    unsafe { give(managed, out) }
}

/// `TVMFFITensorCreateUnsafeView`.
///
/// # Safety
///
/// The C API: the source is lent, the prototype can be read, its memory lives as long as the source, and `out` is writable.
pub(crate) unsafe extern "C" fn create_unsafe_view(
    source: TVMFFIObjectHandle,
    prototype: *const DLTensor,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    // SAFETY: the caller's contract.
    let source = unsafe { Object::from_lent(source) };
    // SAFETY: the caller's contract.
    let prototype = unsafe { &*prototype };
    // SAFETY: the caller's contract.
    let tensor = unsafe { view(source, prototype) };
    // SAFETY: the caller's contract.
    unsafe { give(tensor.map(Object::into_handle), out) }
}

#[cfg(test)]
mod tests;
