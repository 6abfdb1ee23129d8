//! Errors of launches that the driver refuses.

#[cfg(test)]
mod tests;

use core::fmt::Write;

use cudarc::driver::sys;
use cudarc::driver::sys::CUdevice_attribute_enum as D;
use cudarc::driver::sys::CUfunction_attribute_enum as F;
use tvm_ffi_core::{Error, ErrorKind};

use super::Kernel;
use crate::device;
use crate::launch::{AXES, product};
use crate::status::{Situation, Status};
use crate::token::Cuda;

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
        return kernel.library.image_error(status, cx.driver, kernel.name(), cx.device, "launched");
    }
    let failure = LaunchFailure {
        kernel: kernel.name(),
        device: cx.device,
        grid: [config.gridDimX, config.gridDimY, config.gridDimZ],
        block: [config.blockDimX, config.blockDimY, config.blockDimZ],
        smem: config.sharedMemBytes,
        cluster: cluster.or(kernel.options.cluster),
    };
    let limits = if is_of_shape(status) { Limits::of(kernel, cx) } else { Limits::default() };
    let text = failure.text(status, &status.describe(cx.driver), cx.driver.situation(), &limits);
    let kind = if status == Status::INVALID_VALUE { ErrorKind::ValueError } else { status.kind() };
    Error::new(kind, text)
}

/// A launch that failed.
struct LaunchFailure<'a> {
    /// The kernel's name in its image.
    kernel: &'a str,
    device: u32,
    grid: [u32; 3],
    block: [u32; 3],
    /// Dynamic shared memory in bytes.
    smem: u32,
    /// The cluster of the launch, or the one that the kernel is compiled for.
    cluster: Option<[u32; 3]>,
}

/// The limits of the device and of the kernel, as far as the driver reports them. After a sticky error it reports nothing.
#[derive(Default)]
struct Limits {
    /// The driver's name of the device.
    device: Option<String>,
    grid: Option<[u32; 3]>,
    block: Option<[u32; 3]>,
    /// The maximum number of threads in a block of this kernel.
    threads: Option<u32>,
    /// Shared memory of a block, static and dynamic, in bytes.
    smem: Option<u32>,
    static_smem: Option<u32>,
    /// Registers of a thread of this kernel.
    registers: Option<u32>,
    registers_per_block: Option<u32>,
    multiprocessors: Option<u32>,
}

impl LaunchFailure<'_> {
    fn text(&self, status: Status, described: &str, situation: Situation, limits: &Limits) -> String {
        let Self { kernel, .. } = self;
        let is_sticky = status.is_sticky() && !situation.is_forked;
        let mut text = match is_sticky {
            // The error may come from an earlier kernel.
            true => format!("{described}, reported when launching `{kernel}`"),
            false => format!("kernel `{kernel}` could not be launched: {described}"),
        };
        status.add_advice(&mut text, situation);
        if is_of_shape(status) {
            self.write_shape(&mut text, limits.device.as_deref());
            for reason in self.reasons(status, limits) {
                text.push_str("\n  ");
                text.push_str(&reason);
            }
        }
        text
    }

    fn write_shape(&self, text: &mut String, name: Option<&str>) {
        let Self { grid: [gx, gy, gz], block: [bx, by, bz], smem, device, .. } = self;
        let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
        // Writing to a `String` never fails.
        _ = write!(
            text,
            "\n  on cuda:{device}{name}: grid ({gx}, {gy}, {gz}), block ({bx}, {by}, {bz}), {smem} bytes of dynamic shared memory"
        );
        if let Some([x, y, z]) = self.cluster {
            _ = write!(text, ", cluster ({x}, {y}, {z})");
        }
    }

    /// The possible reasons for the error.
    fn reasons(&self, status: Status, limits: &Limits) -> Vec<String> {
        let mut reasons = Vec::new();
        self.too_large("grid", self.grid, limits.grid, &mut reasons);
        self.too_large("block", self.block, limits.block, &mut reasons);
        let threads = product(self.block);
        if let Some(most) = limits.threads.filter(|most| threads > u64::from(*most)) {
            reasons
                .push(format!("a block has {threads} threads, at most {most} are possible with this kernel"));
        }
        self.too_much_memory(limits, &mut reasons);
        for ((grid, cluster), name) in self.grid.iter().zip(self.cluster.unwrap_or([1; 3])).zip(AXES) {
            if cluster != 0 && grid % cluster != 0 {
                reasons.push(format!(
                    "grid.{name} is {grid}, expected a multiple of {cluster}, the extent of the cluster"
                ));
            }
        }
        match status {
            Status::LAUNCH_OUT_OF_RESOURCES => self.too_many_registers(limits, &mut reasons),
            Status::COOPERATIVE_LAUNCH_TOO_LARGE => self.too_many_blocks(limits, &mut reasons),
            Status::INVALID_CLUSTER_SIZE => reasons.push(
                "a cluster has at most 8 blocks, 16 on some GPUs, and all of them must find room at the same time".into(),
            ),
            _ => {}
        }
        reasons
    }

    fn too_large(&self, what: &str, extents: [u32; 3], limits: Option<[u32; 3]>, reasons: &mut Vec<String>) {
        for ((extent, limit), name) in extents.into_iter().zip(limits.unwrap_or([u32::MAX; 3])).zip(AXES) {
            if extent > limit {
                reasons.push(format!("{what}.{name} is {extent}, at most {limit} is possible"));
            }
            if extent == 0 {
                reasons.push(format!("{what}.{name} is 0, expected 1 or more"));
            }
        }
    }

    fn too_much_memory(&self, limits: &Limits, reasons: &mut Vec<String>) {
        let (Some(most), fixed) = (limits.smem, limits.static_smem.unwrap_or(0)) else { return };
        let all = u64::from(self.smem) + u64::from(fixed);
        if all > u64::from(most) {
            reasons.push(format!(
                "a block needs {all} bytes of shared memory, {fixed} of them static, at most {most} are possible"
            ));
        }
    }

    fn too_many_registers(&self, limits: &Limits, reasons: &mut Vec<String>) {
        let (Some(each), Some(most)) = (limits.registers, limits.registers_per_block) else { return };
        let threads = product(self.block);
        let all = u64::from(each) * threads;
        reasons.push(format!(
            "the kernel needs {each} registers a thread, {all} for a block of {threads} threads, of {most} that a block can have: launch smaller blocks, \
             or compile the kernel with `__launch_bounds__({threads})`"
        ));
    }

    fn too_many_blocks(&self, limits: &Limits, reasons: &mut Vec<String>) {
        let blocks = product(self.grid);
        let multiprocessors = match limits.multiprocessors {
            Some(count) => format!(" (cuda:{} has {count} multiprocessors)", self.device),
            None => String::new(),
        };
        reasons.push(format!(
            "all {blocks} blocks of a cooperative launch must run at the same time, which is more than fit{multiprocessors}: `Launch::persistent` makes a grid \
             that fits"
        ));
    }
}

impl Limits {
    /// Asks the driver.
    fn of(kernel: &Kernel, cx: &Cuda<'_>) -> Self {
        let of_device = |attribute: D| {
            let value = device::attribute(cx.driver, cx.device, attribute).ok()?;
            u32::try_from(value).ok()
        };
        let of_kernel = |attribute: F| {
            let value = kernel.on_device(cx).ok()?.attribute(attribute).ok()?;
            u32::try_from(value).ok()
        };
        let extents = |attributes: [D; 3]| {
            let [x, y, z] = attributes.map(of_device);
            Some([x?, y?, z?])
        };
        Self {
            device: device::name(cx.driver, cx.device),
            grid: extents([
                D::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X,
                D::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y,
                D::CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z,
            ]),
            block: extents([
                D::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X,
                D::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y,
                D::CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z,
            ]),
            threads: of_kernel(F::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)
                .or_else(|| of_device(D::CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK)),
            smem: of_device(D::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN),
            static_smem: of_kernel(F::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES),
            registers: of_kernel(F::CU_FUNC_ATTRIBUTE_NUM_REGS),
            registers_per_block: of_device(D::CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK),
            multiprocessors: of_device(D::CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
        }
    }
}

/// Whether the error is about the launch's grid, block, or memory.
fn is_of_shape(status: Status) -> bool {
    matches!(
        status,
        Status::INVALID_VALUE
            | Status::LAUNCH_OUT_OF_RESOURCES
            | Status::COOPERATIVE_LAUNCH_TOO_LARGE
            | Status::INVALID_CLUSTER_SIZE
    )
}
