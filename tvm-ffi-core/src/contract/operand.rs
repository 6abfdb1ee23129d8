//! The values of a call that a contract is about.

use core::ops::Deref;
use std::borrow::Cow;

use super::call::{Item, Number, Operand};
use super::fits::{Symbols, tensor_fits};
use crate::description::{Contract, Dims};
use crate::shape::Shape;
use crate::tensor::typed::{RankMarker, View};
use crate::tensor::{Element, TensorView};
use crate::tensor_metadata::TensorMetadata;
use crate::tuples::for_tuples;

/// A value that is one tensor, or none.
pub trait Tensor {
    /// The tensor, without its element type.
    fn tensor(&self) -> Option<TensorMetadata<'_>>;
}

impl Tensor for TensorView<'_> {
    #[inline(always)]
    fn tensor(&self) -> Option<TensorMetadata<'_>> {
        Some(TensorMetadata::of(*self))
    }
}

impl<D, A, T: Element, R: RankMarker, L> Tensor for View<'_, D, A, T, R, L> {
    #[inline(always)]
    fn tensor(&self) -> Option<TensorMetadata<'_>> {
        if let Some(ndim) = R::NDIM {
            // SAFETY: View validity. The compiler reads extents without a test of their number then.
            unsafe { core::hint::assert_unchecked(self.metadata().ndim() == ndim) };
        }
        Some(TensorMetadata::of(self.metadata()))
    }
}

impl<T: Tensor> Tensor for Option<T> {
    #[inline(always)]
    fn tensor(&self) -> Option<TensorMetadata<'_>> {
        self.as_ref()?.tensor()
    }
}

/// A value that consists of tensors.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has the contract of a tensor, and is not one",
    label = "not a tensor view",
    note = "contracts belong on tensor views, `CpuView<'_, f32, 2>` or `TensorView<'_>`, on `Option` of them, and on `Vec` of them",
    note = "`#[shape]` belongs on integers too, if their type is written out: `(i64, i64)`, `[usize; 2]`, `&[i64]`, `Vec<i64>`, or `Shape`"
)]
pub trait EachTensor {
    /// Whether all of the tensors keep a contract, but for their strides.
    fn fit<'a, const N: usize>(&'a self, contract: &Contract, symbols: &mut Symbols<'a, N>) -> bool;

    /// Whether the strides of all of them do.
    fn strides_fit<const N: usize>(&self, dims: Dims, symbols: &mut Symbols<'_, N>) -> bool;
}

#[diagnostic::do_not_recommend]
impl<T: Tensor> EachTensor for T {
    #[inline(always)]
    fn fit<'a, const N: usize>(&'a self, contract: &Contract, symbols: &mut Symbols<'a, N>) -> bool {
        match self.tensor() {
            Some(tensor) => tensor_fits(contract, tensor, symbols),
            None => true,
        }
    }

    #[inline(always)]
    fn strides_fit<const N: usize>(&self, dims: Dims, symbols: &mut Symbols<'_, N>) -> bool {
        match self.tensor() {
            Some(tensor) => symbols.fit_strides(dims, tensor),
            None => true,
        }
    }
}

impl<T: Tensor> EachTensor for Vec<T> {
    #[inline]
    fn fit<'a, const N: usize>(&'a self, contract: &Contract, symbols: &mut Symbols<'a, N>) -> bool {
        self.iter().all(|tensor| tensor.fit(contract, symbols))
    }

    #[inline]
    fn strides_fit<const N: usize>(&self, dims: Dims, symbols: &mut Symbols<'_, N>) -> bool {
        self.iter().all(|tensor| tensor.strides_fit(dims, symbols))
    }
}

/// An integer parameter, whose value may be that of a symbol.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer, so its value cannot be a symbol",
    label = "not an integer",
    note = "a symbol with the name of a parameter is the value of that parameter: `n: i64`; give the symbol another name"
)]
pub trait Symbol {
    /// The value, if it fits; an extent does.
    fn symbol(&self) -> Option<i64>;
}

/// A value that is a sequence of integers, whose contract has an entry for each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has the contract of integers, and is not a sequence of them",
    label = "not a sequence of integers",
    note = "`#[shape]` belongs on tensor views, and on `Shape`, `&[i64]`, `Vec`s, arrays, and tuples of integers"
)]
pub trait Integers {
    /// The number of integers, if the type fixes it.
    #[doc(hidden)]
    const COUNT: Option<usize> = None;

    /// The integers; `None` if one of them does not fit 64 bits.
    fn integers(&self) -> Option<Cow<'_, [i64]>>;
}

impl Integers for Shape {
    #[inline(always)]
    fn integers(&self) -> Option<Cow<'_, [i64]>> {
        Some(Cow::Borrowed(self))
    }
}

impl Integers for &[i64] {
    #[inline(always)]
    fn integers(&self) -> Option<Cow<'_, [i64]>> {
        Some(Cow::Borrowed(self))
    }
}

impl<T: Symbol> Integers for Vec<T> {
    #[inline]
    fn integers(&self) -> Option<Cow<'_, [i64]>> {
        self.iter().map(Symbol::symbol).collect()
    }
}

impl<T: Symbol, const N: usize> Integers for [T; N] {
    const COUNT: Option<usize> = Some(N);

    #[inline]
    fn integers(&self) -> Option<Cow<'_, [i64]>> {
        self.iter().map(Symbol::symbol).collect()
    }
}

macro_rules! tuples {
    ($($count:literal ($($part:ident $index:tt)*),)*) => {$(
        impl<$($part: Symbol),*> Integers for ($($part,)*) {
            const COUNT: Option<usize> = Some($count);

            #[inline]
            fn integers(&self) -> Option<Cow<'_, [i64]>> {
                Some(Cow::Owned(vec![$(self.$index.symbol()?),*]))
            }
        }
    )*};
}

for_tuples!(tuples);

/// The operand for a value that is a sequence of integers.
#[cold]
#[inline(never)]
pub fn integers_operand<T: Integers>(value: &T) -> Operand<'_> {
    let known = |integers: Cow<'_, [i64]>| integers.iter().copied().map(Number::Known).collect();
    Operand::Integers(value.integers().map(known))
}

/// The value of an integer parameter, if it fits.
#[inline(always)]
pub fn symbol<T: Symbol>(value: &T) -> Option<i64> {
    value.symbol()
}

/// What can be an operand of a contract.
pub trait AsOperand {
    /// The operand.
    fn operand(&self) -> Operand<'_>;
}

#[diagnostic::do_not_recommend]
impl<T: Tensor> AsOperand for T {
    fn operand(&self) -> Operand<'_> {
        Operand::one(self.tensor())
    }
}

impl<T: Tensor> AsOperand for Vec<T> {
    fn operand(&self) -> Operand<'_> {
        let tensors = self.iter().filter_map(Tensor::tensor).enumerate();
        Operand::Tensors(tensors.map(|(index, tensor)| Item::new(Some(index), tensor)).collect())
    }
}

macro_rules! integers {
    ($($int:ident)*) => {$(
        impl Symbol for $int {
            #[inline(always)]
            fn symbol(&self) -> Option<i64> {
                #[allow(clippy::useless_conversion, reason = "the macro covers i64 too")]
                i64::try_from(*self).ok()
            }
        }

        impl AsOperand for $int {
            fn operand(&self) -> Operand<'_> {
                Operand::Integer(Number::from_decimal(self.to_string()))
            }
        }
    )*};
}

integers!(i8 i16 i32 i64 isize i128 u8 u16 u32 u64 usize u128);

/// What a constant expression in a contract can be.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an integer, as a constant in a contract has to be",
    label = "not an integer"
)]
pub trait Constant {}

#[diagnostic::do_not_recommend]
impl<T: Symbol> Constant for T {}

/// Asks for an integer.
#[inline(always)]
pub const fn is_integer<T: Constant>(_: &T) {}

/// A value that is part of a contract. Other values are reported where the contract is checked, and are not
/// operands here.
pub struct OperandProbe<'a, T>(pub &'a T);

/// A placeholder for a value that the compiler reports elsewhere.
pub struct NoOperand;

impl<'a, T: AsOperand> OperandProbe<'a, T> {
    /// The operand.
    #[cold]
    #[inline(never)]
    pub fn operand(&self) -> Operand<'a> {
        self.0.operand()
    }
}

impl<T> Deref for OperandProbe<'_, T> {
    type Target = NoOperand;

    fn deref(&self) -> &NoOperand {
        &NoOperand
    }
}

impl NoOperand {
    /// Anything, since no crate with such a contract compiles.
    pub fn operand(&self) -> Operand<'static> {
        Operand::Other
    }
}
