//! Pointers of views.

use tvm_ffi_core::Element;
use tvm_ffi_core::view::{Access, Cuda, Exclusive, View};

use crate::pointer::{Ptr, PtrMut};

/// The pointer of a view of device memory.
pub trait DevicePtr<T> {
    /// The address of the first element, to be read by a kernel. It may be NULL where there is no element.
    fn ptr(&self) -> Ptr<'_, T>;
}

/// The pointer of a view of device memory that may be written.
pub trait DevicePtrMut<T>: DevicePtr<T> {
    /// The address of the first element, to be written by a kernel. It may be NULL where there is no element.
    fn ptr_mut(&mut self) -> PtrMut<'_, T>;
}

impl<A: Access, T: Element, R, L> DevicePtr<T> for View<'_, Cuda, A, T, R, L> {
    #[inline(always)]
    fn ptr(&self) -> Ptr<'_, T> {
        Ptr::from_address(self.address().addr() as u64)
    }
}

impl<T: Element, R, L> DevicePtrMut<T> for View<'_, Cuda, Exclusive, T, R, L> {
    #[inline(always)]
    fn ptr_mut(&mut self) -> PtrMut<'_, T> {
        PtrMut::from_address(self.address().addr() as u64)
    }
}
