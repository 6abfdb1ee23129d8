//! Tensors: they keep a managed tensor of DLPack, or another tensor whose memory they view.

use core::ffi::c_int;
use core::ptr::{NonNull, null_mut};

use tvm_ffi_abi::{
    DLDeviceType, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor, TVMFFIObjectHandle,
    TypeIndex,
};

use crate::catch::{self, Result, fail};
use crate::object::{Object, Tail};

/// The version of DLPack of the managed tensors that the runtime makes.
const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 3 };

/// The flag of a managed tensor whose elements of less than a byte are padded to whole bytes.
const IS_SUBBYTE_TYPE_PADDED: u64 = 1 << 2;

/// The body of a tensor: the cell, and what keeps its memory. Integers for its shape and strides may follow.
#[repr(C)]
struct Body<K> {
    tensor: DLTensor,
    /// The number of integers after the body.
    tail: usize,
    /// Dropped with the tensor.
    holder: K,
}

// SAFETY: nothing changes the number.
unsafe impl<K> Tail for Body<K> {
    type Element = i64;

    unsafe fn count(body: *const Self) -> usize {
        // SAFETY: the caller's contract.
        unsafe { (*body).tail }
    }
}

/// A managed tensor of DLPack, of either form.
trait ManagedTensor: Sized {
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
    // SAFETY: the managed tensor was made by `to_dlpack`, and its owner gives it up.
    let managed = unsafe { Box::from_raw(managed) };
    // SAFETY: it owns its object.
    drop(unsafe { Object::from_owned(managed.object()) });
}

/// A tensor that owns the managed one. After a failure that stays the caller's.
///
/// # Safety
///
/// The managed tensor is NULL, or the caller owns it, and DLTensor validity.
unsafe fn from_managed<M: ManagedTensor>(managed: *mut M, alignment: i32, contiguous: i32) -> Result<Object> {
    let Some(managed) = NonNull::new(managed) else {
        return Err(fail!(RuntimeError, "FromDLPack: The managed tensor is NULL."));
    };
    // SAFETY: the caller's contract.
    let lent = unsafe { managed.as_ref() };
    let tensor = *lent.tensor();
    // SAFETY: the caller's contract.
    let shape = unsafe { extents(&tensor) }?;
    // As in C++, a negative alignment is a large one.
    let alignment = alignment as usize;
    if alignment != 0 && !is_aligned(&tensor, alignment) {
        return Err(fail!(RuntimeError, "FromDLPack: Data is not aligned to {alignment} bytes."));
    }
    // SAFETY: the caller's contract.
    if contiguous != 0 && !unsafe { is_contiguous(shape, tensor.strides) } {
        return Err(fail!(RuntimeError, "FromDLPack: Tensor is not contiguous."));
    }
    if lent.is_subbyte_type_padded() {
        return Err(fail!(RuntimeError, "Subbyte type padded is not yet supported"));
    }
    let tail = if tensor.strides.is_null() { shape.len() } else { 0 };
    Ok(Object::with_tail(TypeIndex::TENSOR, tail, |strides: NonNull<i64>| {
        let mut tensor = tensor;
        if tail != 0 {
            // SAFETY: the tail has room for one stride of each dimension, and is new.
            unsafe { write_compact_strides(shape, strides) };
            tensor.strides = strides.as_ptr();
        }
        Body { tensor, tail, holder: Managed(managed) }
    }))
}

/// A tensor that owns a managed one of the C API's version. After a failure that stays the caller's.
///
/// # Safety
///
/// The managed tensor is NULL, or the caller owns it, and DLTensor validity.
pub(crate) unsafe fn from_versioned(managed: *mut DLManagedTensorVersioned) -> Result<Object> {
    // SAFETY: the caller's contract.
    unsafe { from_managed(managed, 0, 0) }
}

/// The extents of a tensor.
///
/// # Safety
///
/// DLTensor validity, during `'a`.
unsafe fn extents<'a>(tensor: &DLTensor) -> Result<&'a [i64]> {
    let rank = usize::try_from(tensor.ndim)
        .map_err(|_| fail!(RuntimeError, "A tensor has a negative number of dimensions: {}", tensor.ndim))?;
    if rank == 0 {
        return Ok(&[]);
    }
    if tensor.shape.is_null() {
        return Err(fail!(RuntimeError, "A tensor of {rank} dimensions has no shape"));
    }
    // SAFETY: the caller's contract.
    Ok(unsafe { core::slice::from_raw_parts(tensor.shape, rank) })
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
    place % alignment == 0
}

/// Whether elements lie one after the other in memory.
///
/// # Safety
///
/// The strides are NULL, or readable as one of each extent.
unsafe fn is_contiguous(shape: &[i64], strides: *const i64) -> bool {
    if strides.is_null() || shape.contains(&0) {
        return true;
    }
    let mut expected = 1i64;
    for (dimension, extent) in shape.iter().enumerate().rev() {
        if *extent == 1 {
            continue;
        }
        // SAFETY: the caller's contract.
        let stride = unsafe { strides.add(dimension) };
        // SAFETY: the caller's contract.
        if unsafe { stride.read() } != expected {
            return false;
        }
        expected = expected.wrapping_mul(*extent);
    }
    true
}

/// Writes the strides of elements that lie one after the other.
///
/// # Safety
///
/// The place is writable as one stride of each extent.
unsafe fn write_compact_strides(shape: &[i64], strides: NonNull<i64>) {
    let mut stride = 1i64;
    for (dimension, extent) in shape.iter().enumerate().rev() {
        // SAFETY: the caller's contract.
        let place = unsafe { strides.add(dimension) };
        // SAFETY: the caller's contract.
        unsafe { place.write(stride) };
        stride = stride.wrapping_mul(*extent);
    }
}

/// A managed tensor with a reference to a tensor object.
///
/// # Safety
///
/// The handle is NULL, or a tensor that is lent.
unsafe fn to_dlpack<M: ManagedTensor>(tensor: TVMFFIObjectHandle) -> Result<*mut M> {
    // SAFETY: the caller's contract.
    let Some(object) = (unsafe { Object::from_lent(tensor) }) else {
        return Err(fail!(RuntimeError, "ToDLPack: The tensor is NULL."));
    };
    // SAFETY: Object validity: the tensor follows the header.
    let tensor = unsafe { object.body::<DLTensor>().read() };
    Ok(Box::into_raw(Box::new(M::of_object(tensor, object))))
}

/// A tensor like the prototype that keeps another object.
///
/// # Safety
///
/// The prototype can be read, and DLTensor validity.
unsafe fn view(source: Option<Object>, prototype: &DLTensor) -> Result<Object> {
    // SAFETY: the caller's contract.
    let shape = unsafe { extents(prototype) }?;
    if prototype.strides.is_null() {
        return Err(fail!(InternalError, "Check not null: prototype.strides "));
    }
    let rank = shape.len();
    Ok(Object::with_tail(TypeIndex::TENSOR, rank * 2, |numbers: NonNull<i64>| {
        // SAFETY: the tail has room for the shape and as many strides, and is new.
        unsafe { numbers.copy_from_nonoverlapping(NonNull::from(shape).cast(), rank) };
        // SAFETY: as above.
        let strides = unsafe { numbers.add(rank) };
        // SAFETY: as above; the caller's contract.
        unsafe { strides.as_ptr().copy_from_nonoverlapping(prototype.strides, rank) };
        let tensor = DLTensor { shape: numbers.as_ptr(), strides: strides.as_ptr(), ..*prototype };
        Body { tensor, tail: rank * 2, holder: source }
    }))
}

/// `TVMFFITensorFromDLPack`.
///
/// # Safety
///
/// The C API: the caller owns the managed tensor and gives it up where the function returns 0, and `out` is writable.
pub(crate) unsafe extern "C" fn from_dlpack(
    managed: *mut DLManagedTensor,
    alignment: i32,
    contiguous: i32,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    catch::code(|| {
        // SAFETY: the caller's contract.
        let tensor = unsafe { from_managed(managed, alignment, contiguous) }?;
        // SAFETY: the caller's contract.
        unsafe { out.write(tensor.into_handle()) };
        Ok(())
    })
}

/// `TVMFFITensorFromDLPackVersioned`.
///
/// # Safety
///
/// The C API: the caller owns the managed tensor and gives it up where the function returns 0, and `out` is writable.
pub(crate) unsafe extern "C" fn from_dlpack_versioned(
    managed: *mut DLManagedTensorVersioned,
    alignment: i32,
    contiguous: i32,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    catch::code(|| {
        // SAFETY: the caller's contract.
        let tensor = unsafe { from_managed(managed, alignment, contiguous) }?;
        // SAFETY: the caller's contract.
        unsafe { out.write(tensor.into_handle()) };
        Ok(())
    })
}

/// `TVMFFITensorToDLPack`.
///
/// # Safety
///
/// The C API: the tensor is lent, and `out` is writable.
pub(crate) unsafe extern "C" fn to_dlpack_of(
    tensor: TVMFFIObjectHandle,
    out: *mut *mut DLManagedTensor,
) -> c_int {
    catch::code(|| {
        // SAFETY: the caller's contract.
        let managed = unsafe { to_dlpack(tensor) }?;
        // SAFETY: the caller's contract.
        unsafe { out.write(managed) };
        Ok(())
    })
}

/// `TVMFFITensorToDLPackVersioned`.
///
/// # Safety
///
/// The C API: the tensor is lent, and `out` is writable.
pub(crate) unsafe extern "C" fn to_dlpack_versioned(
    tensor: TVMFFIObjectHandle,
    out: *mut *mut DLManagedTensorVersioned,
) -> c_int {
    catch::code(|| {
        // SAFETY: the caller's contract.
        let managed = unsafe { to_dlpack(tensor) }?;
        // SAFETY: the caller's contract.
        unsafe { out.write(managed) };
        Ok(())
    })
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
    catch::code(|| {
        // SAFETY: the caller's contract.
        let source = unsafe { Object::from_lent(source) };
        // SAFETY: the caller's contract.
        let prototype = unsafe { prototype.read() };
        // SAFETY: the caller's contract.
        let tensor = unsafe { view(source, &prototype) }?;
        // SAFETY: the caller's contract.
        unsafe { out.write(tensor.into_handle()) };
        Ok(())
    })
}

#[cfg(test)]
mod tests;
