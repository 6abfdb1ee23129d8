//! Streams and pointers from and to the crate `cust`, as raw handles.
//!
//! `cust` needs a CUDA toolkit to build, and links to the driver, so that a library with it does not load on a machine without one. Hence nothing else here
//! depends on it. Where there is no toolkit this can be type-checked all the same: `DOCS_RS=1 cargo check -p tvm-ffi-cuda --features cust`; nothing has run with it.

use cust::memory::{DeviceCopy, DevicePointer};
use cust::stream::Stream;
use tvm_ffi_core::Result;

use crate::pointer::{Ptr, PtrMut};
use crate::token::Cuda;

impl Cuda<'_> {
    /// Runs `body` with a stream of `cust`'s in place of the call's. What is launched there is in no order with the call's stream but by events.
    ///
    /// For the other direction there is [`raw_stream`](Self::raw_stream) alone: a `Stream` of `cust`'s owns what it is made of, and cannot be made of a stream
    /// that belongs to somebody else.
    ///
    /// # Errors
    ///
    /// Those of `body`.
    ///
    /// # Safety
    ///
    /// The stream is of this device's primary context, and what `body` launches on it has ended, or is waited for by whatever stream uses the memory next,
    /// before the memory is used otherwise.
    pub unsafe fn with_cust_stream<R>(
        &self,
        stream: &Stream,
        body: impl FnOnce(&Cuda<'_>) -> Result<R>,
    ) -> Result<R> {
        // SAFETY: the caller's contract; the stream lives as long as it is borrowed here.
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

        // SAFETY: an address on the device, and nothing of the host's.
        unsafe impl<T> DeviceCopy for $pointer<'_, T> {}
    )*};
}

pointers!(Ptr PtrMut);
