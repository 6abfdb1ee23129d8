//! Launches off the fast path: the first on a device, on a default stream, with attributes, or with an empty grid.

use core::ffi::c_void;
use core::ptr::null_mut;
use core::sync::atomic::Ordering;

use cudarc::driver::sys;
use cudarc::driver::sys::CUfunction_attribute_enum as FunctionAttribute;
use tvm_ffi_core::{Result, bail};

use super::{Kernel, OnDevice, config, launch_error};
use crate::device::CACHE;
use crate::launch::{Launch, LaunchAttributes, Special, check_cluster_of, product};
use crate::status::Status;
use crate::token::Cuda;
use crate::{context, device};

/// The largest cluster that every device with clusters supports. A kernel has to opt in to larger ones.
pub(super) const PORTABLE_CLUSTER: u64 = 8;

/// The first compute capability with clusters and programmatic dependent launches.
pub(super) const HOPPER: (u32, u32) = (9, 0);

/// A plain launch that needs the device's context to be current: one on a default stream, whose handle names no context, or a blocking one.
///
/// It is out of line, so that launches on other streams stay small, but it is not cold: PyTorch uses the default stream unless the user sets another. So it only
/// compares the current context, and leaves errors to the caller, which has everything that a message needs.
///
/// # Safety
///
/// `function` is loaded for the device; the rest of the contract is that of [`launch`].
#[inline(never)]
pub(super) unsafe fn launch_in_context(
    cx: &Cuda<'_>,
    function: sys::CUkernel,
    config: &sys::CUlaunchConfig,
    params: *mut *mut c_void,
) -> Status {
    // Loading the kernel has retained the context.
    let primary = CACHE[cx.index()].primary.load(Ordering::Acquire);
    let mut current = null_mut();
    // SAFETY: `current` is writable.
    let asked = unsafe { (cx.driver.ctx_get_current)(&mut current) };
    if asked != Status::SUCCESS {
        return asked;
    }
    if current != primary {
        // SAFETY: the caller's contract; both contexts come from the driver.
        return unsafe { launch_in_other_context(cx, function, config, params, primary, current) };
    }
    // SAFETY: the caller's contract; the context of the device is current.
    unsafe { (cx.driver.launch_kernel_ex)(config, function.cast(), params, null_mut()) }
}

/// Sets the context, launches, and restores the context. Nothing in between unwinds.
///
/// # Safety
///
/// As for [`launch_in_context`]; `primary` is the device's context, and `before` is the current context or NULL.
#[inline(never)]
unsafe fn launch_in_other_context(
    cx: &Cuda<'_>,
    function: sys::CUkernel,
    config: &sys::CUlaunchConfig,
    params: *mut *mut c_void,
    primary: sys::CUcontext,
    before: sys::CUcontext,
) -> Status {
    // SAFETY: the primary context is never released.
    let set = unsafe { (cx.driver.ctx_set_current)(primary) };
    if set != Status::SUCCESS {
        return set;
    }
    // SAFETY: the caller's contract; the context of the device is current.
    let status = unsafe { (cx.driver.launch_kernel_ex)(config, function.cast(), params, null_mut()) };
    // An error is ignored, as in `context::Guard`: other code has destroyed the context.
    // SAFETY: the context was current before, or is NULL.
    let _: Status = unsafe { (cx.driver.ctx_set_current)(before) };
    status
}

/// Any launch that is not plain.
///
/// # Safety
///
/// As for [`launch`](super::launch).
#[inline(never)]
#[track_caller]
pub(super) unsafe fn launch(
    kernel: &'static Kernel,
    cx: &Cuda<'_>,
    mut launch: Launch,
    params: *mut *mut c_void,
) -> Result<()> {
    if launch.special.has(Special::STALE_GRID) {
        launch.grid = kernel.resident_grid(cx, &launch)?;
    }
    let launch = &launch;
    kernel.check(launch)?;
    if launch.special.has(Special::EMPTY) {
        return Ok(());
    }
    let on_device = kernel.on_device(cx)?;
    if launch.special.has(Special::CLUSTER) {
        on_device.allow_cluster(product(launch.cluster))?;
    }
    if launch.special.has(Special::COOPERATIVE) {
        check_cooperative(kernel, cx, launch)?;
    }
    // Relaxed: the bit is set before the kernel's slot is stored, which `handle` has loaded.
    let may_start_early = kernel.early_start.load(Ordering::Relaxed) & (1 << cx.index()) != 0;
    let mut attributes = LaunchAttributes::of(launch, may_start_early);
    let mut config = config(launch, cx);
    attributes.set(&mut config);
    let _guard = if cx.needs_context { context::enter(cx.driver, cx.device)? } else { None };
    let function = on_device.function.cast();
    // SAFETY: the caller's contract; the function is loaded for the stream's device, whose context is current if the stream needs that.
    let status = unsafe { (cx.driver.launch_kernel_ex)(&config, function, params, null_mut()) };
    if status == Status::SUCCESS {
        return Ok(());
    }
    let cluster = if launch.special.has(Special::CLUSTER) { Some(launch.cluster) } else { None };
    Err(launch_error::failed_with(kernel, cx, &config, cluster, status))
}

impl Kernel {
    /// Checks a launch against the kernel's declaration, for any device.
    #[track_caller]
    pub(super) fn check(&self, launch: &Launch) -> Result<()> {
        let name = self.name();
        launch.check(name)?;
        self.check_declared_smem(launch.smem)?;
        if launch.special.has(Special::CLUSTER)
            && let Some(reason) = check_cluster_of(self.options.cluster, launch.cluster)
        {
            bail!(ValueError, "kernel `{name}`: {reason}");
        }
        if launch.special.has(Special::DEPENDENT) && !self.options.pdl {
            bail!(
                ValueError,
                "kernel `{name}` is launched with `.pdl(true)`, and does not declare `pdl`: it would start before the previous kernel has ended, which is a race \
                 unless it waits for that kernel with `griddepcontrol.wait`; if it does, declare it with `pdl`"
            );
        }
        Ok(())
    }
}

impl OnDevice<'_> {
    /// Makes the driver allow clusters of this many blocks.
    #[track_caller]
    pub(super) fn allow_cluster(self, blocks: u64) -> Result<()> {
        let (major, minor) = device::capability(self.driver, self.device)?;
        if (major, minor) < HOPPER {
            let (name, device) = (self.kernel.name(), self.device);
            bail!(
                ValueError,
                "kernel `{name}` is launched with clusters, which need compute capability 9.0, and cuda:{device} has {major}.{minor}"
            );
        }
        if blocks > PORTABLE_CLUSTER { self.allow_wide_clusters() } else { Ok(()) }
    }

    /// Allows clusters of more than 8 blocks, once for each device.
    #[track_caller]
    pub(super) fn allow_wide_clusters(self) -> Result<()> {
        let (bit, allowed) = (1 << self.device, &self.kernel.wide_clusters);
        // Relaxed: the bit only saves a driver call, and two threads may both make it.
        if allowed.load(Ordering::Relaxed) & bit == 0 {
            self.set_attribute(FunctionAttribute::CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1)?;
            allowed.fetch_or(bit, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// Refuses a cooperative launch of more blocks than can be resident at once. The driver's error would not say how many can be.
#[track_caller]
fn check_cooperative(kernel: &Kernel, cx: &Cuda<'_>, launch: &Launch) -> Result<()> {
    if launch.special.has(Special::CLUSTER) || kernel.options.cluster.is_some() {
        // The driver decides how many clusters fit.
        return Ok(());
    }
    let each = kernel.occupancy(cx, launch.block, launch.smem)?;
    let multiprocessors = device::multiprocessors(cx.driver, cx.device)?;
    let blocks = product(launch.grid);
    let resident = u64::from(each) * u64::from(multiprocessors);
    if blocks > resident {
        let (name, device, threads, smem) = (kernel.name(), cx.device(), launch.threads(), launch.smem);
        bail!(
            ValueError,
            "kernel `{name}` is launched cooperatively with {blocks} blocks, and {resident} can be resident at once on {device}: {each} of {threads} threads \
             and {smem} bytes of dynamic shared memory on each of its {multiprocessors} multiprocessors"
        );
    }
    Ok(())
}
