//! Conversions of the collections of std, and of tuples.

mod map;
mod sequence;
mod tuple;
