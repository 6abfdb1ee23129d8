//! Whether the values of a call keep a contract.
//!
//! The functions are inlined into each shim, where contracts are constants: what the compiler leaves of them is the comparisons.

use std::borrow::Cow;

use super::arithmetic::is_multiple;
use super::expression::evaluate;
use super::operand::{EachTensor, Integers};
use super::predicates::{has_device, has_dtype, is_aligned, stride};
use crate::description::{Ask, Contract, Dims, Op, Sym};
use crate::tensor_metadata::TensorMetadata;

/// Whether a test holds for each entry. The first eight are written out, because the compiler does not unroll a loop over them.
macro_rules! each_entry {
    ($dims:ident, $at:ident => $test:expr) => {
        each_entry!(@ $dims $at $test, 0 1 2 3 4 5 6 7)
            && ($dims.entries.len() <= 8 || (8..$dims.entries.len()).all(|$at| $test))
    };
    (@ $dims:ident $at:ident $test:expr, $($place:literal)*) => {
        $(($dims.entries.len() <= $place || { let $at = $place; $test }))&&*
    };
}

/// The values of the symbols of a call, by their indices.
pub struct Symbols<'a, const N: usize> {
    numbers: [Slot; N],
    rests: [Option<&'a [i64]>; N],
}

/// The value of a symbol.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Slot {
    /// Its first use will bind it.
    Unbound,
    /// Its value; `None` for an integer parameter beyond 64 bits, which no extent can have.
    Bound(Option<i64>),
}

/// The values of symbols, which outlive the arguments.
pub struct KeptSymbols<const N: usize> {
    numbers: [Slot; N],
    rests: [Option<Vec<i64>>; N],
}

impl<'a, const N: usize> Symbols<'a, N> {
    /// No symbol has a value.
    #[inline(always)]
    pub const fn new() -> Self {
        Self { numbers: [Slot::Unbound; N], rests: [None; N] }
    }

    /// Binds a symbol to the value of an integer parameter.
    #[inline(always)]
    pub const fn set(&mut self, index: usize, value: Option<i64>) {
        self.numbers[index] = Slot::Bound(value);
    }

    /// A copy that outlives the arguments.
    #[inline]
    pub fn keep(self) -> KeptSymbols<N> {
        KeptSymbols { numbers: self.numbers, rests: self.rests.map(|rest| rest.map(<[i64]>::to_vec)) }
    }

    /// Compares a number with a symbol, which its first use binds.
    #[inline(always)]
    fn is(&mut self, symbol: Sym, found: i64) -> bool {
        let slot = &mut self.numbers[symbol.index];
        match *slot {
            Slot::Bound(value) => value == Some(found),
            Slot::Unbound => {
                *slot = Slot::Bound(Some(found));
                true
            }
        }
    }

    /// The same for the extents of any number of dimensions.
    #[inline(always)]
    fn is_rest(&mut self, symbol: Sym, found: &'a [i64]) -> bool {
        match self.rests[symbol.index] {
            Some(bound) => bound == found,
            None => {
                self.rests[symbol.index] = Some(found);
                true
            }
        }
    }

    /// The value of an expression, if it has one.
    #[inline(never)]
    fn value(&self, ops: &[Op]) -> Option<i64> {
        evaluate(ops, &|symbol| match self.numbers[symbol.index] {
            Slot::Bound(value) => value,
            Slot::Unbound => None,
        })
    }

    /// Whether a number is what an entry for one dimension asks.
    #[inline(always)]
    fn fits(&mut self, ask: Ask, found: i64) -> bool {
        match ask {
            Ask::Any | Ask::Rest(_) => true,
            Ask::Symbol(symbol) => self.is(symbol, found),
            Ask::Multiple(symbol, of) => self.is(symbol, found) && is_multiple(found, of),
            Ask::Value([Op::Number(number)]) => *number == found,
            Ask::Value(ops) => self.value(ops) == Some(found),
        }
    }

    /// Whether extents, or integers in a sequence, are what the entries ask.
    #[inline(always)]
    fn fit(&mut self, dims: Dims, found: &'a [i64]) -> bool {
        dims.may_be(found.len()) && each_entry!(dims, at => self.extent_fits(dims, at, found))
    }

    #[inline(always)]
    fn extent_fits(&mut self, dims: Dims, at: usize, found: &'a [i64]) -> bool {
        let first = dims.dim_of(at, found.len());
        match dims.entries[at].ask {
            Ask::Rest(None) => true,
            Ask::Rest(Some(symbol)) => match found.get(first..first + (found.len() - dims.count)) {
                Some(rest) => self.is_rest(symbol, rest),
                None => false,
            },
            ask => match found.get(first) {
                Some(found) => self.fits(ask, *found),
                None => false,
            },
        }
    }

    /// Whether strides are what the entries ask, as far as they matter.
    #[inline(always)]
    pub(super) fn fit_strides(&mut self, dims: Dims, tensor: TensorMetadata<'_>) -> bool {
        dims.may_be(tensor.ndim()) && each_entry!(dims, at => self.stride_fits(dims, at, tensor))
    }

    #[inline(always)]
    fn stride_fits(&mut self, dims: Dims, at: usize, tensor: TensorMetadata<'_>) -> bool {
        match stride(tensor, dims.dim_of(at, tensor.ndim())) {
            Some(found) => self.fits(dims.entries[at].ask, found),
            None => true,
        }
    }
}

impl<const N: usize> Default for Symbols<'_, N> {
    fn default() -> Self {
        Self::new()
    }
}

impl<const N: usize> KeptSymbols<N> {
    pub(super) fn number(&self, symbol: Sym) -> Slot {
        self.numbers[symbol.index]
    }

    pub(super) fn rest(&self, symbol: Sym) -> Option<&[i64]> {
        self.rests[symbol.index].as_deref()
    }

    pub(super) fn borrowed(&self) -> Symbols<'_, N> {
        Symbols { numbers: self.numbers, rests: self.rests.each_ref().map(Option::as_deref) }
    }
}

/// Whether a tensor keeps a contract, but for its strides.
#[inline(always)]
pub(super) fn tensor_fits<'a, const N: usize>(
    contract: &Contract,
    tensor: TensorMetadata<'a>,
    symbols: &mut Symbols<'a, N>,
) -> bool {
    (match contract.shape {
        Some(dims) => symbols.fit(dims, tensor.shape()),
        None => true,
    }) && (contract.dtypes.is_empty() || has_dtype(tensor, contract.dtypes))
        && (contract.devices.is_empty() || has_device(tensor, contract.devices))
        && (match contract.align {
            Some(align) => is_aligned(tensor, align),
            None => true,
        })
}

/// Whether the tensors of an argument keep a contract, but for their strides.
#[inline(always)]
pub fn fits<'a, T: EachTensor, const N: usize>(
    contract: &Contract,
    value: &'a T,
    symbols: &mut Symbols<'a, N>,
) -> bool {
    value.fit(contract, symbols)
}

/// Whether the strides of the tensors of an argument are what a contract asks. They may use the symbols of all shapes.
#[inline(always)]
pub fn strides_fit<T: EachTensor, const N: usize>(
    contract: &Contract,
    value: &T,
    symbols: &mut Symbols<'_, N>,
) -> bool {
    match contract.strides {
        Some(dims) => value.strides_fit(dims, symbols),
        None => true,
    }
}

/// The integers of a sequence, for [`integers_fit`]; `None` if one of them does not fit 64 bits.
#[inline(always)]
pub fn integers<T: Integers>(value: &T) -> Option<Cow<'_, [i64]>> {
    value.integers()
}

/// Whether the integers of a sequence keep a contract.
#[inline(always)]
pub fn integers_fit<'a, const N: usize>(
    contract: &Contract,
    found: &'a Option<Cow<'_, [i64]>>,
    symbols: &mut Symbols<'a, N>,
) -> bool {
    let Some(found) = found else { return false };
    contract.shape.is_none_or(|dims| symbols.fit(dims, found))
}
