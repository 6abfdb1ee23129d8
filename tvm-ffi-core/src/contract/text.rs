//! The text of a contract, as the macro writes it.
//!
//! Reading is total: what cannot be read asks for nothing, and is shown as it stands.

use std::borrow::Cow;

use super::expression::{Constants, Expression, Operation};
use super::pieces::{item, names, pieces, without_braces};
use crate::dtype::DType;
use crate::export::Description;

/// What is asked of one parameter.
#[derive(Default)]
pub(super) struct Contract {
    /// `#[shape]`.
    pub(super) shape: Option<Vec<Entry>>,
    /// `#[strides]`.
    pub(super) strides: Option<Vec<Entry>>,
    /// `#[align]`, in bytes.
    pub(super) align: Option<i64>,
    /// `#[dtype]`: any of these.
    pub(super) dtypes: Vec<DType>,
    /// `#[device]`: any of these.
    pub(super) devices: Vec<&'static str>,
    /// `#[out]`.
    pub(super) out: Option<Init>,
    /// `#[alias]`: parameters that may share its memory.
    pub(super) aliases: Vec<&'static str>,
    /// The variable of a dispatch that stands for its dtype.
    pub(super) variable: Option<&'static str>,
}

/// What is in memory that is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Init {
    Anything,
    Zeroes,
}

/// What is asked of one extent or stride, or of any number of them.
pub(super) struct Entry {
    /// As the user wrote it, but for braces.
    pub(super) text: Cow<'static, str>,
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

impl Contract {
    /// The contracts of all parameters. There is one for each, whatever the texts are.
    pub(super) fn all(about: &Description<'_>) -> Vec<Self> {
        let mut constants = Constants::new(about.constants);
        about.parameters().iter().map(|parameter| Self::read(parameter.contract, &mut constants)).collect()
    }

    pub(super) fn read(text: &'static str, constants: &mut Constants<'_>) -> Self {
        let mut contract = Self::default();
        for text in pieces(text, b';') {
            let (name, arguments) = item(text);
            match name {
                "shape" => contract.shape = Some(entries(arguments, constants)),
                "strides" => contract.strides = Some(entries(arguments, constants)),
                "align" => contract.align = constant(arguments, constants),
                "dtype" => {
                    contract.dtypes = names(arguments).filter_map(|name| name.parse().ok()).collect();
                }
                "device" => contract.devices = names(arguments).collect(),
                "out" => {
                    contract.out = Some(if arguments == "zero" { Init::Zeroes } else { Init::Anything });
                }
                "alias" => contract.aliases.extend(names(arguments)),
                "var" => contract.variable = Some(arguments),
                _ => {}
            }
        }
        contract
    }
}

fn entries(text: &'static str, constants: &mut Constants<'_>) -> Vec<Entry> {
    pieces(text, b',').map(|text| entry(text, constants)).collect()
}

fn entry(text: &'static str, constants: &mut Constants<'_>) -> Entry {
    let ask = match (text, text.strip_suffix("..")) {
        ("_", _) => Ask::Anything,
        (_, Some("")) => Ask::Rest(None),
        (_, Some(name)) => Ask::Rest(Some(name)),
        _ => match constants.read(text) {
            None => Ask::Anything,
            Some(Expression::Binary(Operation::Rem, left, of)) if !text.starts_with('(') => match *left {
                Expression::Symbol(symbol) => Ask::Multiple { symbol, of: *of },
                left => Ask::Value(Expression::Binary(Operation::Rem, Box::new(left), of)),
            },
            Some(value) => Ask::Value(value),
        },
    };
    Entry { text: without_braces(text), ask }
}

fn constant(text: &'static str, constants: &mut Constants<'_>) -> Option<i64> {
    constants.read(text)?.constant()
}

/// How many entries there are, but for those that stand for any number, and whether there is one of these.
pub(super) fn rank(entries: &[Entry]) -> (usize, bool) {
    let rests = entries.iter().filter(|entry| matches!(entry.ask, Ask::Rest(_))).count();
    (entries.len() - rests, rests > 0)
}
