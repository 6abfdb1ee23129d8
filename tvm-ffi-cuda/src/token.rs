//! [`Cuda`]: where the work of a call goes.

use core::ffi::c_void;
use core::marker::PhantomData;

use cudarc::driver::sys;
use tvm_ffi_core::__private::{Args, CallToken};
use tvm_ffi_core::{Device, Result};

use crate::device::MAX_DEVICES;
use crate::driver::Driver;

/// The GPU and the stream of one call.
///
/// As a parameter of an exported function it is no argument of the caller: it is made from the other arguments, for the time of the call. It can be neither
/// stored nor sent to another thread.
pub struct Cuda<'call> {
    pub(crate) driver: &'static Driver,
    /// Below [`MAX_DEVICES`].
    pub(crate) device: u32,
    pub(crate) stream: sys::CUstream,
    /// Whether the stream is the one that the caller set for this thread, in whose order its allocator works.
    pub(crate) is_callers: bool,
    /// Not `Send`, because the caller's stream is this thread's.
    pub(crate) marker: PhantomData<(&'call (), *mut c_void)>,
}

impl Cuda<'_> {
    /// The GPU that the tensors of the call are on.
    #[inline(always)]
    pub fn device(&self) -> Device {
        Device::cuda(self.device as i32)
    }

    /// The stream, a `CUstream` of the driver's API or, which is the same, a `cudaStream_t`. NULL is the legacy default stream.
    #[inline(always)]
    pub fn raw_stream(&self) -> *mut c_void {
        self.stream.cast()
    }

    /// The number of the device in tables.
    #[inline(always)]
    pub(crate) fn index(&self) -> usize {
        // The compiler sees that it is in bounds.
        self.device as usize % MAX_DEVICES
    }

    /// Whether launches on the stream go to the context that is current on this thread, rather than to the stream's own.
    #[inline(always)]
    pub(crate) fn needs_context(&self) -> bool {
        self.stream.addr() <= 2
    }

    /// The token of a device, with the caller's stream on it.
    pub(crate) fn of_device(device: u32) -> Result<Self> {
        let driver = crate::driver::driver()?;
        let stream = tvm_ffi_core::env::stream(Device::cuda(device as i32)).cast();
        Ok(Self { driver, device, stream, is_callers: true, marker: PhantomData })
    }
}

impl<'call> CallToken<'call> for Cuda<'call> {
    #[inline(always)]
    fn for_call(_: Args<'call>, gpu: Option<i32>) -> Result<Self> {
        Self::of_device(gpu.unwrap_or(0) as u32)
    }
}
