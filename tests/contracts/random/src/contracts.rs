//! Random contracts as data and as Rust source.
//!
//! The build script uses these files as well, so it writes exactly the contracts of the tests.

pub mod draw;
pub mod elements;
pub mod expression;
pub mod generate;
pub mod model;
pub mod solve;
pub mod source;
