//! The text of a contract, as the macro writes it.
//!
//! Reading is total: text that cannot be parsed requires nothing, and is shown unchanged.

use std::borrow::Cow;

use super::expression::{Expression, Operation, is_name};
use super::lexer::{item, names, pieces, without_braces};
use crate::description::{Constants, Contract, Entries, Init};
use crate::dtype::DType;

/// The entry for one extent or stride, or for any number of them.
pub(super) struct Entry {
    text: &'static str,
    pub(super) ask: Ask,
}

/// See [`Entry`].
pub(super) enum Ask {
    /// Nothing.
    Anything,
    /// Nothing, of any number; or that they are the same everywhere.
    Rest(Option<&'static str>),
    /// A value.
    Value(Expression),
    /// The value of a symbol, which is a multiple of a number.
    Multiple { symbol: &'static str, of: Expression },
}

/// Adds the contract of a parameter. `constants` are those from it on, and then those behind it.
pub(crate) fn read<'c>(text: &'static str, constants: &mut Constants<'c>, contract: &mut Contract<'c>) {
    contract.alias = alias(text);
    for text in pieces(text, b';') {
        let (name, arguments) = item(text);
        match name {
            "shape" => contract.shape = Some(Entries { text: arguments, constants: *constants }),
            "strides" => contract.strides = Some(Entries { text: arguments, constants: *constants }),
            "align" => {
                contract.align =
                    Constants::read(&mut { *constants }, arguments).and_then(|align| align.constant())
            }
            "dtype" => contract.dtypes = arguments,
            "device" => contract.devices = arguments,
            "out" => {
                contract.out = Some(if arguments == "zero" { Init::Zeroes } else { Init::Anything });
                contract.saved = arguments == "saved";
            }
            "grad" => contract.grad = Some(arguments),
            "var" => contract.variable = Some(arguments),
            _ => {}
        }
        constants.skip(text);
    }
}

impl Contract<'_> {
    /// Changes the contract to that of a tensor in host memory, for the CPU fallback of a function for CUDA memory.
    pub(super) fn expect_on_host(&mut self) {
        if self.devices().contains(&"cuda") {
            self.devices = "cpu";
        }
    }

    /// The dtypes that are accepted, unless any is.
    pub(super) fn dtypes(&self) -> Vec<DType> {
        let mut dtypes = Vec::new();
        for name in names(self.dtypes) {
            dtypes.extend(name.parse::<DType>().ok());
        }
        dtypes
    }

    /// The names of the devices that are accepted, unless any is.
    pub(super) fn devices(&self) -> Vec<&'static str> {
        names(self.devices)
    }
}

/// The names of dtypes, as messages and Python have them.
pub(super) fn dtype_names(dtypes: &[DType]) -> Vec<String> {
    dtypes.iter().map(|dtype| dtype.name()).collect()
}

/// The parameter that a contract declares to share memory with.
///
/// The declaration stands first. It is read without what follows, which has texts of the user's: memory must not depend on where
/// those are taken to end.
fn alias(contract: &'static str) -> Option<&'static str> {
    let (name, _) = contract.strip_prefix("alias(")?.split_once(')')?;
    Some(name)
}

impl Entries<'_> {
    /// The entries in order.
    pub(super) fn iter(self) -> impl Iterator<Item = Entry> {
        let mut constants = self.constants;
        pieces(self.text, b',').map(move |text| entry(text, &mut constants))
    }

    /// Appends the entries for readers.
    pub(super) fn push(self, out: &mut String) {
        if !self.text.as_bytes().contains(&b'{') {
            return out.push_str(self.text);
        }
        let mut separator = "";
        for text in pieces(self.text, b',') {
            out.extend([separator, &without_braces(text)]);
            separator = ", ";
        }
    }

    /// The number of entries without rests, and whether there is a rest.
    pub(super) fn rank(self) -> (usize, bool) {
        let (mut count, mut has_rest) = (0, false);
        for text in pieces(self.text, b',') {
            if text.ends_with("..") {
                has_rest = true;
            } else {
                count += 1;
            }
        }
        (count, has_rest)
    }
}

impl Entry {
    /// As the user wrote it, without braces.
    pub(super) fn shown(&self) -> Cow<'static, str> {
        without_braces(self.text)
    }
}

#[inline]
fn entry(text: &'static str, constants: &mut Constants<'_>) -> Entry {
    let ask = match text {
        "_" => Ask::Anything,
        // As most entries are.
        _ if is_name(text) => Ask::Value(Expression::Symbol(text)),
        _ => ask(text, constants),
    };
    Entry { text, ask }
}

/// What an entry asks that is not a name.
fn ask(text: &'static str, constants: &mut Constants<'_>) -> Ask {
    match text.strip_suffix("..") {
        Some("") => Ask::Rest(None),
        Some(name) => Ask::Rest(Some(name)),
        None => match constants.read(text) {
            None => Ask::Anything,
            Some(Expression::Binary(Operation::Rem, left, of)) if !text.starts_with('(') => match *left {
                Expression::Symbol(symbol) => Ask::Multiple { symbol, of: *of },
                left => Ask::Value(Expression::Binary(Operation::Rem, Box::new(left), of)),
            },
            Some(value) => Ask::Value(value),
        },
    }
}
