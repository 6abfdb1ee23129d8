//! Methods that a view does not have, so that the compiler says which view has them.
//!
//! None of them can be called: each asks for a trait that no view has. Their results are those that the method has elsewhere, so that
//! nothing else is reported.

use core::slice;

use super::device::Elsewhere;
use super::{Contiguous, Cpu, Exclusive, Iter, RankMarker, Shared, Strided, View};
use crate::tensor::Element;

/// Views that can be written.
#[diagnostic::on_unimplemented(
    message = "this view can only be read",
    label = "needs a view that can be written",
    note = "take `mut x: CpuViewMut<'_, f32, 1>` in place of `x: CpuView<'_, f32, 1>`"
)]
pub trait Written {}

/// Views of device memory that can be written.
#[diagnostic::on_unimplemented(
    message = "this view can only be read",
    label = "needs a view that can be written",
    note = "take `mut x: CudaViewMut<'_, f32, 1>` in place of `x: CudaView<'_, f32, 1>`; on other devices, a `View` with `Exclusive` in place of `Shared`"
)]
pub trait DeviceWritten {}

/// Views of host memory.
#[diagnostic::on_unimplemented(
    message = "the elements of this view are in the memory of a device, which the host cannot access",
    label = "needs a view of host memory",
    note = "take `CpuView<'_, f32, 1>` or `CpuViewMut<'_, f32, 1>` for tensors in host memory; a kernel takes the pointer of this view: `x.ptr()`, `x.ptr_mut()`"
)]
pub trait OnHost {}

impl<T: Element, R: RankMarker, L> View<'_, Cpu, Shared, T, R, L> {
    #[doc(hidden)]
    pub fn chunks_mut(&self, _: usize) -> slice::ChunksMut<'_, T>
    where
        Self: Written,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn row_mut(&self, _: usize) -> &mut [T]
    where
        Self: Written,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn as_mut_ptr(&self) -> *mut T
    where
        Self: Written,
    {
        unreachable!("no view has this method")
    }
}

impl<T: Element, R: RankMarker> View<'_, Cpu, Shared, T, R, Contiguous> {
    #[doc(hidden)]
    pub fn as_mut_slice(&self) -> &mut [T]
    where
        Self: Written,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn iter_mut(&self) -> slice::IterMut<'_, T>
    where
        Self: Written,
    {
        unreachable!("no view has this method")
    }
}

impl<T: Element, R: RankMarker> View<'_, Cpu, Shared, T, R, Strided> {
    #[doc(hidden)]
    pub fn as_mut_slice(&self) -> Option<&mut [T]>
    where
        Self: Written,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn iter_mut(&self) -> Iter<'_, Exclusive, T, R>
    where
        Self: Written,
    {
        unreachable!("no view has this method")
    }
}

impl<D: Elsewhere, A, T: Element, R: RankMarker> View<'_, D, A, T, R, Contiguous> {
    #[doc(hidden)]
    pub fn as_slice(&self) -> &[T]
    where
        Self: OnHost,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn as_mut_slice(&self) -> &mut [T]
    where
        Self: OnHost,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn iter(&self) -> slice::Iter<'_, T>
    where
        Self: OnHost,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn iter_mut(&self) -> slice::IterMut<'_, T>
    where
        Self: OnHost,
    {
        unreachable!("no view has this method")
    }
}

impl<D: Elsewhere, A, T: Element, R: RankMarker> View<'_, D, A, T, R, Strided> {
    #[doc(hidden)]
    pub fn as_slice(&self) -> Option<&[T]>
    where
        Self: OnHost,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn as_mut_slice(&self) -> Option<&mut [T]>
    where
        Self: OnHost,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn iter(&self) -> Iter<'_, Shared, T, R>
    where
        Self: OnHost,
    {
        unreachable!("no view has this method")
    }

    #[doc(hidden)]
    pub fn iter_mut(&self) -> Iter<'_, Exclusive, T, R>
    where
        Self: OnHost,
    {
        unreachable!("no view has this method")
    }
}

impl<D: Elsewhere, T: Element, R, L> View<'_, D, Shared, T, R, L> {
    /// The result is whatever a kernel takes.
    #[doc(hidden)]
    pub fn ptr_mut<P>(&self) -> P
    where
        Self: DeviceWritten,
    {
        unreachable!("no view that reads has this method")
    }
}
