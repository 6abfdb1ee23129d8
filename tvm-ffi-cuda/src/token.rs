//! [`Cuda`]: the device and the stream of a call.

use core::ffi::c_void;
use core::fmt;
use core::marker::PhantomData;

use cudarc::driver::sys;
use tvm_ffi_core::__private::{Args, CallToken, OnGpu};
use tvm_ffi_core::{Device, Result, SearchTensors, TensorSearch, env};

use crate::device::MAX_DEVICES;
use crate::driver::{Capture, Driver, driver};
use crate::{context, device};

/// The GPU and the stream of one call.
///
/// Callers do not pass a `Cuda<'_>` to an exported function; the framework creates it for the call. Its GPU is the one that the call's tensors are on. If the call
/// has no CUDA tensors, it is the thread's current GPU, or the first one. Its stream is the current stream of the caller's framework: kernels that are launched
/// on it run after the work that the caller has launched, and before the work that it launches next, so neither side has to wait.
///
/// ```no_run
/// use tvm_ffi_core::Result;
/// use tvm_ffi_cuda::Cuda;
///
/// fn describe(cx: Cuda<'_>) -> Result<String> {
///     let (major, minor) = cx.compute_capability()?;
///     Ok(format!("{} of compute capability {major}.{minor}", cx.device()))
/// }
/// ```
///
/// The marker [`view::Cuda`](tvm_ffi_core::view::Cuda) is another type: it means that the memory of a view is on a GPU.
///
/// PyTorch tensors bring PyTorch's current stream with them. CuPy and JAX arrays do not: their calls use the default stream, unless the caller sets another, in
/// Python with `with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda:0"), stream.ptr):`.
///
/// The token can be copied, and passed on to other exported functions of the library, or as `&cx` to launches:
///
/// ```no_run
/// use tvm_ffi_core::{CudaView, CudaViewMut, Result};
/// use tvm_ffi_cuda::Cuda;
///
/// # fn rms_norm(_: Cuda<'_>, _: CudaView<'_, f32, 1>, _: CudaViewMut<'_, f32, 1>) -> Result<()> { Ok(()) }
/// # fn silu(_: Cuda<'_>, _: CudaViewMut<'_, f32, 1>) -> Result<()> { Ok(()) }
/// fn norm_and_silu(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, mut y: CudaViewMut<'_, f32, 1>) -> Result<()> {
///     rms_norm(cx, x, y.reborrow())?;
///     silu(cx, y)
/// }
/// ```
///
/// The token is valid during the call, on the thread of the call. The compiler refuses code that stores it:
///
/// ```compile_fail
/// use std::cell::RefCell;
/// use tvm_ffi_cuda::Cuda;
///
/// thread_local!(static KEPT: RefCell<Option<Cuda<'static>>> = const { RefCell::new(None) });
/// fn keep(cx: Cuda<'_>) {
///     KEPT.set(Some(cx));
/// }
/// ```
///
/// or that uses it on another thread:
///
/// ```compile_fail,E0277
/// use tvm_ffi_cuda::Cuda;
///
/// fn elsewhere(cx: Cuda<'_>) {
///     std::thread::scope(|scope| _ = scope.spawn(|| cx.device()));
/// }
/// ```
#[derive(Clone, Copy)]
pub struct Cuda<'call> {
    pub(crate) driver: &'static Driver,
    /// Below [`MAX_DEVICES`].
    pub(crate) device: u32,
    pub(crate) stream: sys::CUstream,
    /// Whether the stream is the caller's, so that the allocator of the caller's framework orders its memory on it.
    pub(crate) is_callers: bool,
    /// Whether a launch needs the device's context to be current on this thread. Default streams need it, since their handles name no context, and so does blocking mode.
    pub(crate) needs_context: bool,
    pub(crate) marker: PhantomData<&'call ()>,
}

// SAFETY: a device and a stream lead to no tensor.
unsafe impl SearchTensors for Cuda<'_> {
    const LEADS_TO_TENSORS: bool = false;

    fn search(&self, _: &mut TensorSearch) {}
}

/// Bounds that no type meets, so that the compiler's error about a token on another thread names the token, and not the raw pointer in it.
mod thread {
    #[diagnostic::on_unimplemented(
        message = "`Cuda<'_>` cannot be sent to another thread",
        label = "`Cuda<'_>` is valid only on the thread of its call",
        note = "the caller sets its current stream for one thread; on another thread, `tvm_ffi::cuda::with_device` gives a token for that thread"
    )]
    pub(crate) trait Sent {}

    #[diagnostic::on_unimplemented(
        message = "`Cuda<'_>` cannot be shared with another thread",
        label = "`Cuda<'_>` is valid only on the thread of its call",
        note = "the caller sets its current stream for one thread; on another thread, `tvm_ffi::cuda::with_device` gives a token for that thread"
    )]
    pub(crate) trait Shared {}
}

// SAFETY: the token is never `Send`: no type implements the bound.
unsafe impl<'call> Send for Cuda<'call> where Cuda<'call>: thread::Sent {}
// SAFETY: the token is never `Sync`: no type implements the bound.
unsafe impl<'call> Sync for Cuda<'call> where Cuda<'call>: thread::Shared {}

impl Cuda<'_> {
    /// The GPU that the tensors of the call are on.
    #[inline(always)]
    pub fn device(&self) -> Device {
        Device::cuda(self.device as i32)
    }

    /// The stream as a `CUstream` of the driver API, which is the same as a `cudaStream_t` of the runtime API. NULL is the legacy default stream.
    ///
    /// Pass it to other libraries to launch their work in the order of the call. The stream lives at least as long as the call.
    #[inline(always)]
    pub fn raw_stream(&self) -> *mut c_void {
        self.stream.cast()
    }

    /// The compute capability of the GPU: `(9, 0)` for an H100. The driver is asked once.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the device does not exist.
    #[inline]
    #[track_caller]
    pub fn compute_capability(&self) -> Result<(u32, u32)> {
        device::capability(self.driver, self.device)
    }

    /// The number of multiprocessors of the GPU. The driver is asked once.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the device does not exist.
    #[inline]
    #[track_caller]
    pub fn multiprocessors(&self) -> Result<u32> {
        device::multiprocessors(self.driver, self.device)
    }

    /// Whether the stream is being captured into a graph, so that launches are recorded and do not run yet.
    ///
    /// Launches work in both cases. The question matters for what cannot be captured: waiting for the stream, and reading a kernel's results on the host.
    ///
    /// # Errors
    ///
    /// The driver's error, for example if the stream has been destroyed.
    #[track_caller]
    pub fn is_capturing(&self) -> Result<bool> {
        // The legacy default stream cannot be captured, and the query fails for it while another stream is captured.
        if self.stream.addr() <= 1 {
            return Ok(false);
        }
        let _guard = context::enter(self.driver, self.device)?;
        // SAFETY: the stream lives as long as the token.
        match unsafe { self.driver.capture(self.stream) } {
            Ok(capture) => Ok(capture != Capture::Not),
            Err(status) => status
                .check(self.driver, "the stream could not be queried for its capture state")
                .map(|()| false),
        }
    }

    /// Waits until all work on the stream has ended, including the caller's.
    ///
    /// Afterwards the host can read what the kernels have written. Exported functions rarely need this: the caller's next kernel waits anyway.
    ///
    /// # Errors
    ///
    /// The driver's error: a kernel has failed, or the stream is being captured into a graph.
    #[track_caller]
    pub fn synchronize(&self) -> Result<()> {
        let _guard = context::enter(self.driver, self.device)?;
        // SAFETY: the stream lives as long as the token.
        let status = unsafe { (self.driver.stream_synchronize)(self.stream) };
        status.check(self.driver, format_args!("waiting for the stream on {} failed", self.device()))
    }

    /// Runs `body` with the GPU's primary context current on this thread, as most other CUDA libraries require. The previous context is restored afterwards, also after
    /// an error or a panic. Launches through this crate do not need it.
    ///
    /// # Errors
    ///
    /// The error of `body`. Without running `body`: a `ValueError` if the device does not exist, or the driver's error.
    #[track_caller]
    pub fn with_context<R>(&self, body: impl FnOnce() -> Result<R>) -> Result<R> {
        let _guard = context::enter(self.driver, self.device)?;
        body()
    }

    /// The device number as an index of tables.
    #[inline(always)]
    pub(crate) fn index(&self) -> usize {
        // The remainder shows the compiler that the index is in bounds.
        self.device as usize % MAX_DEVICES
    }

    /// Whether the stream is a default stream, whose handle refers to the current context of the thread.
    #[inline(always)]
    pub(crate) fn is_on_default_stream(&self) -> bool {
        is_default(self.stream)
    }

    /// The token of a device below [`MAX_DEVICES`], with the caller's stream for it.
    #[inline(always)]
    fn of_device(driver: &'static Driver, device: u32) -> Self {
        let stream = env::stream(Device::cuda(device as i32)).cast();
        let needs_context = is_default(stream) | driver.is_blocking;
        Self { driver, device, stream, is_callers: true, needs_context, marker: PhantomData }
    }

    /// This token with another stream.
    pub(crate) fn on_stream(&self, stream: sys::CUstream) -> Cuda<'_> {
        let needs_context = is_default(stream) | self.driver.is_blocking;
        Cuda { stream, is_callers: false, needs_context, ..*self }
    }
}

/// Whether the handle is NULL, the legacy default stream, or the per-thread default stream.
#[inline(always)]
fn is_default(stream: sys::CUstream) -> bool {
    stream.addr() <= 2
}

impl fmt::Debug for Cuda<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cuda({}, stream {:#x})", self.device(), self.stream.addr())
    }
}

// SAFETY: it looks at no argument.
unsafe impl<'call> CallToken<'call> for Cuda<'call> {
    // With a tensor this makes no driver call: loading the first kernel checks that the device exists.
    #[inline(always)]
    #[track_caller]
    fn for_call(_: Args<'call>, gpu: Option<i32>) -> Result<Self> {
        let driver = driver()?;
        match gpu {
            Some(gpu) if (gpu as usize) < MAX_DEVICES => Ok(Self::of_device(driver, gpu as u32)),
            _ => Ok(Self::of_device(driver, without_tensor(driver, gpu)?)),
        }
    }

    #[inline(always)]
    fn gpu(&self) -> i32 {
        self.device as i32
    }
}

/// The device of a call without CUDA tensors. With a tensor on a device whose number is out of range, the error.
#[cold]
#[inline(never)]
#[track_caller]
fn without_tensor(driver: &'static Driver, gpu: Option<i32>) -> Result<u32> {
    if let Some(gpu) = gpu {
        return device::number(driver, gpu);
    }
    let mut current: sys::CUdevice = 0;
    // SAFETY: `current` is writable.
    let status = unsafe { (driver.ctx_get_device)(&mut current) };
    // The query fails if no context is current.
    Ok(if status.is_success() { device::number(driver, current)? } else { 0 })
}

/// Runs `body` with a token for a GPU and the stream that is set for it on this thread. It is for Rust code outside of exported functions, which take a `Cuda<'_>`
/// as a parameter.
///
/// ```no_run
/// # fn main() -> tvm_ffi_core::Result<()> {
/// let processors = tvm_ffi_cuda::with_device(0, |cx| cx.multiprocessors())?;
/// # _ = processors;
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// The error of `body`. Without running `body`: a `RuntimeError` that says what is missing if CUDA is not available, or a `ValueError` if the device does not exist.
#[track_caller]
pub fn with_device<R>(device: i32, body: impl FnOnce(&Cuda<'_>) -> Result<R>) -> Result<R> {
    let driver = driver()?;
    let device = device::number(driver, device)?;
    let _on_gpu = OnGpu::enter(device as i32);
    body(&Cuda::of_device(driver, device))
}
