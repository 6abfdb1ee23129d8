//! A backward function and its forward function, compared while the user's crate is compiled.
//!
//! - [`Signature`]: what an export shows of itself, and [`parameter`] reads its texts;
//! - [`compare`]: the rules, and what a mistake says;
//! - [`shape`]: the shapes of two tensors, compared up to the names of symbols.

mod bytes;
mod compare;
mod parameter;
mod shape;
#[cfg(test)]
mod tests;

pub use compare::compare_pair;

use crate::const_text::ConstText;
use crate::description::ParameterType;
use crate::dtype::DType;

/// What an export with tensors shows of itself to a backward function. A generic one shows its first types.
pub struct Signature<'a> {
    /// The texts of the description.
    pub text: &'static str,
    /// The types of the parameters.
    pub parameters: &'a [&'static ParameterType],
    /// The variables of a dispatch, with the dtypes of each.
    pub variables: &'a [(&'static str, &'a [DType])],
    /// The values of the constant expressions in the contracts, in the order of the text.
    pub constants: &'a [i64],
    /// Whether there is a CPU fallback.
    pub has_fallback: bool,
}

impl<'a> Signature<'a> {
    /// The signature of an ordinary function, with the fields that every function has.
    pub const fn new(text: &'static str, parameters: &'a [&'static ParameterType]) -> Self {
        Self { text, parameters, variables: &[], constants: &[], has_fallback: false }
    }
}

/// A mistake in a pair.
pub struct PairMistake {
    /// The index of a parameter of the backward function; after those, the path of the forward function, and then the names in `constant`.
    place: usize,
    text: ConstText,
}

/// Reports the mistake, if it is at this place.
#[track_caller]
pub const fn report_mistake(mistake: &Option<PairMistake>, place: usize) {
    if let Some(mistake) = mistake
        && mistake.place == place
    {
        panic!("{}", mistake.text.as_str());
    }
}
