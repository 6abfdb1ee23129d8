//! The GPU that the running call of this thread works on, if it has a call token.

use core::cell::Cell;
use core::marker::PhantomData;

use crate::device::Device;

thread_local! {
    static GPU: Cell<Option<i32>> = const { Cell::new(None) };
}

/// For as long as it lives, views of CUDA memory that this thread makes of tensors have to be on one GPU, or may be on any.
#[must_use = "it ends when it is dropped"]
pub struct OnGpu {
    before: Option<i32>,
    /// It belongs to the thread.
    marker: PhantomData<*const ()>,
}

impl OnGpu {
    /// On this GPU.
    #[inline]
    pub fn enter(gpu: i32) -> Self {
        Self::set(Some(gpu))
    }

    /// On any: for a call of other code, which has a GPU of its own.
    #[inline]
    pub(crate) fn leave() -> Self {
        Self::set(None)
    }

    #[inline]
    fn set(gpu: Option<i32>) -> Self {
        Self { before: GPU.replace(gpu), marker: PhantomData }
    }
}

impl Drop for OnGpu {
    #[inline]
    fn drop(&mut self) {
        GPU.set(self.before);
    }
}

/// The GPU of the call, if a device is another one.
#[inline]
pub(crate) fn other_than(device: Device) -> Option<Device> {
    let gpu = GPU.get().filter(|gpu| device.is_cuda() && *gpu != device.device_id);
    gpu.map(Device::cuda)
}
