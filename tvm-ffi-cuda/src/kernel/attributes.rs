//! The attributes of a kernel: its resources and its settings, in the driver.

use core::ffi::c_int;

use tvm_ffi_core::Result;

use super::{Kernel, OnDevice};
use crate::device;
use crate::token::Cuda;

/// The resources of a kernel on a device, as the driver reports them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attributes {
    /// Registers of each thread.
    pub registers: u32,
    /// Static shared memory of each block, in bytes. Launches may ask for dynamic shared memory in addition.
    pub static_smem: u32,
    /// Local memory of each thread, in bytes, for variables that do not fit into registers.
    pub local_bytes: u32,
    /// The maximum number of threads in a block, as limited by registers and `__launch_bounds__`.
    pub max_threads: u32,
    /// The architecture that the machine code is for: 90 for `sm_90`.
    pub binary_version: u32,
    /// The virtual architecture of the PTX that the code was compiled from: 80 for `compute_80`.
    pub ptx_version: u32,
}

/// An attribute of a kernel: a `CUfunction_attribute`.
#[derive(Clone, Copy)]
pub(super) struct FunctionAttribute(c_int);

impl FunctionAttribute {
    pub(super) const MAX_THREADS_PER_BLOCK: Self = Self(0);
    pub(super) const SHARED_SIZE_BYTES: Self = Self(1);
    pub(super) const LOCAL_SIZE_BYTES: Self = Self(3);
    pub(super) const NUM_REGS: Self = Self(4);
    pub(super) const PTX_VERSION: Self = Self(5);
    pub(super) const BINARY_VERSION: Self = Self(6);
    pub(super) const MAX_DYNAMIC_SHARED_SIZE_BYTES: Self = Self(8);
    pub(super) const REQUIRED_CLUSTER_WIDTH: Self = Self(11);
    pub(super) const REQUIRED_CLUSTER_HEIGHT: Self = Self(12);
    pub(super) const REQUIRED_CLUSTER_DEPTH: Self = Self(13);
    pub(super) const NON_PORTABLE_CLUSTER_SIZE_ALLOWED: Self = Self(14);
}

/// The numbers that are passed to the driver, for the comparison with cuda.h.
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
];

impl Kernel {
    /// The resources of the kernel on the device of a call. Each call asks the driver.
    ///
    /// # Errors
    ///
    /// The error of loading the kernel, or the driver's error.
    #[track_caller]
    pub fn attributes(&self, cx: &Cuda<'_>) -> Result<Attributes> {
        let kernel = self.on_device(cx)?;
        let of = |attribute| -> Result<u32> { Ok(kernel.attribute(attribute)?.max(0) as u32) };
        Ok(Attributes {
            registers: of(FunctionAttribute::NUM_REGS)?,
            static_smem: of(FunctionAttribute::SHARED_SIZE_BYTES)?,
            local_bytes: of(FunctionAttribute::LOCAL_SIZE_BYTES)?,
            max_threads: of(FunctionAttribute::MAX_THREADS_PER_BLOCK)?,
            binary_version: of(FunctionAttribute::BINARY_VERSION)?,
            ptx_version: of(FunctionAttribute::PTX_VERSION)?,
        })
    }
}

impl OnDevice<'_> {
    #[track_caller]
    pub(super) fn attribute(self, attribute: FunctionAttribute) -> Result<c_int> {
        let Self { kernel, driver, device, function } = self;
        let (name, FunctionAttribute(number)) = (kernel.name(), attribute);
        let handle = device::handle(driver, device)?;
        let mut value = 0;
        // SAFETY: `value` is writable, and the kernel has been loaded.
        let status = unsafe { (driver.kernel_get_attribute)(&mut value, number, function, handle) };
        status.check(driver, format_args!("attribute {number} of kernel `{name}` could not be queried"))?;
        Ok(value)
    }

    #[track_caller]
    pub(super) fn set_attribute(self, attribute: FunctionAttribute, value: c_int) -> Result<()> {
        let Self { kernel, driver, device, function } = self;
        let (name, FunctionAttribute(number)) = (kernel.name(), attribute);
        let handle = device::handle(driver, device)?;
        // SAFETY: the kernel has been loaded; the driver checks the value.
        let status = unsafe { (driver.kernel_set_attribute)(number, value, function, handle) };
        status
            .check(driver, format_args!("attribute {number} of kernel `{name}` could not be set to {value}"))
    }
}
