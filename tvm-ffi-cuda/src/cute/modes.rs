//! The modes of a shape or of a stride, with their widths as types.

use core::fmt;

mod sealed {
    pub trait Sealed {}
}

use sealed::Sealed;

/// The modes of a shape or of a stride: `i32`, `i64`, [`K<N>`](K), and tuples of modes, [`T1`] to [`T5`].
///
/// # Safety
///
/// The type has the layout of the C struct with one member for each mode that is not a [`K`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mode of a CuTe tensor",
    label = "not a mode",
    note = "modes are `i32`, `i64`, `K<N>` for a number that is compiled into the kernel, and tuples of them, such as `T2<i32, K<64>>`"
)]
pub unsafe trait Modes: Copy + fmt::Debug + Sealed {
    /// The number of dimensions.
    #[doc(hidden)]
    const COUNT: usize;

    /// The modes with these values, if they fit. A value whose extent is 0 or 1 is an irrelevant stride.
    #[doc(hidden)]
    fn fill(values: &[i64], extents: &[i64]) -> Option<Self>;

    /// The first value that does not fit.
    #[doc(hidden)]
    fn mismatch(values: &[i64], extents: &[i64]) -> Option<Mismatch>;
}

/// A value that does not fit its mode.
#[doc(hidden)]
#[derive(Debug)]
pub struct Mismatch {
    pub(super) index: usize,
    /// The end of the message.
    pub(super) expected: String,
}

impl Mismatch {
    /// Shifts the index by the number of preceding modes.
    fn behind(mut self, count: usize) -> Self {
        self.index += count;
        self
    }
}

/// A number that is compiled into the kernel. It takes no space in the parameters.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct K<const N: i64>;

impl Sealed for i32 {}

// SAFETY: `i32` is `int`.
unsafe impl Modes for i32 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn fill(values: &[i64], extents: &[i64]) -> Option<Self> {
        match i32::try_from(values[0]) {
            Ok(value) => Some(value),
            Err(_) if extents[0] <= 1 => Some(0),
            Err(_) => None,
        }
    }

    fn mismatch(values: &[i64], extents: &[i64]) -> Option<Mismatch> {
        let fits = Self::fill(values, extents).is_some();
        (!fits).then(|| Mismatch { index: 0, expected: "which does not fit an `i32`".to_owned() })
    }
}

impl Sealed for i64 {}

// SAFETY: `i64` is `long long`.
unsafe impl Modes for i64 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn fill(values: &[i64], _extents: &[i64]) -> Option<Self> {
        Some(values[0])
    }

    fn mismatch(_values: &[i64], _extents: &[i64]) -> Option<Mismatch> {
        None
    }
}

impl<const N: i64> Sealed for K<N> {}

// SAFETY: the type has no bytes, as it has no member in C.
unsafe impl<const N: i64> Modes for K<N> {
    const COUNT: usize = 1;

    #[inline(always)]
    fn fill(values: &[i64], extents: &[i64]) -> Option<Self> {
        (values[0] == N || extents[0] <= 1).then_some(Self)
    }

    fn mismatch(values: &[i64], extents: &[i64]) -> Option<Mismatch> {
        let fits = Self::fill(values, extents).is_some();
        (!fits).then(|| Mismatch { index: 0, expected: format!("expected {N}") })
    }
}

macro_rules! tuples {
    ($($(#[$doc:meta])* $tuple:ident($($mode:ident $field:tt),*);)*) => {$(
        $(#[$doc])*
        #[repr(C)]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $tuple<$($mode),*>($(
            #[doc = concat!("Mode ", $field, ".")]
            pub $mode
        ),*);

        impl<$($mode: Modes),*> Sealed for $tuple<$($mode),*> {}

        // SAFETY: the type is `repr(C)` with the modes as its fields.
        unsafe impl<$($mode: Modes),*> Modes for $tuple<$($mode),*> {
            const COUNT: usize = 0 $(+ $mode::COUNT)*;

            #[inline(always)]
            fn fill(values: &[i64], extents: &[i64]) -> Option<Self> {
                let at = 0;
                $(
                    #[allow(non_snake_case, reason = "named as the type")]
                    let $mode = $mode::fill(&values[at..], &extents[at..])?;
                    let at = at + $mode::COUNT;
                )*
                let _ = at;
                Some(Self($($mode),*))
            }

            fn mismatch(values: &[i64], extents: &[i64]) -> Option<Mismatch> {
                let at = 0;
                $(
                    if let Some(mismatch) = $mode::mismatch(&values[at..], &extents[at..]) {
                        return Some(mismatch.behind(at));
                    }
                    let at = at + $mode::COUNT;
                )*
                let _ = at;
                None
            }
        }
    )*};
}

tuples! {
    /// A tuple of one mode, with the layout of that mode.
    T1(A 0);
    /// Two modes.
    T2(A 0, B 1);
    /// Three modes.
    T3(A 0, B 1, C 2);
    /// Four modes.
    T4(A 0, B 1, C 2, D 3);
    /// Five modes.
    T5(A 0, B 1, C 2, D 3, E 4);
}
