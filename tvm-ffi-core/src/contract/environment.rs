//! The symbols of a call, and what each entry of a contract makes of them.

use core::fmt;

use super::arithmetic::is_multiple;
use super::call::Number;
use super::expression::{self, Fault, symbols};
use crate::description::{Ask, Dim, Op};

/// The values of the symbols.
pub(super) struct Environment {
    symbols: Vec<Symbol>,
    rests: Vec<Rest>,
    /// The first comparison that takes a value which is not known, in case that nothing else is wrong.
    pub(super) unsure: Option<crate::description::Violation>,
}

struct Symbol {
    name: &'static str,
    value: Number,
    origin: Origin,
}

struct Rest {
    name: &'static str,
    extents: Vec<i64>,
    origin: Origin,
}

/// Where a value comes from: an argument, or part of a tensor that is one, or is in a list that is one.
#[derive(Clone, Copy)]
pub(super) struct Origin {
    pub(super) parameter: &'static str,
    /// Where the tensor is in a list.
    pub(super) index: Option<usize>,
    pub(super) part: Option<Part>,
}

/// An extent or a stride of a tensor, or extents; or an element of a sequence of integers, or elements.
#[derive(Clone, Copy)]
pub(super) struct Part {
    /// `shape` or `strides`; empty for a sequence of integers.
    pub(super) of: &'static str,
    /// The first dimension, from the end if it is negative.
    pub(super) first: isize,
    /// Behind the last, where there may be any number of them.
    pub(super) last: Option<usize>,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.parameter)?;
        if let Some(index) = self.index {
            write!(f, "[{index}]")?;
        }
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

/// The result of a comparison of a number with its entry.
pub(super) enum Verdict {
    Holds,
    /// What was expected.
    Violated(String),
    /// What was expected, as far as it is known.
    Unsure(String),
}

impl Environment {
    /// Without a symbol.
    pub(super) fn new() -> Self {
        // Room for those of most contracts.
        Self { symbols: Vec::with_capacity(8), rests: Vec::new(), unsure: None }
    }

    /// Binds a symbol, unless it is.
    pub(super) fn bind(&mut self, name: &'static str, value: Number, origin: Origin) {
        if self.find(name).is_none() {
            self.symbols.push(Symbol { name, value, origin });
        }
    }

    /// Binds a symbol to the value that it has in a call.
    pub(super) fn bind_from(&mut self, name: &'static str, value: Option<i64>, origin: Origin) {
        let beyond = || Number::Beyond(String::from("a number beyond 64 bits"));
        self.bind(name, value.map_or_else(beyond, Number::Known), origin);
    }

    /// Binds the extents of any number of dimensions to a name.
    pub(super) fn bind_rest(&mut self, name: &'static str, extents: &[i64], origin: Origin) {
        self.rests.push(Rest { name, extents: extents.to_vec(), origin });
    }

    fn find(&self, name: &str) -> Option<&Symbol> {
        // Most names differ in their first byte, which is compared without a call.
        let first = name.as_bytes().first();
        self.symbols.iter().find(|symbol| symbol.name.as_bytes().first() == first && symbol.name == name)
    }

    /// Compares a number with its entry; `origin` says where it is.
    #[inline]
    pub(super) fn compare(&mut self, found: i64, dim: &Dim, origin: Origin) -> Verdict {
        match dim.ask {
            Ask::Any | Ask::Rest(_) => Verdict::Holds,
            Ask::Symbol(symbol) => self.symbol(found, symbol.name, origin),
            Ask::Value(ops) => self.expression(found, ops, dim.text),
            Ask::Multiple(symbol, of) => match self.symbol(found, symbol.name, origin) {
                Verdict::Violated(expected) => Verdict::Violated(expected),
                verdict => multiple(found, of, dim.text).unwrap_or(verdict),
            },
        }
    }

    /// Compares an integer that is unknown, or has more than 64 bits, with its entry.
    pub(super) fn compare_number(&mut self, found: Number, dim: &Dim, origin: Origin) -> Verdict {
        match (dim.ask, found) {
            (_, Number::Known(found)) => self.compare(found, dim, origin),
            (Ask::Any | Ask::Rest(_), _) => Verdict::Holds,
            (Ask::Symbol(symbol), found) if self.find(symbol.name).is_none() => {
                self.bind(symbol.name, found, origin);
                Verdict::Holds
            }
            (_, Number::Beyond(_)) => Verdict::Violated(dim.text.to_owned()),
            (_, Number::LeftOut) => Verdict::Unsure(dim.text.to_owned()),
        }
    }

    fn symbol(&mut self, found: i64, name: &'static str, origin: Origin) -> Verdict {
        let Some(symbol) = self.find(name) else {
            self.symbols.push(Symbol { name, value: Number::Known(found), origin });
            return Verdict::Holds;
        };
        let origin = &symbol.origin;
        match &symbol.value {
            Number::Known(value) if *value == found => Verdict::Holds,
            Number::LeftOut => Verdict::Unsure(format!("{name} (from {origin}, which was left out)")),
            value => Verdict::Violated(format!("{name} = {value} (from {origin})")),
        }
    }

    fn expression(&self, found: i64, ops: &[Op], text: &str) -> Verdict {
        let result =
            expression::value(ops, &|symbol| match self.find(symbol.name).map(|symbol| &symbol.value) {
                Some(Number::Known(value)) => Ok(*value),
                Some(Number::Beyond(_)) => Err(Fault::Overflow),
                Some(Number::LeftOut) | None => Err(Fault::Unbound),
            });
        if result == Ok(found) {
            return Verdict::Holds;
        }
        let symbols = self.values(ops);
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
    fn values(&self, ops: &[Op]) -> String {
        let mut text = String::new();
        for symbol in symbols(ops).filter_map(|symbol| self.find(symbol.name)) {
            let separator = if text.is_empty() { " (" } else { ", " };
            let Symbol { name, origin, value } = symbol;
            text += &match value {
                Number::LeftOut => format!("{separator}{name} from {origin}, which was left out"),
                value => format!("{separator}{name} = {value} from {origin}"),
            };
        }
        if !text.is_empty() {
            text.push(')');
        }
        text
    }

    /// Compares extents with those of another place under the same name.
    pub(super) fn compare_rest(&mut self, found: &[i64], name: &'static str, origin: Origin) -> Verdict {
        match self.rests.iter().find(|rest| rest.name == name) {
            Some(Rest { extents, .. }) if extents == found => Verdict::Holds,
            Some(Rest { extents, origin, .. }) => {
                Verdict::Violated(format!("{name} = {:?} (from {origin})", extents))
            }
            None => {
                self.bind_rest(name, found, origin);
                Verdict::Holds
            }
        }
    }
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
