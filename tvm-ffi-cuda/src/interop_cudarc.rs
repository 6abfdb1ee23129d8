//! Streams and pointers for the safe layer of the crate `cudarc`.

use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::{CudaContext, CudaStream, DeviceRepr, sys};
use tvm_ffi_core::{Result, bail};

use crate::context;
use crate::device::MAX_DEVICES;
use crate::pointer::{Ptr, PtrMut};
use crate::status::Status;
use crate::token::Cuda;

/// `cudarc`'s handle of each device's primary context. It is kept because creating one takes several driver calls; the context itself is never released anyway.
static CONTEXTS: Mutex<[Option<Arc<CudaContext>>; MAX_DEVICES]> = Mutex::new([const { None }; MAX_DEVICES]);

impl Cuda<'_> {
    /// The stream of the call as a stream of `cudarc`, to allocate, copy, and launch with that crate in the order of the call.
    ///
    /// The stream is borrowed: dropping it does not destroy it. This function does not change the thread's current context. `cudarc` itself makes the device's context
    /// current when it is used, and leaves it current; wrap such code in [`with_context`](Self::with_context) to restore the previous one.
    ///
    /// ```no_run
    /// # fn main() -> tvm_ffi_core::Result<()> {
    /// tvm_ffi_cuda::with_device(0, |cx| {
    ///     // SAFETY: nothing that has the stream leaves this closure.
    ///     let stream = unsafe { cx.cudarc_stream() }?;
    ///     cx.with_context(|| {
    ///         let scratch = stream.alloc_zeros::<f32>(1024).map_err(|error| format!("{error:?}"))?;
    ///         # _ = scratch;
    ///         Ok(())
    ///     })
    /// })
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if `cudarc` does not find the driver, for which it has its own search, or if it cannot open the device.
    ///
    /// # Safety
    ///
    /// The stream, and anything that holds it (such as a `CudaSlice` or `CudaEvent` made with it), must not be used or dropped after the stream's owner has destroyed
    /// it. Use within the call is fine, since the caller keeps its stream alive during the call. The result is an [`Arc`], so no lifetime can enforce this.
    #[track_caller]
    pub unsafe fn cudarc_stream(&self) -> Result<Arc<CudaStream>> {
        let cudarc = self.cudarc_context()?;
        // SAFETY: the stream belongs to the device's primary context, which `cudarc` refers to; the caller's contract covers the rest.
        Ok(unsafe { cudarc.wrap_borrowed_stream(self.stream) })
    }

    /// The primary context of the device as a context of `cudarc`, to load modules with that crate. Each device has one for the whole process.
    ///
    /// # Errors
    ///
    /// As for [`cudarc_stream`](Self::cudarc_stream).
    #[track_caller]
    pub fn cudarc_context(&self) -> Result<Arc<CudaContext>> {
        let mut contexts = CONTEXTS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = &mut contexts[self.index()];
        if let Some(known) = known {
            return Ok(Arc::clone(known));
        }
        probe()?;
        // `CudaContext::new` makes the context current; the guard restores the previous one.
        let _guard = context::enter(self.driver, self.device)?;
        let made = CudaContext::new(self.device as usize).map_err(|error| {
            let what = format!("`cudarc` could not open {}", self.device());
            Status(error.0 as u32).error(self.driver, &what)
        })?;
        Ok(Arc::clone(known.insert(made)))
    }
}

/// Checks that `cudarc` finds a driver. Without this it would panic.
#[track_caller]
fn probe() -> Result<()> {
    // SAFETY: it loads files with the names of CUDA drivers, whose initialisers are safe to run in any process.
    if unsafe { sys::is_culib_present() } {
        return Ok(());
    }
    bail!(
        "the CUDA driver library could not be loaded by `cudarc`, which looks for names such as `libcuda.so` on the loader's path, and ignores `TVM_FFI_CUDA_DRIVER`"
    )
}

// SAFETY: the type is a device address of eight bytes, which is what a kernel takes for a pointer.
unsafe impl<T> DeviceRepr for Ptr<'_, T> {}

// SAFETY: as above.
unsafe impl<T> DeviceRepr for PtrMut<'_, T> {}
