//! [`Cuda`]: where the work of a call goes.

use core::ffi::{c_int, c_void};
use core::fmt;
use core::marker::PhantomData;

use cudarc::driver::sys;
use tvm_ffi_core::__private::{Args, CallToken};
use tvm_ffi_core::{Device, Result, env};

use crate::device::MAX_DEVICES;
use crate::driver::{Driver, driver};
use crate::{context, device};

/// The GPU and the stream of one call.
///
/// As a parameter of an exported function it is no argument of the caller: it is made from the other arguments, for the time of the call. The GPU is the one
/// that the call's tensors are on; where there is none among them, it is the one that is current on the thread, else the first. The stream is the one that the
/// caller's framework works on: kernels that are launched there run behind what the caller has launched, and before what it launches next, so there is nothing
/// to wait for.
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
/// PyTorch tensors bring their current stream with them. Arrays of CuPy and JAX do not, and their calls work on the default stream unless the caller says
/// otherwise, in Python with `with tvm_ffi.use_raw_stream(tvm_ffi.device("cuda:0"), stream.ptr):`.
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
/// It is valid for the time of the call, on the thread of the call. So it can be neither stored
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
/// nor used by another thread, copied or shared:
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
    /// Whether the stream is the one that the caller set for this thread, in whose order its allocator works.
    pub(crate) is_callers: bool,
    /// Whether a launch needs the context of the device to be current on this thread: on a default stream, which names none, and where it is waited for.
    pub(crate) needs_context: bool,
    pub(crate) marker: PhantomData<&'call ()>,
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

    /// The stream, a `CUstream` of the driver's API or, which is the same, a `cudaStream_t`. NULL is the legacy default stream.
    ///
    /// Other libraries take it to launch their work in the order of the call. It lives at least as long as the call.
    #[inline(always)]
    pub fn raw_stream(&self) -> *mut c_void {
        self.stream.cast()
    }

    /// The compute capability of the GPU: `(9, 0)` for an H100. It is asked for once in a process.
    ///
    /// # Errors
    ///
    /// A `ValueError` if there is no such device.
    #[inline]
    #[track_caller]
    pub fn compute_capability(&self) -> Result<(u32, u32)> {
        device::capability(self.driver, self.device)
    }

    /// The number of multiprocessors of the GPU. It is asked for once in a process.
    ///
    /// # Errors
    ///
    /// A `ValueError` if there is no such device.
    #[inline]
    #[track_caller]
    pub fn multiprocessors(&self) -> Result<u32> {
        device::multiprocessors(self.driver, self.device)
    }

    /// Whether what is launched on the stream is captured into a graph and does not run now.
    ///
    /// Launches need no care for that. It matters for what cannot be captured: waiting, and reading on the host what a kernel wrote.
    ///
    /// # Errors
    ///
    /// What the driver says; a stream that does not exist any more, for example.
    #[track_caller]
    pub fn is_capturing(&self) -> Result<bool> {
        // The legacy default stream cannot be captured, and asking about it fails while another stream is.
        if self.stream.addr() <= 1 {
            return Ok(false);
        }
        let _guard = context::enter(self.driver, self.device)?;
        let mut status: c_int = 0;
        // SAFETY: `status` is writable, and the stream lives as long as the token.
        let asked = unsafe { (self.driver.stream_is_capturing)(self.stream, &mut status) };
        asked.check(self.driver, "the stream could not be asked whether it is captured")?;
        Ok(status != 0)
    }

    /// Waits until all work on the stream has ended: the caller's, too.
    ///
    /// Exported functions hardly ever need it, since their caller's next kernel waits by itself. What a kernel wrote can be read on the host after it.
    ///
    /// # Errors
    ///
    /// What the driver says: a kernel has failed, or the stream is captured into a graph, where nothing runs that could be waited for.
    #[track_caller]
    pub fn synchronize(&self) -> Result<()> {
        let _guard = context::enter(self.driver, self.device)?;
        // SAFETY: the stream lives as long as the token.
        let status = unsafe { (self.driver.stream_synchronize)(self.stream) };
        status.check(self.driver, format_args!("waiting for the stream on {} failed", self.device()))
    }

    /// Runs `body` with the GPU's primary context current on this thread, which most functions of other CUDA libraries ask for, and restores the one that was
    /// current, also after an error or a panic. Nothing is set where it is current already. Launches need none of this.
    ///
    /// # Errors
    ///
    /// Those of `body`; a `ValueError` if there is no such device, and what the driver says of its context; `body` has not run then.
    #[track_caller]
    pub fn with_context<R>(&self, body: impl FnOnce() -> Result<R>) -> Result<R> {
        let _guard = context::enter(self.driver, self.device)?;
        body()
    }

    /// The number of the device in tables.
    #[inline(always)]
    pub(crate) fn index(&self) -> usize {
        // The compiler sees that it is in bounds.
        self.device as usize % MAX_DEVICES
    }

    /// Whether the stream is one of the default streams, whose handles are those of whichever context is current on the thread.
    #[inline(always)]
    pub(crate) fn is_on_default_stream(&self) -> bool {
        is_default(self.stream)
    }

    /// The token of a device below [`MAX_DEVICES`], with the caller's stream on it.
    #[inline(always)]
    fn of_device(driver: &'static Driver, device: u32) -> Self {
        let stream = env::stream(Device::cuda(device as i32)).cast();
        let needs_context = is_default(stream) | driver.is_blocking;
        Self { driver, device, stream, is_callers: true, needs_context, marker: PhantomData }
    }

    /// The same with another stream.
    pub(crate) fn on_stream(&self, stream: sys::CUstream) -> Cuda<'_> {
        let needs_context = is_default(stream) | self.driver.is_blocking;
        Cuda { stream, is_callers: false, needs_context, ..*self }
    }
}

/// NULL, the legacy stream, or the stream of the thread.
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
    // No call of the driver where there is a tensor: that there is such a device shows when a kernel is loaded for it.
    #[inline(always)]
    #[track_caller]
    fn for_call(_: Args<'call>, gpu: Option<i32>) -> Result<Self> {
        let driver = driver()?;
        match gpu {
            Some(gpu) if (gpu as usize) < MAX_DEVICES => Ok(Self::of_device(driver, gpu as u32)),
            _ => Ok(Self::of_device(driver, without_tensor(driver, gpu)?)),
        }
    }
}

/// The device of a call without tensors on any, or with one on a device that there cannot be.
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
    // It fails where no context is current.
    Ok(if status.is_success() { device::number(driver, current)? } else { 0 })
}

/// Runs `body` with a GPU and the stream that is set for it on this thread, for callers in Rust: an exported function is given its token by the call.
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
/// Those of `body`. A `RuntimeError` that says what is missing if there is no CUDA, and a `ValueError` if there is no such device; `body` has not run then.
#[track_caller]
pub fn with_device<R>(device: i32, body: impl FnOnce(&Cuda<'_>) -> Result<R>) -> Result<R> {
    let driver = driver()?;
    let device = device::number(driver, device)?;
    body(&Cuda::of_device(driver, device))
}
