//! The CUDA driver library: loaded at first use, never linked.
//!
//! The types are those of `cudarc::driver::sys`, of which a build has only one CUDA version, chosen by the user. So this crate uses only declarations that are the
//! same in all versions. The loader is its own: that of `cudarc` panics without a driver.

mod blocking;
mod capture;
mod error;
mod open;
mod table;

use core::ops::Deref;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};
use std::sync::OnceLock;

use tvm_ffi_core::{Error, Result, bail};

pub(crate) use capture::Capture;
use open::CannotOpen;
pub(crate) use open::Version;
pub(crate) use table::Functions;

use crate::status::{FORKED, Status};

/// An initialised driver. It lives until the process ends.
pub(crate) struct Driver {
    functions: Functions,
    /// The CUDA version that the driver supports: 12040 for 12.4.
    pub(crate) version: i32,
    /// Whether each launch waits for its kernel (`TVM_FFI_CUDA_LAUNCH_BLOCKING=1`).
    pub(crate) is_blocking: bool,
    /// The driver's own launch function. In blocking mode the table holds ours in its place.
    launch_without_waiting: LaunchKernelEx,
    /// The process that initialised the driver. CUDA does not work in a fork of it.
    process: u32,
}

type LaunchKernelEx = unsafe extern "C" fn(
    config: *const cudarc::driver::sys::CUlaunchConfig,
    function: cudarc::driver::sys::CUfunction,
    params: *mut *mut core::ffi::c_void,
    extra: *mut *mut core::ffi::c_void,
) -> Status;

impl Deref for Driver {
    type Target = Functions;

    #[inline(always)]
    fn deref(&self) -> &Functions {
        &self.functions
    }
}

/// NULL until a driver has been loaded.
static DRIVER: AtomicPtr<Driver> = AtomicPtr::new(null_mut());

/// The result of loading the driver. It is tried once: the search is slow, and a missing driver does not appear while the process runs.
static LOADED: OnceLock<Result<Driver, CannotOpen>> = OnceLock::new();

/// The driver, loaded by the first call.
///
/// # Errors
///
/// A `RuntimeError` that says what is missing: the library, a function, or a device. A `MemoryError` if the driver runs out of memory while it starts.
#[inline(always)]
#[track_caller]
pub(crate) fn driver() -> Result<&'static Driver> {
    let driver = DRIVER.load(Ordering::Acquire).cast_const();
    if !driver.is_null() {
        // SAFETY: the pointer leads to the driver in `LOADED`, which is complete before the pointer is stored and lives until the process ends.
        return Ok(unsafe { &*driver });
    }
    load()
}

/// The id of the process that first loaded the driver; 0 until then.
static FIRST_PROCESS: AtomicU32 = AtomicU32::new(0);

#[cold]
#[inline(never)]
#[track_caller]
fn load() -> Result<&'static Driver> {
    let process = std::process::id();
    let first = FIRST_PROCESS.compare_exchange(0, process, Ordering::Relaxed, Ordering::Relaxed);
    // A fork has no copy of the thread that was loading the driver in the parent, so waiting for that thread would never end.
    if first.is_err_and(|first| first != process) && LOADED.get().is_none() {
        bail!("the CUDA driver could not be initialised: {FORKED}");
    }
    match LOADED.get_or_init(open::open) {
        Ok(driver) => {
            DRIVER.store((&raw const *driver).cast_mut(), Ordering::Release);
            Ok(driver)
        }
        Err(CannotOpen { kind, reason }) => Err(Error::new(kind.clone(), reason.clone())),
    }
}

/// The CUDA version that the driver supports: `(12, 4)`.
///
/// ```no_run
/// assert!(tvm_ffi_cuda::driver_version()? >= (12, 0));
/// # Ok::<(), tvm_ffi_core::Error>(())
/// ```
///
/// # Errors
///
/// A `RuntimeError` that says what is missing if there is no driver, if the driver is too old, or if there is no GPU.
#[track_caller]
pub fn driver_version() -> Result<(u32, u32)> {
    let version = driver()?.version.cast_unsigned();
    Ok((version / 1000, version % 1000 / 10))
}
