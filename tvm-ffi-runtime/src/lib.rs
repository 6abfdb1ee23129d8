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

mod allocator;
mod append_only;
mod backtrace;
mod bigint;
mod builtin;
mod catch;
mod container;
mod dtype;
mod env;
mod error;
mod function;
mod functions;
mod globals;
mod init_once;
mod key;
mod lent;
mod loader;
mod module;
mod names;
mod object;
mod opaque;
mod reflection;
mod shape;
mod stderr;
mod sync;
mod tensor;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
mod text;
mod types;
mod value;
mod version;
mod views;

pub use functions::{FUNCTIONS, keep_private, publish, symbol};
#[doc(hidden)]
pub use functions::{address_of, signatures};
