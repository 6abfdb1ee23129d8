//! Why a launch was refused.

use core::ffi::c_int;
use core::sync::atomic::Ordering;

use cudarc::driver::sys;
use tvm_ffi_core::{Error, ErrorKind, Result};

use super::{FunctionAttribute, Kernel};
use crate::device;
use crate::driver::Driver;
use crate::status::{LaunchFailure, Status};
use crate::token::Cuda;

/// `CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN`. Attribute 8, which sounds like it, is what a kernel gets without asking: 48 KB.
pub(super) const MAX_SHARED_MEMORY_PER_BLOCK_OPTIN: c_int = 97;

/// The error of a plain launch that the driver refused, or during which it reports what failed before.
#[cold]
#[inline(never)]
#[track_caller]
pub(super) fn failed(kernel: &Kernel, cx: &Cuda<'_>, config: &sys::CUlaunchConfig, status: Status) -> Error {
    failed_with(kernel, cx, config, None, status)
}

/// The error of any launch, with a cluster if it has one of its own.
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

/// A launch asks for more shared memory than its kernel declares.
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

/// The error of a launch with more shared memory than the device has for the kernel, if that is so.
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

/// How much shared memory a block may have, in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Limit {
    /// What the device has for a block of a kernel that asks for it.
    device: i32,
    /// What the kernel has without asking: `__shared__` variables of known size.
    of_kernel: i32,
}

impl Limit {
    /// What is left to ask for.
    pub(crate) fn dynamic(self) -> i64 {
        i64::from(self.device) - i64::from(self.of_kernel)
    }

    /// What can be asked for without saying so before.
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
