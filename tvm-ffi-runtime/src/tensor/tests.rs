use core::ptr::null_mut;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

use tvm_ffi_abi::{DLDataType, DLDevice, TVMFFIErrorCell};

use super::*;
use crate::error::take_raised;

/// A managed tensor that a test frees, whose deleter counts.
struct Given {
    managed: *mut DLManagedTensorVersioned,
    deleted: Arc<AtomicI32>,
}

impl Given {
    fn change(&self, change: impl FnOnce(&mut DLManagedTensorVersioned)) {
        // SAFETY: the test owns the managed tensor.
        change(unsafe { &mut *self.managed });
    }

    fn deleted(&self) -> i32 {
        self.deleted.load(Ordering::Relaxed)
    }
}

impl Drop for Given {
    fn drop(&mut self) {
        // SAFETY: the managed tensor is from a box, and no tensor has it any more.
        drop(unsafe { Box::from_raw(self.managed) });
    }
}

unsafe extern "C" fn count(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: the managed tensor is readable.
    let context = unsafe { (*managed).manager_ctx };
    // SAFETY: the context is the counter of the test.
    let deleted = unsafe { &*context.cast::<AtomicI32>() };
    deleted.fetch_add(1, Ordering::Relaxed);
}

fn tensor(shape: &[i64], strides: Option<&[i64]>) -> DLTensor {
    DLTensor {
        data: core::ptr::without_provenance_mut(0x1004),
        device: DLDevice { device_type: DLDeviceType::kDLCPU, device_id: 0 },
        ndim: shape.len() as i32,
        dtype: DLDataType { code: 2, bits: 32, lanes: 1 },
        shape: shape.as_ptr().cast_mut(),
        strides: strides.map_or(null_mut(), |strides| strides.as_ptr().cast_mut()),
        byte_offset: 0,
    }
}

fn given(dl_tensor: DLTensor) -> Given {
    let deleted = Arc::new(AtomicI32::new(0));
    let managed = DLManagedTensorVersioned {
        version: VERSION,
        manager_ctx: Arc::as_ptr(&deleted).cast_mut().cast(),
        deleter: Some(count),
        flags: 0,
        dl_tensor,
    };
    Given { managed: Box::into_raw(Box::new(managed)), deleted }
}

/// The tensor of a managed one, or the message of the failure.
fn imported(
    managed: *mut DLManagedTensorVersioned,
    alignment: i32,
    contiguous: i32,
) -> core::result::Result<Object, String> {
    let mut out = null_mut();
    // SAFETY: the managed tensor outlives the test, `out` is writable.
    if unsafe { from_dlpack(managed, alignment, contiguous, &mut out) } == 0 {
        // SAFETY: the function gave an owned tensor.
        return Ok(unsafe { Object::from_owned(out) }.expect("a tensor"));
    }
    let error = take_raised().expect("the function raises");
    // SAFETY: errors have the cell after the header.
    let message = unsafe { error.body::<TVMFFIErrorCell>().read() }.message;
    // SAFETY: the message is readable.
    Err(String::from_utf8_lossy(unsafe { message.bytes() }).into_owned())
}

fn cell(object: &Object) -> DLTensor {
    assert_eq!(object.type_index(), TypeIndex::TENSOR);
    // SAFETY: tensors have the cell after the header.
    unsafe { object.body::<DLTensor>().read() }
}

fn ints(first: *const i64, count: i32) -> Vec<i64> {
    // SAFETY: the tests ask for what a tensor has.
    unsafe { core::slice::from_raw_parts(first, count as usize) }.to_vec()
}

#[test]
fn a_managed_tensor_stays_the_callers_after_a_failure() {
    type Change = fn(&mut DLManagedTensorVersioned);
    let cases: &[(Change, i32, i32, &str)] = &[
        (|_| (), 8, 0, "FromDLPack: Data is not aligned to 8 bytes."),
        (|_| (), -4, 0, "FromDLPack: Data is not aligned to 18446744073709551612 bytes."),
        (|_| (), 12, 0, "FromDLPack: Data is not aligned to 12 bytes."),
        (|managed| managed.dl_tensor.byte_offset = 2, 4, 0, "FromDLPack: Data is not aligned to 4 bytes."),
        (|_| (), 0, 1, "FromDLPack: Tensor is not contiguous."),
        (|managed| managed.flags = 4, 0, 0, "Subbyte type padded is not yet supported"),
        (|managed| managed.dl_tensor.ndim = -1, 0, 0, "A tensor has a negative number of dimensions: -1"),
        (|managed| managed.dl_tensor.shape = null_mut(), 0, 0, "A tensor of 2 dimensions has no shape"),
    ];
    for (change, alignment, contiguous, message) in cases {
        let given = given(tensor(&[2, 3], Some(&[1, 2])));
        given.change(change);
        let failure = imported(given.managed, *alignment, *contiguous).err();
        assert_eq!(failure.as_deref(), Some(*message));
        assert_eq!(given.deleted(), 0);
    }
    assert!(imported(null_mut(), 0, 0).is_err());
}

#[test]
fn only_the_offset_is_aligned_where_data_is_no_address() {
    let mut tensor = tensor(&[1], None);
    tensor.device.device_type = DLDeviceType::kDLVulkan;
    let given = given(tensor);
    drop(imported(given.managed, 8, 0).expect("the offset is aligned"));
    given.change(|managed| managed.dl_tensor.byte_offset = 4);
    assert!(imported(given.managed, 8, 0).is_err());
}

#[test]
fn strides_of_single_and_empty_dimensions_do_not_matter() {
    let cases: &[(&[i64], &[i64], bool)] = &[
        (&[2, 1, 3], &[3, 99, 1], true),
        (&[2, 0], &[7, 7], true),
        (&[2, 3], &[4, 1], false),
        (&[2], &[2], false),
    ];
    for (shape, strides, expected) in cases {
        // SAFETY: there is a stride for each extent.
        let is_compact = unsafe { has_compact_strides(&tensor(shape, Some(strides)), shape.len()) };
        assert_eq!(is_compact, *expected, "{shape:?} {strides:?}");
    }
}

#[test]
fn a_view_has_its_own_numbers_and_keeps_the_source() {
    let given = given(tensor(&[2, 3], None));
    let source = imported(given.managed, 0, 0).expect("a tensor");
    let mut out = null_mut();
    {
        let (shape, strides) = ([3, 2], [1, 3]);
        let mut prototype = tensor(&shape, Some(&strides));
        prototype.byte_offset = 4;
        // SAFETY: the source is lent, the prototype readable, `out` writable.
        assert_eq!(unsafe { create_unsafe_view(source.handle(), &prototype, &mut out) }, 0);
        let without_strides = tensor(&shape, None);
        let mut other = null_mut();
        // SAFETY: as above.
        assert_eq!(unsafe { create_unsafe_view(source.handle(), &without_strides, &mut other) }, -1);
        assert!(take_raised().is_some() && other.is_null());
    }
    // SAFETY: the function gave an owned tensor.
    let view = unsafe { Object::from_owned(out) }.expect("a tensor");
    drop(source);
    let cell = cell(&view);
    assert_eq!((ints(cell.shape, 2), ints(cell.strides, 2), cell.byte_offset), (vec![3, 2], vec![1, 3], 4));
    assert_eq!(given.deleted(), 0);
    drop(view);
    assert_eq!(given.deleted(), 1);
}
