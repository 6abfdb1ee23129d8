//! [`Kernel`]: a declared kernel, and the fast path of its launch.

mod attributes;
mod launch_error;
mod load;
mod occupancy;
mod shared_memory;
mod slow_path;

use core::ffi::{CStr, c_void};
use core::fmt;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::Mutex;

pub use attributes::Attributes;
use cudarc::driver::sys;
use occupancy::Answer;
use tvm_ffi_core::__private::{List, ListElement};
use tvm_ffi_core::Result;

use crate::device::MAX_DEVICES;
use crate::driver::{Driver, driver};
use crate::launch::{Launch, Special};
use crate::library::Library;
use crate::signature::{Options, Parameter, Signature};
use crate::status::Status;
use crate::token::Cuda;

/// A kernel that `kernels!` declares.
///
/// The static that `kernels!` declares derefs to this type. Its `launch` method is generated, since it takes exactly the declared types.
///
/// The kernel is loaded once for each device, by its first launch or by [`preload`](Self::preload). It is never unloaded, so a launch needs only the kernel's
/// address, and nothing depends on the order of destructors when the process ends.
pub struct Kernel {
    library: &'static Library,
    #[doc(hidden)]
    pub signature: Signature<'static>,
    options: Options,
    /// The kernel's handle by device. NULL until the kernel is loaded and prepared for the device.
    loaded: [AtomicPtr<sys::CUkern_st>; MAX_DEVICES],
    /// Bit set of the devices for which the driver allows clusters of more than 8 blocks.
    wide_clusters: AtomicU64,
    /// Bit set of the devices where a programmatic dependent launch takes effect.
    early_start: AtomicU64,
    /// The driver's recent answers about occupancy.
    answers: Mutex<Vec<Answer>>,
}

/// All kernels of this library.
pub(crate) static KERNELS: List<&'static Kernel> = List::empty();

/// Enters a kernel in the list when the library is loaded.
pub fn enter_kernel(kernel: &'static ListElement<&'static Kernel>) {
    KERNELS.enter(kernel);
}

impl Kernel {
    /// A kernel that is not loaded yet.
    #[doc(hidden)]
    pub const fn new(
        library: &'static Library,
        symbol: &'static CStr,
        parameters: &'static [Parameter],
        options: Options,
    ) -> Self {
        Self {
            library,
            signature: Signature { symbol, parameters },
            options,
            loaded: [const { AtomicPtr::new(null_mut()) }; MAX_DEVICES],
            wide_clusters: AtomicU64::new(0),
            early_start: AtomicU64::new(0),
            answers: Mutex::new(Vec::new()),
        }
    }

    /// The kernel's name in the image. For a kernel from source, the expression that names it.
    pub fn name(&self) -> &'static str {
        self.signature.name()
    }

    /// Loads the kernel for a device, so that the first launch does not have to.
    ///
    /// Loading takes from some microseconds, for machine code, to a second, for source. A launch that is captured into a graph does not need this: it may load
    /// the kernel during the capture, and loading does not become part of the graph.
    ///
    /// # Errors
    ///
    /// A `ValueError` if the device does not exist. A `RuntimeError` if there is no driver, if no image fits the device, or if the image lacks the kernel or has it
    /// with other parameters. The next launch tries again.
    #[track_caller]
    pub fn preload(&self, device: i32) -> Result<()> {
        let driver = driver()?;
        self.load(driver, crate::device::number(driver, device)?)?;
        Ok(())
    }

    /// The kernel on the device of a call. Loads it if necessary.
    #[track_caller]
    fn on_device(&self, cx: &Cuda<'_>) -> Result<OnDevice<'_>> {
        Ok(OnDevice { kernel: self, driver: cx.driver, device: cx.device, function: self.handle(cx)? })
    }

    /// The kernel's handle for the device of a call. Loads the kernel if necessary.
    #[inline(always)]
    #[track_caller]
    fn handle(&self, cx: &Cuda<'_>) -> Result<sys::CUkernel> {
        let kernel = self.loaded[cx.index()].load(Ordering::Acquire);
        if kernel.is_null() { self.load(cx.driver, cx.device) } else { Ok(kernel) }
    }
}

/// A kernel that is loaded for a device.
#[derive(Clone, Copy)]
struct OnDevice<'a> {
    kernel: &'a Kernel,
    driver: &'static Driver,
    device: u32,
    function: sys::CUkernel,
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("name", &self.name()).finish_non_exhaustive()
    }
}

/// Launches a kernel with pointers to its arguments.
///
/// The driver would also take one buffer with all arguments, but the offsets in that buffer depend on the architecture that the kernel is compiled for.
///
/// # Safety
///
/// `params` has one pointer for each parameter of the kernel, to an initialised value of the parameter's type. What the kernel does with the arguments, launched
/// in this way, is sound: it stays within the memory that they point to, and no other code makes a conflicting access to that memory at the same time.
#[inline(always)]
#[track_caller]
pub unsafe fn launch(
    kernel: &'static Kernel,
    cx: &Cuda<'_>,
    launch: &Launch,
    params: *mut *mut c_void,
) -> Result<()> {
    let function = kernel.loaded[cx.index()].load(Ordering::Acquire);
    let is_plain = launch.special == Special::NOTHING && launch.smem <= kernel.options.max_smem;
    if function.is_null() || !is_plain {
        // The launch is passed as a copy, so that on the fast path the compiler can keep it in registers.
        // SAFETY: the caller's contract.
        return unsafe { slow_path::launch(kernel, cx, *launch, params) };
    }
    let config = config(launch, cx);
    let status = if cx.needs_context {
        // SAFETY: the caller's contract; the function has been loaded for the device.
        unsafe { slow_path::launch_in_context(cx, function, &config, params) }
    } else {
        // SAFETY: the caller's contract; the function has been loaded for the device of the stream.
        unsafe { (cx.driver.launch_kernel_ex)(&config, function.cast(), params, null_mut()) }
    };
    if status == Status::SUCCESS { Ok(()) } else { Err(launch_error::failed(kernel, cx, &config, status)) }
}

/// The driver's description of a launch, without attributes.
#[inline(always)]
fn config(launch: &Launch, cx: &Cuda<'_>) -> sys::CUlaunchConfig {
    sys::CUlaunchConfig {
        gridDimX: launch.grid[0],
        gridDimY: launch.grid[1],
        gridDimZ: launch.grid[2],
        blockDimX: launch.block[0],
        blockDimY: launch.block[1],
        blockDimZ: launch.block[2],
        sharedMemBytes: launch.smem,
        hStream: cx.stream,
        attrs: null_mut(),
        numAttrs: 0,
    }
}
