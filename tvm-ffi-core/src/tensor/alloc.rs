//! Host memory for tensors, where no framework has given an allocator.

use core::ffi::c_void;
use core::mem::MaybeUninit;
use core::ptr::NonNull;
use std::alloc::{Layout, alloc_zeroed, dealloc};

use super::dlpack::ManagedTensor;
use super::layout;
use crate::abi::{DLManagedTensorVersioned, DLPackVersion, DLTensor};
use crate::deferred_drop::{Link, drop_or_defer};
use crate::device::Device;
use crate::dtype::DType;

/// The alignment of elements in bytes: a cache line, and what vector units and other frameworks ask for.
const ALIGNMENT: usize = 64;

/// The version of DLPack that is written.
const VERSION: DLPackVersion = DLPackVersion { major: 1, minor: 0 };

/// Zeroed memory with room to align in it.
///
/// It is allocated with the alignment that allocators give by themselves and aligned here: memory of a higher alignment
/// would be zeroed by hand, page by page, where `calloc` gets it zeroed from the system, and costs nothing until used.
struct Block {
    base: NonNull<u8>,
    layout: Layout,
}

impl Block {
    fn zeroed(size: usize) -> Option<Self> {
        let layout = Layout::from_size_align(size.checked_add(ALIGNMENT)?, 16).ok()?;
        // SAFETY: the size is at least `ALIGNMENT`, so it is not zero.
        let base = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        Some(Self { base, layout })
    }

    /// The aligned address in the block.
    fn data(&self) -> *mut c_void {
        let base = self.base.as_ptr();
        let padding = base.addr().next_multiple_of(ALIGNMENT) - base.addr();
        base.wrapping_add(padding).cast()
    }
}

impl Drop for Block {
    fn drop(&mut self) {
        // SAFETY: the block was allocated with this layout, and is not used again.
        unsafe { dealloc(self.base.as_ptr(), self.layout) };
    }
}

/// A managed tensor with everything that it points to.
#[repr(C)]
struct HostTensor<O> {
    /// For [`drop_or_defer`].
    link: MaybeUninit<Link>,
    managed: DLManagedTensorVersioned,
    /// Shape, then strides. No box: pointers into one end when it moves.
    _extents: Vec<i64>,
    _owner: O,
}

/// A contiguous tensor of zeros in host memory; `None` if so much memory cannot be had.
pub(super) fn zeros(dtype: DType, shape: &[i64], ndim: i32, size: usize) -> Option<ManagedTensor> {
    let block = Block::zeroed(size)?;
    let data = block.data();
    // SAFETY: the block has so many bytes, nothing else refers to it, and any thread may free it.
    Some(unsafe { manage(block, data, dtype, shape, ndim) })
}

/// A contiguous tensor in host memory that keeps the owner of its elements.
///
/// # Safety
///
/// - The extents are those of a tensor that fits memory, and there are `ndim` of them.
/// - From `data` on there are so many elements of this type, until the owner is dropped. Moving the owner does not move them.
/// - The owner may be dropped on any thread. Element validity holds as [`ManagedTensor::from_raw`] asks for it.
pub(super) unsafe fn manage<O: 'static>(
    owner: O,
    data: *mut c_void,
    dtype: DType,
    shape: &[i64],
    ndim: i32,
) -> ManagedTensor {
    let mut extents = shape.to_vec();
    extents.extend(layout::contiguous_strides(shape));
    let first = extents.as_mut_ptr();
    let dl_tensor = DLTensor {
        data,
        device: Device::cpu().to_dl(),
        ndim,
        dtype: dtype.to_dl(),
        shape: first,
        strides: first.wrapping_add(shape.len()),
        byte_offset: 0,
    };
    let managed = DLManagedTensorVersioned {
        version: VERSION,
        manager_ctx: core::ptr::null_mut(),
        deleter: Some(delete::<O>),
        flags: 0,
        dl_tensor,
    };
    let tensor = Box::into_raw(Box::new(HostTensor {
        link: MaybeUninit::uninit(),
        managed,
        _extents: extents,
        _owner: owner,
    }));
    // SAFETY: the box has just been made and is not shared.
    let managed = unsafe { &raw mut (*tensor).managed };
    // SAFETY: as above.
    unsafe { (*managed).manager_ctx = tensor.cast() };
    // SAFETY: not NULL, from a box.
    let managed = unsafe { NonNull::new_unchecked(managed) };
    // SAFETY: the tensor is owned by its deleter; the caller's contract.
    unsafe { ManagedTensor::from_raw(managed) }
}

/// Frees a tensor and drops the owner of its elements, whose panic ends here.
unsafe extern "C" fn delete<O: 'static>(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: DLPack calls the deleter once, with the tensor that it belongs to.
    let tensor = unsafe { (*managed).manager_ctx };
    // SAFETY: `manage` put the box there.
    let place = unsafe { NonNull::new_unchecked(tensor) }.cast();
    // SAFETY: nothing uses the tensor any more.
    unsafe { drop_tensor::<O>(place) };
}

/// Frees a tensor, now or later: its owner may own another tensor, and so on.
///
/// # Safety
///
/// Called once with the box of a tensor, or again by [`drop_or_defer`], when nothing uses it any more.
unsafe fn drop_tensor<O: 'static>(place: NonNull<Link>) {
    // SAFETY: the caller's contract; the box was leaked in `manage`.
    let mut drop_now = || drop(unsafe { Box::from_raw(place.cast::<HostTensor<O>>().as_ptr()) });
    // SAFETY: the caller's contract; the link is the first field of the box.
    unsafe { drop_or_defer(place, drop_tensor::<O>, &mut drop_now) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_is_aligned_and_zeroed() {
        for size in [0, 1, 63, 64, 65, 4096] {
            let block = Block::zeroed(size).unwrap();
            assert_eq!(block.data().addr() % ALIGNMENT, 0);
            // SAFETY: the block has room for `size` bytes behind the aligned address.
            let bytes = unsafe { core::slice::from_raw_parts(block.data().cast::<u8>(), size) };
            assert!(bytes.iter().all(|byte| *byte == 0));
        }
    }

    #[test]
    fn impossible_sizes_are_refused() {
        assert!(Block::zeroed(usize::MAX).is_none());
        assert!(Block::zeroed(isize::MAX as usize).is_none());
    }

    #[test]
    fn a_tensor_has_shape_and_strides_and_frees_itself() {
        let managed = zeros(DType::F32, &[2, 3], 2, 24).unwrap();
        let view = managed.view().unwrap();
        assert_eq!((view.shape(), &*view.strides()), (&[2, 3][..], &[3, 1][..]));
        assert_eq!(view.try_cpu::<f32, 2>().unwrap().as_slice(), [0.0; 6]);
        assert_eq!(format!("{managed:?}"), "ManagedTensor(float32[2, 3], cpu:0)");
        // Miri and the sanitizer watch that this frees everything once.
        drop(managed);
    }
}
