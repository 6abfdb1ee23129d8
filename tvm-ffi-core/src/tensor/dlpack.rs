//! Exchanging tensors with other frameworks by DLPack.

use core::fmt;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use super::Tensor;
use super::view::TensorView;
use crate::abi::{DLManagedTensorVersioned, TVMFFIObjectHandle};
use crate::error::{Result, check};
use crate::object_ref::ObjectRef;
use crate::runtime::{find, table};

/// The major version of DLPack whose structs are mirrored here.
const MAJOR_VERSION: u32 = 1;

/// A DLPack managed tensor that is owned here: its deleter runs when this is dropped.
pub struct ManagedTensor(NonNull<DLManagedTensorVersioned>);

// SAFETY: `from_raw` asks for a tensor that any thread may use and delete.
unsafe impl Send for ManagedTensor {}
// SAFETY: a shared reference gives nothing but the pointer.
unsafe impl Sync for ManagedTensor {}

impl ManagedTensor {
    /// Takes over a managed tensor.
    ///
    /// # Safety
    ///
    /// - The caller owns the tensor and gives it up.
    /// - Until its deleter runs, its `DLTensor` satisfies DLTensor validity of [`crate::abi`], does not change, and what it
    ///   reaches in host memory is allocated.
    /// - No code writes elements in host memory while they are read through a view of it, or of the [`Tensor`] that it becomes.
    /// - The tensor may be used, and its deleter called, on any thread.
    pub unsafe fn from_raw(managed: NonNull<DLManagedTensorVersioned>) -> Self {
        Self(managed)
    }

    /// The managed tensor, still owned here.
    pub fn as_ptr(&self) -> NonNull<DLManagedTensorVersioned> {
        self.0
    }

    /// Gives up ownership: the code that takes the pointer calls the deleter.
    pub fn into_raw(self) -> NonNull<DLManagedTensorVersioned> {
        ManuallyDrop::new(self).0
    }

    /// A view of the tensor.
    ///
    /// # Errors
    ///
    /// A `ValueError` for an unknown version of DLPack, for impossible numbers, and for elements without memory.
    #[track_caller]
    pub fn view(&self) -> Result<TensorView<'_>> {
        // SAFETY: the tensor is owned, so it is live.
        let managed = unsafe { self.0.as_ref() };
        let (major, minor) = (managed.version.major, managed.version.minor);
        crate::ensure!(
            major == MAJOR_VERSION,
            ValueError,
            "DLPack version is {major}.{minor}, expected {MAJOR_VERSION}.x"
        );
        // SAFETY: the contract of `from_raw`; it lives as long as the borrow of `self`.
        unsafe { TensorView::from_raw(NonNull::from(&managed.dl_tensor)) }
    }
}

impl Drop for ManagedTensor {
    fn drop(&mut self) {
        // SAFETY: the tensor is owned, so it is live.
        let deleter = unsafe { self.0.as_ref() }.deleter;
        if let Some(deleter) = deleter {
            // SAFETY: the tensor is owned and not used again; DLPack's deleters are called once, on any thread.
            unsafe { deleter(self.0.as_ptr()) };
        }
    }
}

impl fmt::Debug for ManagedTensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.view() {
            Ok(view) => view.write("ManagedTensor", f),
            Err(error) => write!(f, "ManagedTensor({error})"),
        }
    }
}

impl Tensor {
    /// A tensor from another framework's, sharing its elements.
    ///
    /// Whether the memory may be written is not kept: a flag that says that it is read-only is lost.
    ///
    /// # Errors
    ///
    /// What [`ManagedTensor::view`] gives, and a `RuntimeError` for elements of less than a byte that are padded to bytes. The
    /// managed tensor's deleter has run then.
    #[track_caller]
    pub fn from_dlpack(managed: ManagedTensor) -> Result<Self> {
        find()?;
        managed.view()?;
        let mut out: TVMFFIObjectHandle = core::ptr::null_mut();
        // The runtime owns the managed tensor only if it succeeds; otherwise it is dropped here.
        // SAFETY: `managed` owns the tensor, `out` is writable; alignment and contiguity are not asked for.
        check(unsafe { table::TVMFFITensorFromDLPackVersioned(managed.0.as_ptr(), 0, 0, &mut out) })?;
        let _ = managed.into_raw();
        // SAFETY: the runtime gave an owned tensor.
        match unsafe { ObjectRef::from_handle(out) } {
            // The `DLTensor` in it is the one that was checked above, with strides.
            Some(object) => Ok(Self(object)),
            None => crate::bail!("the runtime made no tensor"),
        }
    }

    /// The tensor for another framework, sharing its elements.
    ///
    /// # Errors
    ///
    /// A `MemoryError` or `RuntimeError` of the runtime.
    #[track_caller]
    pub fn to_dlpack(&self) -> Result<ManagedTensor> {
        let mut out: *mut DLManagedTensorVersioned = core::ptr::null_mut();
        // SAFETY: the handle is that of a live tensor.
        check(unsafe { table::TVMFFITensorToDLPackVersioned(self.0.handle(), &mut out) })?;
        match NonNull::new(out) {
            // SAFETY: the runtime gave an owned managed tensor, which holds a reference to this one.
            Some(managed) => Ok(unsafe { ManagedTensor::from_raw(managed) }),
            None => crate::bail!("the runtime made no managed tensor"),
        }
    }
}
