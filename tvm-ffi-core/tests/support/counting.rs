//! DLPack tensors that count how often their deleter runs.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi_core::abi::{DLManagedTensorVersioned, DLPackVersion, DLTensor};
use tvm_ffi_core::dlpack::ManagedTensor;
use tvm_ffi_core::{DType, Device};

/// How often a deleter ran.
#[derive(Clone, Default)]
pub(crate) struct Deleted(Arc<AtomicUsize>);

impl Deleted {
    pub(crate) fn count(&self) -> usize {
        self.0.load(Ordering::SeqCst)
    }
}

/// What a tensor owns: its numbers, its elements, and the counter.
struct Owned {
    managed: DLManagedTensorVersioned,
    _numbers: Vec<i64>,
    _elements: Vec<f32>,
    deleted: Deleted,
}

/// A tensor of float32 to be made.
pub(crate) struct Plan {
    pub(crate) elements: Vec<f32>,
    pub(crate) shape: Vec<i64>,
    pub(crate) strides: Option<Vec<i64>>,
    pub(crate) dtype: DType,
    pub(crate) device: Device,
    pub(crate) version: DLPackVersion,
    pub(crate) flags: u64,
}

impl Plan {
    pub(crate) fn new(elements: &[f32], shape: &[i64]) -> Self {
        Self {
            elements: elements.to_vec(),
            shape: shape.to_vec(),
            strides: None,
            dtype: DType::F32,
            device: Device::cpu(),
            version: DLPackVersion { major: 1, minor: 0 },
            flags: 0,
        }
    }

    /// The tensor as a struct with a deleter that counts.
    pub(crate) fn versioned(self) -> (ManagedTensor, Deleted) {
        let Self { mut elements, shape, strides, dtype, device, version, flags } = self;
        let ndim = shape.len();
        let mut numbers = shape;
        let has_strides = strides.is_some();
        numbers.extend(strides.unwrap_or_default());
        let data = if elements.is_empty() { std::ptr::null_mut() } else { elements.as_mut_ptr().cast() };
        let first = numbers.as_mut_ptr();
        let dl_tensor = DLTensor {
            data,
            device: device.into(),
            ndim: ndim as i32,
            dtype: dtype.into(),
            shape: first,
            strides: if has_strides { first.wrapping_add(ndim) } else { std::ptr::null_mut() },
            byte_offset: 0,
        };
        let (manager_ctx, deleter) = (std::ptr::null_mut(), Some(delete as _));
        let managed = DLManagedTensorVersioned { version, manager_ctx, deleter, flags, dl_tensor };
        let deleted = Deleted::default();
        let owned = Owned { managed, _numbers: numbers, _elements: elements, deleted: deleted.clone() };
        let owned = Box::leak(Box::new(owned));
        let context: *mut c_void = (&raw mut *owned).cast();
        owned.managed.manager_ctx = context;
        // SAFETY: the tensor is owned by its deleter, and everything it points to lives until then.
        (unsafe { ManagedTensor::from_raw(NonNull::from(&mut owned.managed)) }, deleted)
    }
}

unsafe extern "C" fn delete(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: a deleter gets the live tensor that it belongs to.
    let context = unsafe { &*managed }.manager_ctx;
    // SAFETY: `versioned` put the box there.
    let owned = unsafe { Box::from_raw(context.cast::<Owned>()) };
    owned.deleted.0.fetch_add(1, Ordering::SeqCst);
}
