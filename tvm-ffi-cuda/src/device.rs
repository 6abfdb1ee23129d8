//! What is known of each GPU.

use core::sync::atomic::{AtomicPtr, AtomicU32};

use cudarc::driver::sys;

/// Devices with a larger number are refused. No machine has as many.
pub(crate) const MAX_DEVICES: usize = 64;

/// What has been found out about a device; zero and NULL until then.
pub(crate) struct Known {
    /// The primary context, which is retained and never released: it is the one that everybody else in the process uses.
    pub(crate) primary: AtomicPtr<sys::CUctx_st>,
    /// The compute capability, as `major * 10 + minor`.
    pub(crate) capability: AtomicU32,
}

pub(crate) static KNOWN: [Known; MAX_DEVICES] =
    [const { Known { primary: AtomicPtr::new(core::ptr::null_mut()), capability: AtomicU32::new(0) } };
        MAX_DEVICES];
