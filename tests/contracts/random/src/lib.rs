//! What a contract says of arguments, written from the design and apart from the framework: for comparison with it.
//!
//! - [`contracts`]: contracts as data, made at random, and written as Rust;
//! - [`arguments`]: arguments as data, and in [`abi`] as C has them;
//! - [`calls`]: arguments made at random, for a contract;
//! - [`interpret`]: what a contract says of arguments;
//! - [`signature`]: what is shown of a contract;
//! - [`notation`]: contracts from text, for tables of cases;
//! - [`touch`]: what the exported functions do, and [`given`]: calls of them from Rust.

pub mod abi;
pub mod arguments;
pub mod calls;
pub mod contracts;
pub mod given;
pub mod interpret;
pub mod notation;
pub mod signature;
pub mod touch;
