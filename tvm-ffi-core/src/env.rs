//! The environment of a call: its stream, and signals such as Ctrl-C.
//!
//! The runtime keeps a thread's streams, and the last raised error, in thread-local variables of its own. When a thread ends, these may be destroyed before Rust's
//! thread-locals are dropped, which the runtime does not check. So destructors of thread-locals must not call the runtime.

use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;

use crate::abi::{DLPackManagedTensorAllocator, TVMFFIStreamHandle};
use crate::device::Device;
use crate::error::{Error, ErrorKind, Result, check, take_raised_if_any};
use crate::runtime::{Python, find, is_present, table};

/// The bound for device types and numbers. The runtime keeps a table that is indexed by both, so larger ones are refused.
const LIMIT: i32 = 1 << 16;

/// The stream on which this thread should launch work on a device, such as a `cudaStream_t`; NULL for the device's default stream.
///
/// The caller sets it for the call, for instance to PyTorch's current stream. It is also NULL if no runtime is in the process: this does not load one, since a runtime
/// that was just loaded has no streams set.
///
/// ```
/// use tvm_ffi_core::{Device, env};
/// assert!(env::stream(Device::new(-1, -1)).is_null());
/// ```
pub fn stream(device: Device) -> *mut c_void {
    if !is_indexable(device) || !is_present() {
        return core::ptr::null_mut();
    }
    // SAFETY: neither number is negative.
    unsafe { table::TVMFFIEnvGetStream(device.device_type, device.device_id) }
}

/// The stream on which a thread launches work on a device, for the time of a call: `cudaStream_t`, `hipStream_t`, or whatever the
/// device has.
///
/// Get it from a view: `x.stream()`. It belongs to the thread and to the call, so it cannot be sent to another thread or outlive the
/// view.
///
/// ```
/// use tvm_ffi_core::env::Stream;
/// use tvm_ffi_core::{Device, SliceTensor};
/// let x = SliceTensor::new(&[1.0f32], [1])?;
/// let view = x.view();
/// let stream: Stream<'_> = view.stream();
/// assert_eq!(stream.device(), Device::cpu());
/// assert!(stream.as_raw().is_null());
/// # Ok::<(), tvm_ffi_core::Error>(())
/// ```
///
/// ```compile_fail
/// # use tvm_ffi_core::{Result, TensorView};
/// fn on_another_thread(x: TensorView<'_>) {
///     let stream = x.stream();
///     std::thread::scope(|scope| { scope.spawn(|| stream.as_raw()); });
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Stream<'a> {
    device: Device,
    handle: TVMFFIStreamHandle,
    // Neither `Send` nor `Sync`: another thread has a stream of its own.
    marker: PhantomData<(&'a (), *const ())>,
}

impl Stream<'_> {
    /// The stream set for a device on this thread.
    pub(crate) fn current(device: Device) -> Self {
        Self { device, handle: stream(device), marker: PhantomData }
    }

    /// The device.
    pub fn device(self) -> Device {
        self.device
    }

    /// The stream as a handle of the device's library; NULL for the device's default stream, see [`stream`].
    pub fn as_raw(self) -> *mut c_void {
        self.handle
    }
}

impl fmt::Debug for Stream<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Stream({:p}, {})", self.handle, self.device)
    }
}

/// Runs `body` with another stream set for a device on this thread. The previous stream is restored afterwards, also after a panic.
///
/// # Safety
///
/// `stream` is NULL or a stream of that device, and is not destroyed while `body` runs, since code called by `body` launches work on it.
///
/// # Errors
///
/// Without running `body`: a `ValueError` if the device type or number is negative or beyond 65535, and a `RuntimeError` if there is no runtime.
#[track_caller]
pub unsafe fn with_stream<R>(device: Device, stream: *mut c_void, body: impl FnOnce() -> R) -> Result<R> {
    find()?;
    if !is_indexable(device) {
        let Device { device_type, device_id } = device;
        crate::bail!(
            ValueError,
            "device type is {device_type} and device id is {device_id}, expected 0 to {}",
            LIMIT - 1
        );
    }
    let restore = Restore { device, stream: set(device, stream)?, marker: PhantomData };
    let result = body();
    drop(restore);
    Ok(result)
}

fn is_indexable(device: Device) -> bool {
    (0..LIMIT).contains(&device.device_type) && (0..LIMIT).contains(&device.device_id)
}

/// Sets a stream and returns the previous one. The device's type and number have been checked.
#[track_caller]
fn set(device: Device, stream: TVMFFIStreamHandle) -> Result<TVMFFIStreamHandle> {
    let mut before: TVMFFIStreamHandle = core::ptr::null_mut();
    // SAFETY: the numbers index a table that the runtime makes large enough; `before` is writable.
    check(unsafe { table::TVMFFIEnvSetStream(device.device_type, device.device_id, stream, &mut before) })?;
    Ok(before)
}

/// Restores a stream when it is dropped, on the thread where it was made.
struct Restore {
    device: Device,
    stream: TVMFFIStreamHandle,
    marker: PhantomData<*const ()>,
}

impl Drop for Restore {
    fn drop(&mut self) {
        // The runtime does not allocate for a device that was set before, so this cannot fail.
        let _ = set(self.device, self.stream);
    }
}

/// Runs `body`, which does not panic, with the allocator of a framework for the tensors that this thread makes. The previous one is restored
/// afterwards. Without a runtime, which makes the tensors, there is nothing to set.
///
/// # Safety
///
/// The allocator does what DLPack says, on any thread.
///
/// # Errors
///
/// Those of the runtime about the allocator.
#[doc(hidden)]
pub unsafe fn with_allocator<R>(
    allocator: DLPackManagedTensorAllocator,
    body: impl FnOnce() -> R,
) -> Result<R> {
    if find().is_err() {
        return Ok(body());
    }
    let mut before: DLPackManagedTensorAllocator = None;
    // SAFETY: the caller's contract; `before` is writable.
    check(unsafe { table::TVMFFIEnvSetDLPackManagedTensorAllocator(allocator, 0, &mut before) })?;
    let result = body();
    // SAFETY: the allocator was set before.
    check(unsafe { table::TVMFFIEnvSetDLPackManagedTensorAllocator(before, 0, core::ptr::null_mut()) })?;
    Ok(result)
}

/// Runs the host's pending signal handlers, and fails if one of them raises an error, such as `KeyboardInterrupt` after Ctrl-C in Python.
///
/// Call it regularly in long-running functions, and propagate the error with `?`. It acquires the GIL for a moment.
///
/// # Errors
///
/// The raised error, or one of kind `EnvErrorAlreadySet`, which passes the host's own error through unchanged.
#[track_caller]
pub fn check_signals() -> Result<()> {
    // The runtime knows the interpreter only once the package `tvm_ffi` was imported.
    if let Some(python) = Python::lock() {
        return if python.check_signals() { Ok(()) } else { Err(pending()) };
    }
    if !is_present() {
        return Ok(());
    }
    // SAFETY: the function takes nothing.
    match unsafe { table::TVMFFIEnvCheckSignals() } {
        0 => Ok(()),
        _ => Err(raised_or_pending()),
    }
}

#[cold]
#[track_caller]
fn raised_or_pending() -> Error {
    // Not a closure, whose error would have a line of the standard library.
    match take_raised_if_any() {
        Some(error) => error,
        None => pending(),
    }
}

#[cold]
#[track_caller]
fn pending() -> Error {
    Error::new(ErrorKind::EnvErrorAlreadySet, "the caller's environment has raised an error")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_cannot_index_are_refused() {
        for device in
            [Device::new(-1, 0), Device::new(2, -1), Device::new(LIMIT, 0), Device::new(2, i32::MAX)]
        {
            assert!(!is_indexable(device));
            assert!(stream(device).is_null());
        }
        assert!(is_indexable(Device::cuda(0)));
    }
}
