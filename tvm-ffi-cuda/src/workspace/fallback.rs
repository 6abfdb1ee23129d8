//! Memory from the driver's own pool, for calls without a framework's allocator.

use cudarc::driver::sys;
use tvm_ffi_core::Result;

use crate::context;
use crate::token::Cuda;

/// Memory that is allocated and freed in the order of a stream.
pub(super) struct Block<'cx> {
    cx: Cuda<'cx>,
    address: sys::CUdeviceptr,
}

impl<'cx> Block<'cx> {
    /// Allocates `all` bytes, for a workspace of `bytes`.
    #[track_caller]
    pub(super) fn allocate(cx: Cuda<'cx>, bytes: usize, all: usize) -> Result<Self> {
        let _guard = context::enter(cx.driver, cx.device)?;
        let mut address: sys::CUdeviceptr = 0;
        // SAFETY: `address` is writable, and the stream lives as long as the token.
        let status = unsafe { (cx.driver.mem_alloc_async)(&mut address, all, cx.stream) };
        status.check(
            cx.driver,
            format_args!("a workspace of {bytes} bytes cannot be allocated on {}", cx.device()),
        )?;
        Ok(Self { cx, address })
    }

    pub(super) fn address(&self) -> u64 {
        self.address
    }
}

impl Drop for Block<'_> {
    fn drop(&mut self) {
        let driver = self.cx.driver;
        // This fails only after a fatal CUDA error. The memory is then freed when the process ends.
        let Ok(_guard) = context::enter(driver, self.cx.device) else { return };
        // SAFETY: this driver allocated the memory; it is freed once, after its uses in the order of this stream.
        _ = unsafe { (driver.mem_free_async)(self.address, self.cx.stream) };
    }
}
