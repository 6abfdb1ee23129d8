//! A TVM-FFI runtime in Rust.
//!
//! [`symbol`] gives the address of each function of the C API. The crate exports no symbol: `tvm-ffi-core` takes the addresses with its
//! feature `embedded`, and the package `tvm-ffi-runtime-shared` exports them from a shared library.
//!
//! Functions keep the rules of the C API for ownership and errors. What their callers get wrong is an error wherever that can be seen.
//! A panic is caught and raised as an `InternalError`.
//!
//! Writers of registries lock. Readers of what C structs lead to do not, so nothing that was published is moved or freed. No deleter, hook, or hash of an object runs
//! under a lock.

#![deny(clippy::print_stderr, reason = "the module `stderr` prints")]

// A module uses only modules of the floors above it in this list, which `tests/hygiene/sources/floors.rs` checks.

// floor 0
mod allocator; // memory of objects; version of the API
mod lent; // bytes that a caller lends
mod object; // owned references, new objects
mod stderr; // lines on stderr
mod sync; // atomics and locks, which loom replaces
mod version; // memory of objects; version of the API

// floor 1
mod append_only; // tables read without a lock
mod backtrace; // backtraces as text
mod error; // errors
mod loader; // the platform's loader
mod names; // tables read without a lock
mod value; // owned values

// floor 2
mod catch; // failures and panics

// floor 3
mod bigint; // integers beyond 64 bits
mod function; // functions
mod init_once; // handles made once
mod opaque; // objects of Python
mod tensor; // tensors
mod text; // text and bytes
mod types; // the table of types

// floor 4
mod env; // streams, allocators, signals
mod key; // hash and equality
mod views; // owned values of views

// floor 5
mod builtin; // declaring built-in functions

// floor 6
mod globals; // global functions
mod shape; // shapes

// floor 7
mod container; // arrays, lists, maps, dicts
mod dtype; // names of dtypes

// floor 8
mod module; // modules

// floor 9
mod reflection; // fields, methods, attributes

// floor 10
mod functions; // the table of the C functions

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use functions::{FUNCTIONS, keep_private, publish, symbol};
#[doc(hidden)]
pub use functions::{address_of, signatures};
