//! Methods that a view lacks because it can only be read. Without them the compiler suggests the method that reads.
//!
//! None of them can be called: each asks for a trait that no view has. Their results are those that the method has elsewhere, so that
//! nothing else is reported.

use core::slice;

use super::{Contiguous, Cpu, RankMarker, Shared, View};
use crate::tensor::Element;

/// Views that can be written.
#[diagnostic::on_unimplemented(
    message = "this view can only be read",
    label = "needs a view that can be written",
    note = "take `mut x: CpuViewMut<'_, f32, 1>` in place of `x: CpuView<'_, f32, 1>`"
)]
pub trait Written {}

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
