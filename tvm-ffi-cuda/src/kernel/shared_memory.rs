//! How much shared memory a block of a kernel may have.

use cudarc::driver::sys::CUdevice_attribute_enum as DeviceAttribute;
use cudarc::driver::sys::CUfunction_attribute_enum as FunctionAttribute;
use tvm_ffi_core::{Result, bail};

use super::{Kernel, OnDevice};
use crate::device;
use crate::token::Cuda;

/// The shared memory that a block of a kernel may have on a device, in bytes.
#[derive(Clone, Copy)]
pub(super) struct Limit {
    /// The device's limit for a block of a kernel that opts in.
    device: i32,
    /// The kernel's static shared memory: `__shared__` variables of fixed size.
    of_kernel: i32,
}

impl Limit {
    /// The limit for dynamic shared memory.
    pub(super) fn dynamic(self) -> i64 {
        i64::from(self.device) - i64::from(self.of_kernel)
    }

    /// Whether a launch with this much dynamic shared memory needs the opt-in attribute.
    pub(super) fn is_beyond_default(self, smem: u32) -> bool {
        i64::from(smem) + i64::from(self.of_kernel) > 48 * 1024
    }
}

impl OnDevice<'_> {
    /// The most shared memory for this kernel on the device.
    #[track_caller]
    pub(super) fn smem_limit(self) -> Result<Limit> {
        // `MAX_SHARED_MEMORY_PER_BLOCK`, without `OPTIN`, is the limit for kernels that do not opt in: 48 KB.
        let attribute = DeviceAttribute::CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN;
        Ok(Limit {
            device: device::attribute(self.driver, self.device, attribute)?,
            of_kernel: self.attribute(FunctionAttribute::CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES)?,
        })
    }
}

impl Kernel {
    /// Refuses a launch that asks for more shared memory than the kernel declares.
    #[track_caller]
    pub(super) fn check_declared_smem(&self, smem: u32) -> Result<()> {
        let (name, declared) = (self.name(), self.options.max_smem);
        if smem > declared {
            bail!(
                ValueError,
                "kernel `{name}` is launched with {smem} bytes of dynamic shared memory, and declares at most {declared}; declare it with `max_smem = {smem}`"
            );
        }
        Ok(())
    }

    /// Refuses a launch that asks for more shared memory than the kernel declares, or than the device has for it.
    #[track_caller]
    pub(super) fn check_smem(&self, cx: &Cuda<'_>, smem: u32) -> Result<()> {
        self.check_declared_smem(smem)?;
        let limit = self.on_device(cx)?.smem_limit()?;
        if i64::from(smem) > limit.dynamic() {
            let (name, device) = (self.name(), cx.device());
            let (dynamic, Limit { device: most, of_kernel }) = (limit.dynamic(), limit);
            bail!(
                ValueError,
                "kernel `{name}` is launched with {smem} bytes of dynamic shared memory, and {device} has {dynamic} for it: {most} for a block, less {of_kernel} \
                 that the kernel declares itself"
            );
        }
        Ok(())
    }
}
