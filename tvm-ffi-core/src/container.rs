//! Arrays, maps, lists, and dicts.
//!
//! - [`ArrayRef`], [`MapRef`]: borrowed for a call, elements checked once and then read where they are;
//! - [`Array`], [`Map`], [`List`], [`Dict`]: owned;
//! - [`items`]: how elements are read, [`build`]: how containers are made.
//!
//! Arrays and maps do not change while they are shared. Lists and dicts do: any holder of one may change it. So they are read by
//! snapshot: what was there when the value was decoded is owned until the call returns, and a callback that changes the
//! list does not change what the function sees.
//!
//! # Threads
//!
//! The runtime has no lock for lists and dicts. The threads of this library exclude each other: whatever here reads or changes a list
//! or a dict holds a lock of this library for so long, so that safe Rust alone cannot read what is being changed. Python, C++, and
//! other libraries know nothing of that lock. Their callers promise that no other thread changes a list or a dict that was
//! passed. Where that promise is broken, reading a list is an error as far as it can be told: the list changed while it was
//! copied, or has an element that is none. That cannot always be told, since memory that was freed may hold anything.

mod array_ref;
pub(crate) mod build;
mod collections;
mod exact;
mod frozen;
pub(crate) mod items;
mod iter;
mod lock;
mod map_ref;
mod mapping;
mod names;
mod owned;
mod sequence;
mod snapshot;
#[cfg(test)]
mod tests;

pub use array_ref::ArrayRef;
pub(crate) use frozen::frozen_elements;
pub use map_ref::MapRef;
pub use mapping::{Dict, Map};
pub use sequence::{Array, List};
