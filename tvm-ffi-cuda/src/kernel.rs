//! [`Kernel`]: a kernel of a library, and its launch.

use core::ffi::{CStr, c_void};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, Ordering};

use cudarc::driver::sys;
use tvm_ffi_core::{Error, Result};

use crate::args::KernelArgs;
use crate::device::MAX_DEVICES;
use crate::launch::{Launch, Special};
use crate::library::Library;
use crate::param::Parameter;
use crate::status::Status;
use crate::token::Cuda;

/// A kernel that [`kernels!`] declares.
pub struct Kernel {
    pub(crate) library: &'static Library,
    pub(crate) symbol: &'static CStr,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) options: Options,
    /// By device: NULL until the kernel has been loaded and prepared there.
    pub(crate) loaded: [AtomicPtr<sys::CUkern_st>; MAX_DEVICES],
}

/// What is declared of a kernel beside its parameters.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// The most dynamic shared memory that a launch may ask for, in bytes.
    pub max_smem: u32,
    /// The cluster that the kernel is compiled for.
    pub cluster: Option<[u32; 3]>,
    /// Whether it waits for the kernel before it (`griddepcontrol.wait`), so that it may be launched before that has ended.
    pub pdl: bool,
}

impl Options {
    /// What holds where nothing is declared.
    pub const DEFAULT: Self = Self { max_smem: 48 * 1024, cluster: None, pdl: false };
}

/// A kernel in the list of a library's.
pub struct Registered(pub &'static Kernel);

inventory::collect!(Registered);

impl Kernel {
    /// A kernel that has not been loaded.
    pub const fn new(
        library: &'static Library,
        symbol: &'static CStr,
        parameters: &'static [Parameter],
        options: Options,
    ) -> Self {
        Self {
            library,
            symbol,
            parameters,
            options,
            loaded: [const { AtomicPtr::new(null_mut()) }; MAX_DEVICES],
        }
    }
}

/// Launches a kernel.
///
/// # Safety
///
/// The arguments are of the types that the kernel takes, and what it does with them, launched in this way, is sound: it stays within the memory that they
/// lead to, which nobody else uses meanwhile in a way that conflicts.
#[inline(always)]
pub unsafe fn launch<A: KernelArgs>(
    kernel: &'static Kernel,
    cx: &Cuda<'_>,
    launch: &Launch,
    args: &A,
) -> Result<()> {
    // SAFETY: the caller's contract; the pointers are those of `args`.
    args.with(|params| unsafe { launch_with(kernel, cx, launch, params) })
}

/// Launches a kernel with pointers to its arguments.
///
/// # Safety
///
/// As for [`launch`], and `params` has as many pointers as the kernel has parameters.
#[inline(always)]
unsafe fn launch_with(
    kernel: &'static Kernel,
    cx: &Cuda<'_>,
    launch: &Launch,
    params: *mut *mut c_void,
) -> Result<()> {
    let function = kernel.loaded[cx.index()].load(Ordering::Acquire);
    let is_plain = launch.special == Special::NOTHING && launch.smem <= kernel.options.max_smem;
    if function.is_null() || !is_plain || cx.needs_context() {
        // SAFETY: the caller's contract.
        return unsafe { launch_otherwise(kernel, cx, launch, params) };
    }
    let config = sys::CUlaunchConfig {
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
    };
    // SAFETY: the caller's contract; the function has been loaded for the device of the stream.
    let status = unsafe { (cx.driver.launch_kernel_ex)(&config, function.cast(), params, null_mut()) };
    if status == Status::SUCCESS { Ok(()) } else { Err(failed(kernel, cx, launch, status)) }
}

/// Every launch that is not plain: the first on a device, one on a default stream, with attributes, or without blocks.
///
/// # Safety
///
/// As for [`launch_with`].
#[inline(never)]
unsafe fn launch_otherwise(
    kernel: &'static Kernel,
    cx: &Cuda<'_>,
    launch: &Launch,
    params: *mut *mut c_void,
) -> Result<()> {
    let _ = (kernel, cx, launch, params);
    Ok(())
}

#[cold]
#[inline(never)]
fn failed(kernel: &'static Kernel, cx: &Cuda<'_>, launch: &Launch, status: Status) -> Error {
    let _ = (kernel, cx, launch);
    status.error(cx.driver, &"launch")
}
