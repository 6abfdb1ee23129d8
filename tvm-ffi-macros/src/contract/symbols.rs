//! Symbols: which parameter binds which symbol, and in which order.
//!
//! Integer parameters bind first, then all shapes in the order of parameters and dimensions, then all strides. The first use
//! binds a symbol; later uses have to agree.

use proc_macro2::Ident;

use super::Contract;
use super::entry::{Dim, Dims, EntryKind, name_of};
use super::returns::Returns;
use crate::model::Parameter;

/// The symbols of a function.
#[derive(Default)]
pub(crate) struct Symbols {
    list: Vec<Symbol>,
}

/// One symbol.
pub(crate) struct Symbol {
    pub(crate) name: String,
    /// The first use.
    pub(crate) at: Ident,
    /// The index of the parameter with its value, which is an integer.
    pub(crate) integer: Option<usize>,
    /// Uses that can bind it, in the order of evaluation.
    pub(crate) uses: Vec<Use>,
}

/// The use of a symbol as a whole entry of a shape or strides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) place: Place,
    /// Whether it is `s..`.
    pub(crate) is_rest: bool,
}

/// An entry: strides come after all shapes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) is_stride: bool,
    pub(crate) parameter: usize,
    pub(crate) entry: usize,
}

impl Place {
    /// An entry of a returned tensor, which comes after everything else.
    pub(crate) fn returned(entry: usize) -> Self {
        Self { is_stride: true, parameter: usize::MAX, entry }
    }
}

/// The use of a symbol where it needs a value in every call.
pub(crate) struct Need<'a> {
    pub(crate) at: &'a Ident,
    pub(crate) place: Place,
    /// Whether it is `s..`.
    pub(crate) is_rest: bool,
}

impl Symbols {
    /// Collects the symbols of all parameters, and those of the result, which bind nothing.
    pub(crate) fn new(parameters: &[Parameter], returns: Option<&Returns>) -> Self {
        let mut symbols = Self::default();
        for is_stride in [false, true] {
            for (index, parameter) in parameters.iter().enumerate() {
                symbols.collect(is_stride, index, parameter);
            }
        }
        for symbol in returns.into_iter().flat_map(Returns::symbols) {
            symbols.of(symbol);
        }
        for symbol in &mut symbols.list {
            symbol.integer = parameters.iter().position(|parameter| parameter.name == symbol.name);
        }
        symbols
    }

    fn collect(&mut self, is_stride: bool, parameter: usize, of: &Parameter) {
        let Some(dims) = dims(&of.contract, is_stride) else { return };
        for (entry, Dim { kind, .. }) in dims.entries.iter().enumerate() {
            let place = Place { is_stride, parameter, entry };
            let (symbol, is_rest) = match kind {
                EntryKind::Symbol(symbol) | EntryKind::Multiple(symbol, _) => (symbol, false),
                EntryKind::Rest(Some(symbol)) => (symbol, true),
                EntryKind::Value(value) => {
                    for symbol in value.symbols() {
                        self.of(symbol);
                    }
                    continue;
                }
                EntryKind::Any | EntryKind::Rest(None) => continue,
            };
            self.of(symbol).uses.push(Use { place, is_rest });
        }
    }

    fn of(&mut self, symbol: &Ident) -> &mut Symbol {
        let name = name_of(symbol);
        let index = self.list.iter().position(|known| known.name == name).unwrap_or_else(|| {
            self.list.push(Symbol { name, at: symbol.clone(), integer: None, uses: Vec::new() });
            self.list.len() - 1
        });
        &mut self.list[index]
    }

    /// All symbols, in the order of their first use.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Symbol> {
        self.list.iter()
    }

    /// The symbol of this name.
    pub(crate) fn get(&self, symbol: &Ident) -> Option<&Symbol> {
        let name = name_of(symbol);
        self.list.iter().find(|known| known.name == name)
    }
}

impl Symbol {
    /// Whether it is `s..`, any number of extents.
    pub(crate) fn is_rest(&self) -> bool {
        self.uses.iter().any(|other| other.is_rest)
    }

    /// The shapes that bind it before this place. Strides bind nothing where an extent is 1.
    pub(crate) fn bound_by(&self, place: Place) -> impl Iterator<Item = &Use> {
        self.uses.iter().filter(move |other| !other.place.is_stride && other.place < place)
    }

    /// Whether it has a value at this place.
    pub(crate) fn is_known_at(&self, place: Place) -> bool {
        self.integer.is_some() || self.bound_by(place).next().is_some()
    }
}

/// `#[shape]` or `#[strides]`.
pub(crate) fn dims(contract: &Contract, is_stride: bool) -> Option<&Dims> {
    let dims = if is_stride { &contract.strides } else { &contract.shape };
    dims.as_ref().map(|dims| &dims.value)
}
