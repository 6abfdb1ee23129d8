//! Exchanging tensors with other frameworks by DLPack.

use core::ffi::c_int;
use core::fmt;
use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use super::Tensor;
use super::view::TensorView;
use crate::abi::{DLManagedTensor, DLManagedTensorVersioned, DLTensor, TVMFFIObjectHandle};
use crate::error::{Result, check};
use crate::object_ref::ObjectRef;
use crate::runtime::{find, table};

/// The major version of DLPack whose structs are mirrored here.
const MAJOR_VERSION: u32 = 1;

/// The two structs that a managed tensor may be: `DLManagedTensorVersioned`, and `DLManagedTensor` from before DLPack 1.0.
///
/// # Safety
///
/// The functions do what their documentation says; the methods rely on it.
pub unsafe trait Managed: sealed::Sealed + Sized {
    /// The `DLTensor`, or the version that keeps it from being read.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the struct is of a version that is not known here.
    #[doc(hidden)]
    fn tensor(&self) -> Result<&DLTensor>;

    /// Gives up the tensor.
    ///
    /// # Safety
    ///
    /// The caller owns the tensor, which it does not use again.
    #[doc(hidden)]
    unsafe fn delete(managed: NonNull<Self>);

    /// Makes a tensor object that owns the tensor, if it succeeds.
    ///
    /// # Safety
    ///
    /// `out` is writable; the caller owns the tensor.
    #[doc(hidden)]
    unsafe fn import(managed: NonNull<Self>, out: &mut TVMFFIObjectHandle) -> c_int;

    /// Makes a managed tensor that holds a reference to a tensor object.
    ///
    /// # Safety
    ///
    /// The handle is that of a live tensor.
    #[doc(hidden)]
    unsafe fn export(tensor: TVMFFIObjectHandle, out: &mut *mut Self) -> c_int;
}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::DLManagedTensor {}
    impl Sealed for super::DLManagedTensorVersioned {}
}

/// Implements [`Managed`] with functions of the runtime. `$check` is a check of the struct.
macro_rules! managed {
    ($type:ident, $import:ident, $export:ident, |$managed:ident| $check:expr) => {
        // SAFETY: the functions are those for this struct.
        unsafe impl Managed for $type {
            fn tensor(&self) -> Result<&DLTensor> {
                let $managed = self;
                $check.map(|()| &self.dl_tensor)
            }

            unsafe fn delete(managed: NonNull<Self>) {
                // SAFETY: the caller owns the tensor, so it is live.
                let deleter = unsafe { (*managed.as_ptr()).deleter };
                if let Some(deleter) = deleter {
                    // SAFETY: the caller's contract; DLPack's deleters are called once, on any thread.
                    unsafe { deleter(managed.as_ptr()) };
                }
            }

            unsafe fn import(managed: NonNull<Self>, out: &mut TVMFFIObjectHandle) -> c_int {
                // SAFETY: the caller's contract; alignment and contiguity are not asked for.
                unsafe { table::$import(managed.as_ptr(), 0, 0, out) }
            }

            unsafe fn export(tensor: TVMFFIObjectHandle, out: &mut *mut Self) -> c_int {
                // SAFETY: the caller's contract.
                unsafe { table::$export(tensor, out) }
            }
        }
    };
}

managed!(
    DLManagedTensorVersioned,
    TVMFFITensorFromDLPackVersioned,
    TVMFFITensorToDLPackVersioned,
    |managed| check_version(managed)
);
managed!(DLManagedTensor, TVMFFITensorFromDLPack, TVMFFITensorToDLPack, |_managed| Ok(()));

fn check_version(managed: &DLManagedTensorVersioned) -> Result<()> {
    let (major, minor) = (managed.version.major, managed.version.minor);
    crate::ensure!(
        major == MAJOR_VERSION,
        ValueError,
        "DLPack version is {major}.{minor}, expected {MAJOR_VERSION}.x"
    );
    Ok(())
}

/// A DLPack managed tensor that is owned here: its deleter runs when this is dropped.
///
/// `M` is `DLManagedTensorVersioned`, or `DLManagedTensor` for consumers from before DLPack 1.0.
pub struct ManagedTensor<M: Managed = DLManagedTensorVersioned>(NonNull<M>);

// SAFETY: `from_raw` asks for a tensor that any thread may use and delete.
unsafe impl<M: Managed> Send for ManagedTensor<M> {}
// SAFETY: a shared reference gives nothing but the pointer.
unsafe impl<M: Managed> Sync for ManagedTensor<M> {}

impl<M: Managed> ManagedTensor<M> {
    /// Takes over a managed tensor.
    ///
    /// # Safety
    ///
    /// - The caller owns the tensor and gives it up.
    /// - Until its deleter runs, its `DLTensor` satisfies DLTensor validity of [`crate::abi`], does not change, and what it
    ///   reaches in host memory is allocated.
    /// - No code writes elements in host memory while they are read through a view of it, or of the [`Tensor`] that it becomes.
    /// - The tensor may be used, and its deleter called, on any thread.
    pub unsafe fn from_raw(managed: NonNull<M>) -> Self {
        Self(managed)
    }

    /// The managed tensor, still owned here.
    pub fn as_ptr(&self) -> NonNull<M> {
        self.0
    }

    /// Gives up ownership: the code that takes the pointer calls the deleter.
    pub fn into_raw(self) -> NonNull<M> {
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
        // SAFETY: the contract of `from_raw`; it lives as long as the borrow of `self`.
        unsafe { TensorView::from_raw(NonNull::from(managed.tensor()?)) }
    }
}

impl<M: Managed> Drop for ManagedTensor<M> {
    fn drop(&mut self) {
        // SAFETY: the tensor is owned and not used again.
        unsafe { M::delete(self.0) };
    }
}

impl<M: Managed> fmt::Debug for ManagedTensor<M> {
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
    pub fn from_dlpack<M: Managed>(managed: ManagedTensor<M>) -> Result<Self> {
        find()?;
        managed.view()?;
        let mut out: TVMFFIObjectHandle = core::ptr::null_mut();
        // The runtime owns the managed tensor only if it succeeds; otherwise it is dropped here.
        // SAFETY: `managed` owns the tensor, `out` is writable.
        check(unsafe { M::import(managed.0, &mut out) })?;
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
        self.export()
    }

    /// The tensor for a framework from before DLPack 1.0, sharing its elements.
    ///
    /// # Errors
    ///
    /// A `MemoryError` or `RuntimeError` of the runtime.
    #[track_caller]
    pub fn to_dlpack_legacy(&self) -> Result<ManagedTensor<DLManagedTensor>> {
        self.export()
    }

    #[track_caller]
    fn export<M: Managed>(&self) -> Result<ManagedTensor<M>> {
        let mut out: *mut M = core::ptr::null_mut();
        // SAFETY: the handle is that of a live tensor.
        check(unsafe { M::export(self.0.handle(), &mut out) })?;
        match NonNull::new(out) {
            // SAFETY: the runtime gave an owned managed tensor, which holds a reference to this one.
            Some(managed) => Ok(unsafe { ManagedTensor::from_raw(managed) }),
            None => crate::bail!("the runtime made no managed tensor"),
        }
    }
}
