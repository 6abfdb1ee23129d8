//! What is compared with the entries of `#[shape]` and `#[strides]`, and with the symbols in them.

use core::fmt;

use super::{Call, Finding, Phase};
use crate::contract::arithmetic::is_multiple;
use crate::contract::call::{Item, Number, Operand, place};
use crate::contract::expression::{self, Fault, symbols};
use crate::contract::predicates::stride;
use crate::convert::Mismatch;
use crate::description::{Ask, Dim, Dims, Op, Param, Sym};
use crate::tensor_metadata::TensorMetadata;

/// Every value of a call that an entry asks for, in the order in which the shim compares them: the first use of a symbol binds it.
#[derive(Default)]
pub(in crate::contract) struct Uses {
    all: Vec<Use>,
    /// Lengths of sequences of integers that are wrong.
    lengths: Vec<Finding>,
}

/// A value, or several, with the entry for it.
pub(in crate::contract) struct Use {
    /// The index of the parameter.
    pub(in crate::contract) index: usize,
    pub(in crate::contract) origin: Origin,
    pub(in crate::contract) dim: Dim,
    pub(in crate::contract) value: Compared,
}

/// The value of a [`Use`].
#[derive(PartialEq, Eq)]
pub(in crate::contract) enum Compared {
    One(Number),
    /// The extents of any number of dimensions.
    Rest(Vec<i64>),
}

/// Where a value comes from: an argument, or part of a tensor that is one, or is in a list that is one.
#[derive(Clone, Copy)]
pub(in crate::contract) struct Origin {
    pub(in crate::contract) parameter: &'static str,
    /// Where the tensor is in a list.
    pub(in crate::contract) index: Option<usize>,
    pub(in crate::contract) part: Option<Part>,
}

/// An extent or a stride of a tensor, or extents; or an element of a sequence of integers, or elements.
#[derive(Clone, Copy)]
pub(in crate::contract) struct Part {
    /// `shape` or `strides`; empty for a sequence of integers.
    pub(in crate::contract) of: &'static str,
    /// The first dimension, from the end if it is negative.
    pub(in crate::contract) first: isize,
    /// After the last, where there may be any number of them.
    pub(in crate::contract) last: Option<usize>,
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(number) => number.fmt(f),
            Self::Rest(extents) => write!(f, "{extents:?}"),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`{}", self.parameter, place(self.index))?;
        match self.part {
            Some(part) if part.of.is_empty() => write!(f, "{part}"),
            Some(part) => write!(f, ".{part}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, first, last } = self;
        match last {
            Some(last) => write!(f, "{of}[{first}..{last}]"),
            None => write!(f, "{of}[{first}]"),
        }
    }
}

/// What is wrong with a value: nothing, or what was expected.
enum Verdict {
    Holds,
    Violated(String),
    /// As far as it is known.
    Unsure(String),
}

impl Uses {
    /// The integer parameters, whose values are known first.
    pub(super) fn of_parameters(call: &Call<'_>) -> Self {
        let mut uses = Self::default();
        for (index, parameter, value) in call.iter() {
            if let Operand::Integer(number) = value {
                let origin = Origin { parameter: parameter.name, index: None, part: None };
                uses.bind(index, parameter.name, origin, Compared::One(number.clone()));
            }
        }
        uses
    }

    /// Adds a symbol whose value is known.
    pub(in crate::contract) fn bind(
        &mut self,
        index: usize,
        name: &'static str,
        origin: Origin,
        value: Compared,
    ) {
        let symbol = Sym::new(name, 0);
        let ask = if let Compared::One(_) = value { Ask::Symbol(symbol) } else { Ask::Rest(Some(symbol)) };
        self.all.push(Use { index, origin, dim: Dim { text: name, ask }, value });
    }

    /// Adds all shapes, with the sequences of integers, and after them all strides.
    pub(super) fn add_all(&mut self, call: &Call<'_>) {
        // Room for those of most contracts.
        self.all.reserve(32);
        for (index, parameter, value) in call.iter() {
            match (value, parameter.contract.shape) {
                (Operand::Tensors(items), Some(dims)) => {
                    items.iter().for_each(|item| self.add_shape(index, parameter, item, dims));
                }
                (Operand::Integers(numbers), Some(dims)) => {
                    self.add_integers(index, parameter, numbers.as_deref(), dims);
                }
                _ => {}
            }
        }
        for (index, parameter, item) in call.tensors() {
            self.add_strides(index, parameter, item);
        }
    }

    fn add_shape(&mut self, index: usize, parameter: &Param, item: &Item<'_>, dims: Dims) {
        let extents = item.tensor.map(|tensor| tensor.extents()).unwrap_or_default();
        for (first, last, dim) in walk(dims, extents.len()) {
            let Some(found) = extents.get(first..last) else { return };
            let is_rest = matches!(dim.ask, Ask::Rest(_));
            let part = Part { of: "shape", first: first as isize, last: is_rest.then_some(last) };
            let value = match found {
                [extent] if !is_rest => Compared::One(Number::Known(*extent)),
                extents => Compared::Rest(extents.to_vec()),
            };
            let origin = Origin { parameter: parameter.name, index: item.index, part: Some(part) };
            self.all.push(Use { index, origin, dim: *dim, value });
        }
    }

    fn add_strides(&mut self, index: usize, parameter: &Param, item: &Item<'_>) -> Option<()> {
        let (dims, tensor) = (parameter.contract.strides?, item.tensor?.valid()?);
        for (first, _, dim) in walk(dims, tensor.ndim()) {
            if let Ask::Rest(_) = dim.ask {
                continue;
            }
            // An irrelevant stride may have any value, and binds no symbol.
            let Some(found) = stride(TensorMetadata::of(tensor), first) else { continue };
            let part = Part { of: "strides", first: first as isize, last: None };
            let origin = Origin { parameter: parameter.name, index: item.index, part: Some(part) };
            self.all.push(Use { index, origin, dim: *dim, value: Compared::One(Number::Known(found)) });
        }
        Some(())
    }

    /// Adds a sequence of integers; `None` for `numbers` that are not known.
    fn add_integers(&mut self, index: usize, parameter: &Param, numbers: Option<&[Number]>, dims: Dims) {
        let unknown = vec![Number::LeftOut; dims.count];
        let numbers = numbers.unwrap_or(&unknown);
        if !dims.may_be(numbers.len()) {
            let or_more = if dims.rest.is_some() { " or more" } else { "" };
            let text = format!("length is {}, expected {}{or_more}", numbers.len(), dims.count);
            let mismatch = Mismatch::value_error(text);
            return self.lengths.push(Finding { phase: Phase::Shape, at: (index, None), mismatch });
        }
        for (first, last, dim) in walk(dims, numbers.len()) {
            let is_rest = matches!(dim.ask, Ask::Rest(_));
            let known =
                |number: &Number| if let Number::Known(number) = number { Some(*number) } else { None };
            let found = &numbers[first..last];
            let value = if is_rest {
                // What is not known is not compared.
                let Some(known) = found.iter().map(known).collect() else { continue };
                Compared::Rest(known)
            } else {
                Compared::One(found[0].clone())
            };
            let part = Part { of: "", first: first as isize, last: is_rest.then_some(last) };
            let origin = Origin { parameter: parameter.name, index: None, part: Some(part) };
            self.all.push(Use { index, origin, dim: *dim, value });
        }
    }

    /// What is wrong with the values.
    pub(super) fn violations(mut self) -> Vec<Finding> {
        let mut found = core::mem::take(&mut self.lengths);
        found.extend((0..self.all.len()).filter_map(|at| self.violation(at)));
        found
    }

    fn violation(&self, at: usize) -> Option<Finding> {
        let Use { index, origin, value, .. } = &self.all[at];
        let part = origin.part?;
        let is_integer = part.of.is_empty();
        let (expected, phase) = match self.verdict(at) {
            Verdict::Holds => return None,
            Verdict::Violated(expected) if part.of == "strides" => (expected, Phase::Strides),
            Verdict::Violated(expected) => (expected, Phase::Shape),
            Verdict::Unsure(_) if is_integer => return None,
            Verdict::Unsure(expected) => (expected, Phase::Unsure),
        };
        let mismatch = if is_integer {
            let text = format!("value is {value}, expected {expected}");
            Mismatch::value_error(text).at(&part.to_string())
        } else {
            let text = format!("{part} is {value}, expected {expected}");
            Mismatch::value_error(text).at(&place(origin.index))
        };
        Some(Finding { phase, at: (*index, origin.index), mismatch })
    }

    /// Whether a value is what its entry asks, as far as it is known before.
    fn verdict(&self, at: usize) -> Verdict {
        let Use { dim, value, .. } = &self.all[at];
        match (dim.ask, value) {
            (Ask::Any | Ask::Rest(None), _) => Verdict::Holds,
            (Ask::Rest(Some(symbol)) | Ask::Symbol(symbol), _) => self.symbol(at, symbol.name),
            (Ask::Multiple(symbol, of), Compared::One(Number::Known(found))) => {
                match self.symbol(at, symbol.name) {
                    Verdict::Violated(expected) => Verdict::Violated(expected),
                    verdict => multiple(*found, of, dim.text).unwrap_or(verdict),
                }
            }
            (Ask::Value(ops), Compared::One(Number::Known(found))) => {
                self.expression(at, *found, ops, dim.text)
            }
            (_, Compared::One(Number::LeftOut)) => Verdict::Unsure(dim.text.to_owned()),
            _ => Verdict::Violated(dim.text.to_owned()),
        }
    }

    /// The first use of a symbol, among the first `count` uses.
    fn first(&self, count: usize, name: &str) -> Option<&Use> {
        let is_use = |one: &&Use| match one.dim.ask {
            Ask::Symbol(symbol) | Ask::Multiple(symbol, _) | Ask::Rest(Some(symbol)) => symbol.name == name,
            Ask::Any | Ask::Rest(None) | Ask::Value(_) => false,
        };
        self.all[..count].iter().find(is_use)
    }

    fn symbol(&self, at: usize, name: &str) -> Verdict {
        let Use { dim, value: found, .. } = &self.all[at];
        let Some(Use { value, origin, .. }) = self.first(at, name) else { return Verdict::Holds };
        match (value, found) {
            (_, Compared::One(Number::LeftOut)) => Verdict::Unsure(dim.text.to_owned()),
            (_, Compared::One(Number::Beyond(_))) => Verdict::Violated(dim.text.to_owned()),
            (Compared::One(Number::LeftOut), _) => {
                Verdict::Unsure(format!("{name} (from {origin}, which was left out)"))
            }
            (value, found) if value == found => Verdict::Holds,
            (value, _) => Verdict::Violated(format!("{name} = {value} (from {origin})")),
        }
    }

    fn expression(&self, at: usize, found: i64, ops: &[Op], text: &str) -> Verdict {
        let value = |symbol: Sym| match self.first(at, symbol.name).map(|first| &first.value) {
            Some(Compared::One(Number::Known(value))) => Ok(*value),
            Some(Compared::One(Number::Beyond(_))) => Err(Fault::Overflow),
            _ => Err(Fault::Unbound),
        };
        let result = expression::value(ops, &value);
        if result == Ok(found) {
            return Verdict::Holds;
        }
        let symbols = self.values(at, ops);
        match result {
            Ok(value) if text.replace('_', "").parse() == Ok(value) => Verdict::Violated(format!("{value}")),
            Ok(value) => Verdict::Violated(format!("{text} = {value}{symbols}")),
            Err(Fault::Overflow) => Verdict::Violated(format!("{text}, which overflows{symbols}")),
            Err(Fault::DivisionByZero) => {
                Verdict::Violated(format!("{text}, which divides by zero{symbols}"))
            }
            Err(Fault::Unbound) => Verdict::Unsure(format!("{text}{symbols}")),
        }
    }

    /// ` (n = 4 from `x`.shape[0])`.
    fn values(&self, at: usize, ops: &[Op]) -> String {
        let shown = |symbol: Sym| {
            let Use { origin, value, .. } = self.first(at, symbol.name)?;
            Some(match value {
                Compared::One(Number::LeftOut) => {
                    format!("{} from {origin}, which was left out", symbol.name)
                }
                value => format!("{} = {value} from {origin}", symbol.name),
            })
        };
        let shown: Vec<_> = symbols(ops).filter_map(shown).collect();
        if shown.is_empty() { String::new() } else { format!(" ({})", shown.join(", ")) }
    }
}

/// The entries, each with the dimensions that it is about.
fn walk(dims: Dims, ndim: usize) -> impl Iterator<Item = (usize, usize, &'static Dim)> {
    let mut next = 0;
    dims.entries.iter().map(move |entry| {
        let first = next;
        let is_rest = matches!(entry.ask, Ask::Rest(_));
        next += if is_rest { ndim.saturating_sub(dims.count) } else { 1 };
        (first, next, entry)
    })
}

/// What was expected of a number that is not a multiple.
fn multiple(found: i64, of: i64, text: &str) -> Option<Verdict> {
    if is_multiple(found, of) {
        return None;
    }
    let shown = text.split_once('%').map_or(text, |(_, number)| number.trim());
    Some(Verdict::Violated(match of {
        _ if shown.parse() == Ok(of) => format!("a multiple of {of}"),
        _ => format!("a multiple of {shown} = {of}"),
    }))
}
