//! Errors of refused launches.

use core::ffi::c_int;
use core::sync::atomic::Ordering;

use cudarc::driver::sys;
use tvm_ffi_core::{Error, ErrorKind, Result};

use super::{FunctionAttribute, Kernel};
use crate::device;
use crate::driver::Driver;
use crate::status::{LaunchFailure, Status};
use crate::token::Cuda;

/// `CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN`. The similarly named attribute 8 is the limit without opting in: 48 KB.
pub(super) const MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: c_int = 97;

/// The error of a plain launch for which the driver returned an error, of this launch or of earlier work.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn failed(kernel: &Kernel, cx: &Cuda<'_>, config: &sys::CUlaunchConfig, status: Status) -> Error {
    failed_with(kernel, cx, config, None, status)
}

/// The error of any launch. `cluster` is the launch's own cluster, if it has one.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn failed_with(
    kernel: &Kernel,
    cx: &Cuda<'_>,
    config: &sys::CUlaunchConfig,
    cluster: Option<[u32; 3]>,
    status: Status,
) -> Error {
    if status.is_of_image() {
        return kernel.library.image_error(status, cx.driver, kernel, cx.device, "launched");
    }
    let failure = LaunchFailure {
        kernel: kernel.name(),
        handle: kernel.loaded[cx.index()].load(Ordering::Acquire),
        device: cx.device,
        grid: [config.gridDimX, config.gridDimY, config.gridDimZ],
        block: [config.blockDimX, config.blockDimY, config.blockDimZ],
        smem: config.sharedMemBytes,
        cluster: cluster.or(kernel.options.cluster),
    };
    failure.error(cx.driver, status)
}

/// The error of a launch that asks for more shared memory than its kernel declares.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn more_than_declared(kernel: &Kernel, smem: u32) -> Error {
    let (name, declared) = (kernel.name(), kernel.options.max_smem);
    Error::new(
        ErrorKind::ValueError,
        format!(
            "kernel `{name}` is launched with {smem} bytes of dynamic shared memory, and declares at most {declared}; declare it with `max_smem = {smem}`"
        ),
    )
}

/// The error of a launch that asks for more shared memory than the device has for the kernel; `None` if there is enough.
#[track_caller]
pub(crate) fn too_much_memory(kernel: &Kernel, cx: &Cuda<'_>, smem: u32) -> Result<Option<Error>> {
    if smem > kernel.options.max_smem {
        return Ok(Some(more_than_declared(kernel, smem)));
    }
    let limit = smem_limit(kernel, kernel.handle(cx)?, cx.driver, cx.device)?;
    if i64::from(smem) <= limit.dynamic() {
        return Ok(None);
    }
    let (name, device) = (kernel.name(), cx.device());
    let Limit { device: most, of_kernel } = limit;
    Ok(Some(Error::new(
        ErrorKind::ValueError,
        format!(
            "kernel `{name}` is launched with {smem} bytes of dynamic shared memory, and {device} has {} for it: {most} for a block, less {of_kernel} that the \
             kernel declares itself",
            limit.dynamic()
        ),
    )))
}

/// The shared memory that a block of a kernel may have on a device, in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    /// The device's limit for a block of a kernel that opts in.
    device: i32,
    /// The kernel's static shared memory: `__shared__` variables of fixed size.
    of_kernel: i32,
}

impl Limit {
    /// The limit for dynamic shared memory.
    pub(crate) fn dynamic(self) -> i64 {
        i64::from(self.device) - i64::from(self.of_kernel)
    }

    /// Whether a launch with this much dynamic shared memory needs the opt-in attribute.
    pub(crate) fn is_beyond_default(self, smem: u32) -> bool {
        i64::from(smem) + i64::from(self.of_kernel) > 48 * 1024
    }
}

/// The most shared memory for a kernel on a device.
#[track_caller]
pub(crate) fn smem_limit(
    kernel: &Kernel,
    function: sys::CUkernel,
    driver: &'static Driver,
    device: u32,
) -> Result<Limit> {
    Ok(Limit {
        device: device::attribute(driver, device, MAX_SHARED_MEMORY_PER_BLOCK_OPTIN)?,
        of_kernel: kernel.attribute(driver, function, device, FunctionAttribute::SHARED_SIZE_BYTES)?,
    })
}
