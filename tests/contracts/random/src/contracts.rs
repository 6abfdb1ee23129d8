//! Contracts: what they are, made at random, and written as Rust.
//!
//! The build script uses these files as well, so that it writes the very contracts that the tests know as data.

pub mod draw;
pub mod elements;
pub mod expression;
pub mod generate;
pub mod model;
pub mod solve;
pub mod source;
