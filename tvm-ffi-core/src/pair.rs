//! A backward function and its forward function, compared while the user's crate is compiled.
//!
//! - [`compare`]: the rules, and what a mistake says; [`parameter`]: what they ask of a record;
//! - [`shape`]: the shapes of two tensors, compared up to the names of symbols.

mod compare;
mod parameter;
mod shape;

pub use compare::compare_pair;

use crate::const_text::ConstText;

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
