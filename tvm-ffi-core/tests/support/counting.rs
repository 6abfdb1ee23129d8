//! DLPack tensors that count how often their deleter runs.

use std::ffi::c_void;
use std::ptr::NonNull;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tvm_ffi_core::abi::{DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor};
use tvm_ffi_core::dlpack::{Managed, ManagedTensor};
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
struct Owned<M> {
    managed: M,
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
        let (version, flags) = (self.version, self.flags);
        self.make(|dl_tensor| DLManagedTensorVersioned {
            version,
            manager_ctx: std::ptr::null_mut(),
            deleter: Some(delete::<DLManagedTensorVersioned>),
            flags,
            dl_tensor,
        })
    }

    /// The tensor as the struct that `managed` makes, with [`delete`] for its deleter.
    pub(crate) fn make<M: Managed + HasContext>(
        self,
        managed: impl FnOnce(DLTensor) -> M,
    ) -> (ManagedTensor<M>, Deleted) {
        let Self { mut elements, shape, strides, dtype, device, .. } = self;
        let ndim = shape.len();
        let mut numbers = shape;
        let has_strides = strides.is_some();
        numbers.extend(strides.unwrap_or_default());
        let data = if elements.is_empty() { std::ptr::null_mut() } else { elements.as_mut_ptr().cast() };
        let first = numbers.as_mut_ptr();
        let tensor = managed(DLTensor {
            data,
            device: device.into(),
            ndim: ndim as i32,
            dtype: dtype.into(),
            shape: first,
            strides: if has_strides { first.wrapping_add(ndim) } else { std::ptr::null_mut() },
            byte_offset: 0,
        });
        let deleted = Deleted::default();
        let owned =
            Owned { managed: tensor, _numbers: numbers, _elements: elements, deleted: deleted.clone() };
        let owned = Box::leak(Box::new(owned));
        let context: *mut c_void = (&raw mut *owned).cast();
        *owned.managed.context() = context;
        // SAFETY: the tensor is owned by its deleter, and everything it points to lives until then.
        (unsafe { ManagedTensor::from_raw(NonNull::from(&mut owned.managed)) }, deleted)
    }
}

/// The place of the pointer that a deleter finds its way by.
pub(crate) trait HasContext {
    fn context(&mut self) -> &mut *mut c_void;
}

impl HasContext for DLManagedTensor {
    fn context(&mut self) -> &mut *mut c_void {
        &mut self.manager_ctx
    }
}

impl HasContext for DLManagedTensorVersioned {
    fn context(&mut self) -> &mut *mut c_void {
        &mut self.manager_ctx
    }
}

pub(crate) unsafe extern "C" fn delete<M: HasContext>(managed: *mut M) {
    // SAFETY: a deleter gets the live tensor that it belongs to.
    let context = *unsafe { &mut *managed }.context();
    // SAFETY: `make` put the box there.
    let owned = unsafe { Box::from_raw(context.cast::<Owned<M>>()) };
    owned.deleted.0.fetch_add(1, Ordering::SeqCst);
}
