//! The modes of a shape or of a stride: their widths are types.

use core::fmt;

mod sealed {
    pub trait Sealed {}
}

use sealed::Sealed;

/// The modes of a shape or of a stride: `i32`, `i64`, [`K<N>`](K), and tuples of modes, [`T1`] to [`T5`].
///
/// # Safety
///
/// It has the layout of the struct in C that has a member for each mode which is no [`K`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no mode of a tensor for CuTe",
    label = "not a mode",
    note = "modes are `i32`, `i64`, `K<N>` for a number that is compiled into the kernel, and tuples of them, such as `T2<i32, K<64>>`"
)]
pub unsafe trait Modes: Copy + fmt::Debug + Sealed {
    /// How many dimensions they stand for.
    #[doc(hidden)]
    const COUNT: usize;

    /// The slots with these numbers, if they fit. Where the extent is one or none, the number is a stride that leads nowhere.
    #[doc(hidden)]
    fn fill(values: &[i64], extents: &[i64]) -> Option<Self>;

    /// The first number that does not fit.
    #[doc(hidden)]
    fn misfit(values: &[i64], extents: &[i64]) -> Option<Misfit>;
}

/// A number that does not fit its slot.
#[doc(hidden)]
#[derive(Debug)]
pub struct Misfit {
    pub(super) index: usize,
    /// How a message goes on.
    pub(super) expected: String,
}

impl Misfit {
    /// The same, where the modes are not the first ones.
    fn behind(mut self, count: usize) -> Self {
        self.index += count;
        self
    }
}

/// A number that is compiled into the kernel: it takes no room among its parameters.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct K<const N: i64>;

impl Sealed for i32 {}

// SAFETY: an `int`.
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

    fn misfit(values: &[i64], extents: &[i64]) -> Option<Misfit> {
        let fits = Self::fill(values, extents).is_some();
        (!fits).then(|| Misfit { index: 0, expected: "which does not fit an `i32`".to_owned() })
    }
}

impl Sealed for i64 {}

// SAFETY: a `long long`.
unsafe impl Modes for i64 {
    const COUNT: usize = 1;

    #[inline(always)]
    fn fill(values: &[i64], _extents: &[i64]) -> Option<Self> {
        Some(values[0])
    }

    fn misfit(_values: &[i64], _extents: &[i64]) -> Option<Misfit> {
        None
    }
}

impl<const N: i64> Sealed for K<N> {}

// SAFETY: it has no bytes, and is no member in C.
unsafe impl<const N: i64> Modes for K<N> {
    const COUNT: usize = 1;

    #[inline(always)]
    fn fill(values: &[i64], extents: &[i64]) -> Option<Self> {
        (values[0] == N || extents[0] <= 1).then_some(Self)
    }

    fn misfit(values: &[i64], extents: &[i64]) -> Option<Misfit> {
        let fits = Self::fill(values, extents).is_some();
        (!fits).then(|| Misfit { index: 0, expected: format!("expected {N}") })
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

        // SAFETY: a struct of C, with the modes as its members.
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

            fn misfit(values: &[i64], extents: &[i64]) -> Option<Misfit> {
                let at = 0;
                $(
                    if let Some(misfit) = $mode::misfit(&values[at..], &extents[at..]) {
                        return Some(misfit.behind(at));
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
    /// One mode in a tuple, which has the layout of the mode.
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
