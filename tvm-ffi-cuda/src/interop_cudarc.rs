//! Streams and pointers for the safe layer of the crate `cudarc`.

use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::{CudaContext, CudaStream, DeviceRepr, sys};
use tvm_ffi_core::{Result, bail};

use crate::context;
use crate::device::MAX_DEVICES;
use crate::pointer::{Ptr, PtrMut};
use crate::status::Status;
use crate::token::Cuda;

/// One of `cudarc`'s contexts for each device. It stands for the primary context, which is retained here anyhow, and is kept because making it costs several
/// calls of the driver.
static CONTEXTS: Mutex<[Option<Arc<CudaContext>>; MAX_DEVICES]> = Mutex::new([const { None }; MAX_DEVICES]);

impl Cuda<'_> {
    /// The stream of the call as `cudarc` has it, to allocate, copy, and launch with that crate in the order of the call.
    ///
    /// It is borrowed: dropping it does nothing to the stream. The context that is current on the thread stays as it is; `cudarc` itself makes the device's
    /// current when it is used, and leaves it so, which [`with_context`](Self::with_context) around that undoes.
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
    /// A `RuntimeError` if `cudarc` does not find the driver, which it looks for by names of its own, or if it fails to open the device.
    ///
    /// # Safety
    ///
    /// Neither the stream nor anything that keeps it (a `CudaSlice` or `CudaEvent` made of it) is used or dropped after the stream's owner has destroyed it.
    /// Within the call it is safe to use: the caller keeps its stream that long. It may be an [`Arc`], and thus be kept longer, which no lifetime can prevent.
    #[track_caller]
    pub unsafe fn cudarc_stream(&self) -> Result<Arc<CudaStream>> {
        let cudarc = self.cudarc_context()?;
        // SAFETY: the stream is of the device's primary context, which this one stands for; the caller's contract covers the rest.
        Ok(unsafe { cudarc.wrap_borrowed_stream(self.stream) })
    }

    /// The primary context of the device as `cudarc` has it, to load modules with that crate: it is one and the same in the whole process.
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
        // What it makes current is undone by the guard, or was current before.
        let _guard = context::enter(self.driver, self.device)?;
        let made = CudaContext::new(self.device as usize).map_err(|error| {
            let what = format_args!("`cudarc` could not open {}", self.device());
            Status(error.0 as u32).error(self.driver, &what)
        })?;
        Ok(Arc::clone(known.insert(made)))
    }
}

/// Makes sure that `cudarc` finds a driver: where it does not, it panics.
#[track_caller]
fn probe() -> Result<()> {
    // SAFETY: it loads libraries that are drivers by their names, whose initialisers every user of CUDA runs.
    if unsafe { sys::is_culib_present() } {
        return Ok(());
    }
    bail!(
        "the CUDA driver library could not be loaded by `cudarc`, which looks for `libcuda.so` and the like on the loader's path, and not in `TVM_FFI_CUDA_DRIVER`"
    )
}

// SAFETY: an address of eight bytes, which is what a kernel takes for a pointer.
unsafe impl<T> DeviceRepr for Ptr<'_, T> {}

// SAFETY: as above.
unsafe impl<T> DeviceRepr for PtrMut<'_, T> {}
