//! Fixtures: drivers, and tensors that claim to be on a GPU.

use std::ptr::{NonNull, without_provenance_mut};
use std::sync::atomic::{AtomicI64, Ordering};

use tvm_ffi::abi::{DLManagedTensorVersioned, DLTensor};
use tvm_ffi::dlpack::ManagedTensor;
use tvm_ffi::{DType, Device, Result, Tensor, bail, ensure};
use tvm_ffi_cuda_tests::fake;

/// The path of a driver that records; empty where it could not be built.
#[tvm_ffi::export]
fn driver_library() -> &'static str {
    fake::COMPLETE
}

/// The number of live tensors of [`device_tensor`].
static LIVE: AtomicI64 = AtomicI64::new(0);

/// The context of a tensor.
struct Owned {
    managed: DLManagedTensorVersioned,
    shape: Vec<i64>,
    strides: Vec<i64>,
}

/// The deleter: a native one, since tensors may outlive the interpreter.
unsafe extern "C" fn delete(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: it is called once, with the tensor that `device_tensor` made.
    let context = unsafe { (*managed).manager_ctx };
    // SAFETY: the context is the box that `device_tensor` gave up.
    drop(unsafe { Box::from_raw(context.cast::<Owned>()) });
    LIVE.fetch_sub(1, Ordering::Relaxed);
}

/// A tensor at any address, which is not allocated; strides are in elements.
#[tvm_ffi::export]
pub(crate) fn device_tensor(
    shape: Vec<i64>,
    #[default(DType::F32)] dtype: DType,
    #[default(Device::cuda(0))] device: Device,
    #[default(0x10000)] address: usize,
    #[default(None)] strides: Option<Vec<i64>>,
    #[default(0)] byte_offset: u64,
) -> Result<Tensor> {
    let strides = strides.unwrap_or_default();
    ensure!(strides.is_empty() || strides.len() == shape.len(), ValueError, "one stride a dimension");
    let managed = DLManagedTensorVersioned {
        version: tvm_ffi::abi::DLPackVersion { major: 1, minor: 0 },
        manager_ctx: std::ptr::null_mut(),
        deleter: Some(delete),
        flags: 0,
        dl_tensor: DLTensor {
            data: without_provenance_mut(address),
            device: device.into(),
            ndim: shape.len() as i32,
            dtype: dtype.into(),
            shape: std::ptr::null_mut(),
            strides: std::ptr::null_mut(),
            byte_offset,
        },
    };
    let owned = Box::leak(Box::new(Owned { managed, shape, strides }));
    owned.managed.dl_tensor.shape = owned.shape.as_mut_ptr();
    if !owned.strides.is_empty() {
        owned.managed.dl_tensor.strides = owned.strides.as_mut_ptr();
    }
    let owned = NonNull::from(owned);
    LIVE.fetch_add(1, Ordering::Relaxed);
    // SAFETY: the box was leaked just now.
    let managed = unsafe { &raw mut (*owned.as_ptr()).managed };
    // SAFETY: as above.
    unsafe { (*managed).manager_ctx = owned.as_ptr().cast() };
    let Some(managed) = NonNull::new(managed) else { bail!("a field has an address") };
    // SAFETY: it is owned here, is not changed until its deleter runs, and has no host memory.
    Tensor::from_dlpack(unsafe { ManagedTensor::from_raw(managed) })
}

/// The number of live tensors of [`device_tensor`].
#[tvm_ffi::export]
fn live_device_tensors() -> i64 {
    LIVE.load(Ordering::Relaxed)
}
