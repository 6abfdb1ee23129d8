//! Pointers of views.

use tvm_ffi_core::Element;
use tvm_ffi_core::view::{Access, Cuda, Exclusive, View};

use crate::pointer::{Ptr, PtrMut};

/// The pointer of a view of device memory.
///
/// Views have it, and not `Tensor` or `TensorView`: those do not say what their elements are, where they are, or whether they are written, and the pointer's type
/// is what a kernel's declaration is compared with.
///
/// ```
/// # use tvm_ffi_core::CudaView;
/// use tvm_ffi_cuda::{DevicePtr, Ptr};
/// fn second_row<'a>(x: &'a CudaView<'_, f32, 2>) -> Ptr<'a, f32> {
///     x.ptr().offset(x.dim(1) as isize)
/// }
/// ```
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
