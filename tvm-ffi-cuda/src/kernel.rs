//! [`Kernel`]: a kernel of a library, and its launch.

mod load;
mod otherwise;
mod refused;

use core::ffi::{CStr, c_int, c_void};
use core::fmt;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU64, Ordering};
use std::sync::Mutex;

use cudarc::driver::sys;
pub(crate) use refused::{smem_limit, too_much_memory};
use tvm_ffi_core::Result;

use crate::device::MAX_DEVICES;
use crate::driver::driver;
use crate::launch::{Launch, Special};
use crate::library::Library;
use crate::occupancy::Answer;
use crate::param::Parameter;
use crate::status::Status;
use crate::token::Cuda;

/// A kernel that `kernels!` declares.
///
/// What is declared with that name derefs to this. `launch` is a method of its own, since it takes exactly the types that are declared. The kernel is loaded by its first launch on a device, or by [`preload`](Self::preload), once in a process,
/// and is never unloaded: a launch needs nothing but its address, and the order in which things end when a process does is nobody's concern.
pub struct Kernel {
    pub(crate) library: &'static Library,
    pub(crate) symbol: &'static CStr,
    pub(crate) parameters: &'static [Parameter],
    pub(crate) options: Options,
    /// By device: NULL until the kernel has been loaded and prepared there.
    pub(crate) loaded: [AtomicPtr<sys::CUkern_st>; MAX_DEVICES],
    /// The devices, as bits, where clusters of more than 8 blocks have been allowed.
    wide_clusters: AtomicU64,
    /// The devices, as bits, where a programmatic dependent launch is one.
    early_start: AtomicU64,
    /// What the driver has answered about occupancy.
    pub(crate) answers: Mutex<Vec<Answer>>,
}

/// An attribute of a kernel, a `CUfunction_attribute`.
#[derive(Clone, Copy)]
pub(crate) struct FunctionAttribute(c_int);

impl FunctionAttribute {
    pub(crate) const MAX_THREADS_PER_BLOCK: Self = Self(0);
    pub(crate) const SHARED_SIZE_BYTES: Self = Self(1);
    pub(crate) const LOCAL_SIZE_BYTES: Self = Self(3);
    pub(crate) const NUM_REGS: Self = Self(4);
    pub(crate) const PTX_VERSION: Self = Self(5);
    pub(crate) const BINARY_VERSION: Self = Self(6);
    const MAX_DYNAMIC_SHARED_SIZE_BYTES: Self = Self(8);
    const REQUIRED_CLUSTER_WIDTH: Self = Self(11);
    const REQUIRED_CLUSTER_HEIGHT: Self = Self(12);
    const REQUIRED_CLUSTER_DEPTH: Self = Self(13);
    const NON_PORTABLE_CLUSTER_SIZE_ALLOWED: Self = Self(14);
}

/// What the driver is passed as numbers, for the comparison with cuda.h.
#[cfg(test)]
pub(crate) const NUMBERS: &[(&str, c_int)] = &[
    ("CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK", FunctionAttribute::MAX_THREADS_PER_BLOCK.0),
    ("CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES", FunctionAttribute::SHARED_SIZE_BYTES.0),
    ("CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES", FunctionAttribute::LOCAL_SIZE_BYTES.0),
    ("CU_FUNC_ATTRIBUTE_NUM_REGS", FunctionAttribute::NUM_REGS.0),
    ("CU_FUNC_ATTRIBUTE_PTX_VERSION", FunctionAttribute::PTX_VERSION.0),
    ("CU_FUNC_ATTRIBUTE_BINARY_VERSION", FunctionAttribute::BINARY_VERSION.0),
    ("CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES", FunctionAttribute::MAX_DYNAMIC_SHARED_SIZE_BYTES.0),
    ("CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH", FunctionAttribute::REQUIRED_CLUSTER_WIDTH.0),
    ("CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT", FunctionAttribute::REQUIRED_CLUSTER_HEIGHT.0),
    ("CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH", FunctionAttribute::REQUIRED_CLUSTER_DEPTH.0),
    (
        "CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED",
        FunctionAttribute::NON_PORTABLE_CLUSTER_SIZE_ALLOWED.0,
    ),
    ("CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN", refused::MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
];

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
    #[doc(hidden)]
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
            wide_clusters: AtomicU64::new(0),
            early_start: AtomicU64::new(0),
            answers: Mutex::new(Vec::new()),
        }
    }

    /// Its name in the image, or in source the expression that names it.
    pub fn name(&self) -> &'static str {
        // INVARIANT: the macro makes it of a string literal.
        self.symbol.to_str().unwrap_or("?")
    }

    /// Loads the kernel for a device, so that the first launch does not have to.
    ///
    /// That takes from some microseconds for machine code to a second for source. A launch may be captured into a graph without it: what is loaded meanwhile
    /// is no part of the graph.
    ///
    /// # Errors
    ///
    /// A `ValueError` for a device that there is not. A `RuntimeError` if there is no driver, if no image is for the device, or if the image has no such kernel
    /// or one with other parameters. The next launch tries again.
    #[track_caller]
    pub fn preload(&self, device: i32) -> Result<()> {
        let driver = driver()?;
        self.load(driver, crate::device::number(driver, device)?)?;
        Ok(())
    }

    /// The kernel on the device of a call, loaded if it has not been.
    #[inline(always)]
    #[track_caller]
    pub(crate) fn handle(&self, cx: &Cuda<'_>) -> Result<sys::CUkernel> {
        let kernel = self.loaded[cx.index()].load(Ordering::Acquire);
        if kernel.is_null() { self.load(cx.driver, cx.device) } else { Ok(kernel) }
    }
}

impl fmt::Debug for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Kernel").field("name", &self.name()).finish_non_exhaustive()
    }
}

/// Launches a kernel with pointers to its arguments.
///
/// One buffer with all arguments is what the driver would take too, but where each lies in that depends on the architecture that the kernel was compiled for.
///
/// # Safety
///
/// `params` has as many pointers as the kernel has parameters, each to an initialised value of the type that it takes. What the kernel does with them, launched in
/// this way, is sound: it stays within the memory that they lead to, which nobody else uses meanwhile in a way that conflicts.
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
        // The launch goes there as a copy, so that what is known of it here need not lie in memory otherwise.
        // SAFETY: the caller's contract.
        return unsafe { otherwise::launch(kernel, cx, *launch, params) };
    }
    let config = config(launch, cx);
    let status = if cx.needs_context {
        // SAFETY: the caller's contract; the function has been loaded for the device.
        unsafe { otherwise::launch_in_context(cx, function, &config, params) }
    } else {
        // SAFETY: the caller's contract; the function has been loaded for the device of the stream.
        unsafe { (cx.driver.launch_kernel_ex)(&config, function.cast(), params, null_mut()) }
    };
    if status == Status::SUCCESS { Ok(()) } else { Err(refused::failed(kernel, cx, &config, status)) }
}

/// The description of a launch, without attributes.
#[inline(always)]
pub(crate) fn config(launch: &Launch, cx: &Cuda<'_>) -> sys::CUlaunchConfig {
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
