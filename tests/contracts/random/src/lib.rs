//! A second implementation of contracts, written from the documentation, to compare the framework with.
//!
//! - [`contracts`]: contracts as data, made at random, and written as Rust;
//! - [`arguments`]: arguments as data, and in [`abi`] as C has them;
//! - [`calls`]: arguments made at random, for a contract;
//! - [`interpret`]: which arguments a contract accepts, and the error for others;
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
