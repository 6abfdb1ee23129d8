//! Symbols: which parameter binds which symbol, and in which order.
//!
//! Integer parameters bind first, then all shapes in the order of parameters and dimensions, then all strides. The first use
//! binds a symbol; later uses have to agree.

use proc_macro2::Ident;

use super::Contract;
use super::entry::{Dims, Entry, EntryKind, name_of};
use super::returns::Returns;
use crate::model::Parameter;
use crate::parameter_type::Form;

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
    /// The index of the integer parameter with its value.
    pub(crate) integer: Option<usize>,
    /// Uses that can bind it, in the order of evaluation.
    pub(crate) uses: Vec<Use>,
}

/// The use of a symbol as a whole entry of a shape or strides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Use {
    pub(crate) place: Place,
    /// Whether it has a value in every call.
    pub(crate) is_certain: bool,
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
            symbol.integer = parameters
                .iter()
                .position(|parameter| parameter.name == symbol.name && parameter.may_be_symbol());
        }
        symbols
    }

    fn collect(&mut self, is_stride: bool, parameter: usize, of: &Parameter) {
        let Some(dims) = dims(&of.contract, is_stride) else { return };
        for (entry, Entry { kind, .. }) in dims.entries.iter().enumerate() {
            let place = Place { is_stride, parameter, entry };
            let is_certain = !is_stride && of.kind.form == Form::One;
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
            self.of(symbol).uses.push(Use { place, is_certain, is_rest });
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

    /// Whether it has a value in every call when this use is evaluated.
    pub(crate) fn is_known_at(&self, place: Place) -> bool {
        self.integer.is_some() || self.uses.iter().any(|other| other.is_certain && other.place < place)
    }
}

/// `#[shape]` or `#[strides]`.
pub(crate) fn dims(contract: &Contract, is_stride: bool) -> Option<&Dims> {
    let dims = if is_stride { &contract.strides } else { &contract.shape };
    dims.as_ref().map(|dims| &dims.value)
}
