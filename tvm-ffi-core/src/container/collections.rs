//! Conversions of the collections of std, and of tuples.

mod map;
mod sequence;
mod tuple;

pub(crate) use map::{in_key, in_value, refuses};
