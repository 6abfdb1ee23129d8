//! Rows as slices, of views whose rows may lie apart.
//!
//! For parameters with `#[strides(.., 1)]`: the contract has established that the elements of a row are neighbours, which the type
//! [`Strided`] does not say.

use tvm_ffi::{CpuView, CpuViewMut, Element, Strided};

const CONTRACT: &str = "the contract says that the last stride is 1";

/// The rows, to be read.
#[inline(always)]
pub(crate) fn rows<'a, T: Element, const N: usize>(
    x: CpuView<'a, T, N, Strided>,
) -> impl Iterator<Item = &'a [T]> {
    x.rows().map(|row| row.as_slice().expect(CONTRACT))
}

/// The rows, to be written.
#[inline(always)]
pub(crate) fn rows_mut<'a, T: Element, const N: usize>(
    x: &'a mut CpuViewMut<'_, T, N, Strided>,
) -> impl Iterator<Item = &'a mut [T]> {
    x.rows_mut().map(|row| row.try_contiguous().expect(CONTRACT).into_slice())
}
