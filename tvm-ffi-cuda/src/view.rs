//! The device pointers of views.

use tvm_ffi_core::Element;
use tvm_ffi_core::view::{self, Access, Exclusive, View};

use crate::pointer::{Ptr, PtrMut};

mod sealed {
    /// A supertrait that only views implement.
    pub trait Sealed {}
}

pub(crate) use sealed::Sealed;

impl<A: Access, T: Element, R, L> Sealed for View<'_, view::Cuda, A, T, R, L> {}

/// The pointer of a view of device memory.
///
/// Only typed views implement it; `Tensor` and `TensorView` do not. A launch compares the pointer's type with the kernel's declaration, and only a view knows its
/// element type, its device, and whether it may be written.
///
/// ```
/// # use tvm_ffi_core::CudaView;
/// use tvm_ffi_cuda::{DevicePtr, Ptr};
/// fn second_row<'a>(x: &'a CudaView<'_, f32, 2>) -> Ptr<'a, f32> {
///     x.ptr().offset(x.dim(1) as isize)
/// }
/// ```
pub trait DevicePtr<T>: Sealed {
    /// The address of the first element, for a kernel that reads it. It may be NULL if there are no elements.
    fn ptr(&self) -> Ptr<'_, T>;
}

/// The pointer of a view of device memory that may be written.
pub trait DevicePtrMut<'a, T>: DevicePtr<T> {
    /// The address of the first element, for a kernel that writes it. It may be NULL if there are no elements.
    ///
    /// The pointer lives as long as the memory, so that the other arguments of a launch may come from the same view:
    /// `(y.ptr_mut(), y.dim_as(0)?)`.
    fn ptr_mut(&mut self) -> PtrMut<'a, T>;
}

impl<A: Access, T: Element, R, L> DevicePtr<T> for View<'_, view::Cuda, A, T, R, L> {
    #[inline(always)]
    fn ptr(&self) -> Ptr<'_, T> {
        Ptr::from_address(self.address().addr() as u64)
    }
}

impl<'a, T: Element, R, L> DevicePtrMut<'a, T> for View<'a, view::Cuda, Exclusive, T, R, L> {
    #[inline(always)]
    fn ptr_mut(&mut self) -> PtrMut<'a, T> {
        PtrMut::from_address(self.address().addr() as u64)
    }
}
