//! What a contract says of arguments, written from the design and apart from the framework: for comparison with it.
//!
//! - [`contracts`]: contracts as data, made at random, and written as Rust;
//! - [`arguments`]: arguments as data;
//! - [`calls`]: arguments made at random, for a contract;
//! - [`interpret`]: what a contract says of arguments;
//! - [`notation`]: contracts from text, for tables of cases.

pub mod arguments;
pub mod calls;
pub mod contracts;
pub mod interpret;
pub mod notation;
