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

/// Defines methods that ask for a trait that no view has.
macro_rules! refused {
    ($({$($generic:tt)*} $view:ty: $bound:ident {$(fn $name:ident($($argument:ty)?) -> $result:ty;)*})*) => {$(
        impl<$($generic)*> $view {$(
            #[doc(hidden)]
            pub fn $name(&self $(, _: $argument)?) -> $result
            where
                Self: $bound,
            {
                unreachable!("no view has this method")
            }
        )*}
    )*};
}

refused! {
    {T: Element, R: RankMarker, L} View<'_, Cpu, Shared, T, R, L>: Written {
        fn chunks_mut(usize) -> slice::ChunksMut<'_, T>;
        fn row_mut(usize) -> &mut [T];
        fn as_mut_ptr() -> *mut T;
    }
    {T: Element, R: RankMarker} View<'_, Cpu, Shared, T, R, Contiguous>: Written {
        fn as_mut_slice() -> &mut [T];
        fn iter_mut() -> slice::IterMut<'_, T>;
    }
    {T: Element, R: RankMarker} View<'_, Cpu, Shared, T, R, Strided>: Written {
        fn as_mut_slice() -> Option<&mut [T]>;
        fn iter_mut() -> Iter<'_, Exclusive, T, R>;
    }
    {D: Elsewhere, A, T: Element, R: RankMarker} View<'_, D, A, T, R, Contiguous>: OnHost {
        fn as_slice() -> &[T];
        fn as_mut_slice() -> &mut [T];
        fn iter() -> slice::Iter<'_, T>;
        fn iter_mut() -> slice::IterMut<'_, T>;
    }
    {D: Elsewhere, A, T: Element, R: RankMarker} View<'_, D, A, T, R, Strided>: OnHost {
        fn as_slice() -> Option<&[T]>;
        fn as_mut_slice() -> Option<&mut [T]>;
        fn iter() -> Iter<'_, Shared, T, R>;
        fn iter_mut() -> Iter<'_, Exclusive, T, R>;
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
