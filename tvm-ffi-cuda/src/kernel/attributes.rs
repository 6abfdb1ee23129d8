//! The attributes of a kernel: its resources and its settings, in the driver.

use core::ffi::c_int;

use cudarc::driver::sys::CUfunction_attribute_enum as FunctionAttribute;
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
            registers: of(FunctionAttribute::CU_FUNC_ATTRIBUTE_NUM_REGS)?,
            static_smem: of(FunctionAttribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
            local_bytes: of(FunctionAttribute::CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES)?,
            max_threads: of(FunctionAttribute::CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK)?,
            binary_version: of(FunctionAttribute::CU_FUNC_ATTRIBUTE_BINARY_VERSION)?,
            ptx_version: of(FunctionAttribute::CU_FUNC_ATTRIBUTE_PTX_VERSION)?,
        })
    }
}

impl OnDevice<'_> {
    #[track_caller]
    pub(super) fn attribute(self, attribute: FunctionAttribute) -> Result<c_int> {
        let Self { kernel, driver, device, function } = self;
        let (name, number) = (kernel.name(), attribute as c_int);
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
        let (name, number) = (kernel.name(), attribute as c_int);
        let handle = device::handle(driver, device)?;
        // SAFETY: the kernel has been loaded; the driver checks the value.
        let status = unsafe { (driver.kernel_set_attribute)(number, value, function, handle) };
        status
            .check(driver, format_args!("attribute {number} of kernel `{name}` could not be set to {value}"))
    }
}
