//! Streams and pointers for the crate `cust`, as raw handles.
//!
//! `cust` needs a CUDA toolkit to build, and it links to the driver, so a library that uses it does not load on a machine without one. Nothing else depends on it.
//! `DOCS_RS=1 cargo check -p tvm-ffi-rs-cuda --features cust` type-checks this module without a toolkit. It has never been run.

use cust::memory::{DeviceCopy, DevicePointer};
use cust::stream::Stream;
use tvm_ffi_core::Result;

use crate::pointer::{Ptr, PtrMut};
use crate::token::Cuda;

impl Cuda<'_> {
    /// Runs `body` with a stream of `cust` in place of the call's stream. Only events order its work with the call's stream.
    ///
    /// For the other direction use [`raw_stream`](Self::raw_stream): a `cust` `Stream` owns its handle, and cannot be made from a stream that has another owner.
    ///
    /// # Errors
    ///
    /// The error of `body`.
    ///
    /// # Safety
    ///
    /// The stream belongs to this device's primary context. The work that `body` launches on it has ended before other code uses the same memory, or the stream of
    /// that code waits for it.
    pub unsafe fn with_cust_stream<R>(
        &self,
        stream: &Stream,
        body: impl FnOnce(&Cuda<'_>) -> Result<R>,
    ) -> Result<R> {
        // SAFETY: the caller's contract; the stream is borrowed, so it lives while `body` runs.
        unsafe { self.with_stream(stream.as_inner().cast(), body) }
    }
}

macro_rules! pointers {
    ($($pointer:ident)*) => {$(
        impl<T: DeviceCopy> From<$pointer<'_, T>> for DevicePointer<T> {
            fn from(pointer: $pointer<'_, T>) -> Self {
                Self::from_raw(pointer.address())
            }
        }

        impl<T: DeviceCopy> From<DevicePointer<T>> for $pointer<'_, T> {
            fn from(pointer: DevicePointer<T>) -> Self {
                Self::from_address(pointer.as_raw())
            }
        }

        // SAFETY: the type is a device address and contains no host address.
        unsafe impl<T> DeviceCopy for $pointer<'_, T> {}
    )*};
}

pointers!(Ptr PtrMut);
