//! Contracts: the attributes of a parameter that check a tensor.
//!
//! - [`Contract`]: one parameter's, as the later steps see it, read from [`attributes`];
//! - [`entry`]: the entries of `#[shape]` and `#[strides]`, and [`parse`] their grammar;
//! - [`names`]: the names of dtypes and devices;
//! - [`text`]: entries as text;
//! - [`returns`]: the declaration of returned tensors;
//! - [`symbols`]: the symbols and their values.

pub(crate) mod attributes;
pub(crate) mod entry;
pub(crate) mod names;
pub(crate) mod parse;
pub(crate) mod returns;
pub(crate) mod symbols;
pub(crate) mod text;

#[cfg(test)]
mod tests;

use proc_macro2::{Ident, TokenStream};

use entry::{Constant, Dims, Number};
use names::{DeviceName, DtypeName};

/// The value of an attribute, and its tokens.
pub(crate) struct At<T> {
    /// The value.
    pub(crate) value: T,
    /// The whole attribute.
    pub(crate) at: TokenStream,
}

/// The form of `#[out]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Out {
    /// `#[out]`
    Any,
    /// `#[out(zero)]`: the memory has to be zeroed.
    Zero,
    /// `#[out(saved)]`: an output for the backward function only.
    Saved,
}

/// What the attributes of one parameter ask of its tensor.
#[derive(Default)]
pub(crate) struct Contract {
    /// `#[shape(...)]`
    pub(crate) shape: Option<At<Dims>>,
    /// `#[strides(...)]`
    pub(crate) strides: Option<At<Dims>>,
    /// `#[align(...)]`
    pub(crate) align: Option<At<Number>>,
    /// `#[dtype(...)]`
    pub(crate) dtypes: Option<At<Vec<&'static DtypeName>>>,
    /// `#[device(...)]`
    pub(crate) devices: Option<At<Vec<&'static DeviceName>>>,
    /// `#[out]`
    pub(crate) out: Option<At<Out>>,
    /// `#[grad(...)]`
    pub(crate) grad: Option<At<Ident>>,
    /// `#[alias(...)]`
    pub(crate) alias: Option<At<Ident>>,
}

impl Contract {
    /// Whether a call from Rust is checked too.
    pub(crate) fn has_checks(&self) -> bool {
        self.shape.is_some()
            || self.strides.is_some()
            || self.align.is_some()
            || self.dtypes.is_some()
            || self.devices.is_some()
    }

    /// The name and the tokens of each attribute.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&'static str, &TokenStream)> {
        fn at<T>(attribute: &Option<At<T>>) -> Option<&TokenStream> {
            attribute.as_ref().map(|attribute| &attribute.at)
        }
        [
            ("shape", at(&self.shape)),
            ("strides", at(&self.strides)),
            ("align", at(&self.align)),
            ("dtype", at(&self.dtypes)),
            ("device", at(&self.devices)),
            ("out", at(&self.out)),
            ("grad", at(&self.grad)),
            ("alias", at(&self.alias)),
        ]
        .into_iter()
        .filter_map(|(name, at)| Some((name, at?)))
    }

    /// Every constant expression, in the order in which the text has them.
    pub(crate) fn visit_constants(&mut self, visit: &mut impl FnMut(&mut Constant)) {
        for dims in [&mut self.shape, &mut self.strides].into_iter().flatten() {
            dims.value.visit_constants(visit);
        }
        if let Some(At { value: Number::Constant(constant), .. }) = &mut self.align {
            visit(constant);
        }
    }
}
