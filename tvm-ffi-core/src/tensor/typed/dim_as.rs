//! Extents as the integers that kernels take.

use super::marker::sealed::Sealed;
use super::{RankMarker, SubView, View};
use crate::error::{Error, ErrorKind, Result};
use crate::tensor::{Element, TensorView};

/// The integers that an extent can be asked for as: all of Rust's but the 128-bit ones.
pub trait ExtentType: Sealed + TryFrom<usize> {
    #[doc(hidden)]
    const NAME: &'static str;
    #[doc(hidden)]
    const LARGEST: u64;
}

macro_rules! extent_types {
    ($($integer:ident)*) => {$(
        impl Sealed for $integer {}
        impl ExtentType for $integer {
            const NAME: &'static str = stringify!($integer);
            const LARGEST: u64 = <$integer>::MAX as u64;
        }
    )*};
}

extent_types!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

#[inline]
#[track_caller]
fn converted<I: ExtentType>(axis: usize, extent: usize) -> Result<I> {
    match I::try_from(extent) {
        Ok(extent) => Ok(extent),
        Err(_) => Err(too_large(axis, extent, I::NAME, I::LARGEST)),
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn too_large(axis: usize, extent: usize, name: &str, largest: u64) -> Error {
    let text =
        format!("shape[{axis}] is {extent}, which is out of range for {name}, expected 0 to {largest}");
    Error::new(ErrorKind::ValueError, text)
}

/// The method, which finds the extent by `dim`.
macro_rules! dim_as {
    ([$($receiver:tt)*], $self:ident) => {
        /// The extent of a dimension as the integer that a kernel takes.
        ///
        /// ```
        /// # use tvm_ffi_core::SliceTensor;
        /// # let tensor = SliceTensor::new(&[0f32; 300], [3, 100])?;
        /// let x = tensor.view();
        /// let [rows, columns]: [i32; 2] = [x.dim_as(0)?, x.dim_as(1)?];
        /// assert_eq!((rows, columns), (3, 100));
        /// assert_eq!(
        ///     x.reshape([300])?.dim_as::<u8>(0).unwrap_err().to_string(),
        ///     "ValueError: shape[0] is 300, which is out of range for u8, expected 0 to 255"
        /// );
        /// # Ok::<(), tvm_ffi_core::Error>(())
        /// ```
        ///
        /// # Errors
        ///
        /// A `ValueError` that names the dimension if the extent is out of range.
        ///
        /// # Panics
        ///
        /// If there is no such dimension.
        #[inline]
        #[track_caller]
        pub fn dim_as<I: ExtentType>($($receiver)*, axis: usize) -> Result<I> {
            converted(axis, $self.dim(axis))
        }
    };
}

impl<D, A, T: Element, R: RankMarker, L> View<'_, D, A, T, R, L> {
    dim_as!([&self], self);
}

impl<A, T: Element, const N: usize, L> SubView<'_, A, T, N, L> {
    dim_as!([&self], self);
}

impl TensorView<'_> {
    dim_as!([self], self);
}
