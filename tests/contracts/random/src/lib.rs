//! A second implementation of contracts, written from the documentation, to compare the framework with.
//!
//! - [`contracts`]: random contracts as data, and their Rust source;
//! - [`arguments`]: arguments as data, and in [`abi`] as C values;
//! - [`calls`]: random arguments for a contract;
//! - [`interpret`]: which arguments a contract accepts, and the error for others;
//! - [`touch`]: what the exported functions do, and [`rust_arguments`]: calls of them from Rust.

pub mod abi;
pub mod arguments;
pub mod calls;
pub mod contracts;
pub mod interpret;
pub mod rust_arguments;
pub mod touch;
