//! Operators for the tests of `.torch`: forwards with backwards, and exports that have none.

mod elementwise;
mod errors;
mod float;
mod linear;
mod lists;
mod normalize;
mod odd;
mod plain;
mod small_floats;
