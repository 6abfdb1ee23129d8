//! Operators for the tests of `.torch`: forwards with backwards, and exports that have none.

mod elementwise;
mod float;
mod linear;
mod normalize;
mod plain;
