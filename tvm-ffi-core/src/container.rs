//! Containers of the runtime: arrays, maps, lists, and dicts.
//!
//! - [`ArrayRef`], [`MapRef`]: borrowed for a call; elements are checked once and then read in place;
//! - [`Array`], [`Map`], [`List`], [`Dict`]: owned;
//! - [`items`]: how elements are read, [`build`]: how containers are made;
//! - [`layout`]: where the entries of maps and dicts are.
//!
//! Arrays and maps do not change while they are shared. Lists and dicts do: any holder of one may change it. So they are read by
//! snapshot: decoding copies the elements, and the call owns the copy until it returns. A callback that changes the
//! list does not change the snapshot.
//!
//! # Threads
//!
//! The runtime in Rust has a lock for lists and dicts, which its functions and all libraries in Rust take: so safe Rust cannot race with itself. The
//! runtime in C++ has none, and each library in Rust has its own there. Python, C++, and
//! other libraries do not take that lock, nor do the functions of that runtime (`ffi.ListAppend`, ...). Their callers promise that no other thread changes a list or a dict that was
//! passed. If a caller breaks the promise, reading a list is an error when the change is detected: the list changed while it was
//! copied, or has an invalid element. Not every change can be detected, since freed memory may have any content.

mod array_ref;
pub(crate) mod build;
mod collections;
mod exact;
mod frozen;
pub(crate) mod items;
mod iter;
mod layout;
mod lock;
mod map_ref;
mod mapping;
mod nothing;
mod owned;
mod sequence;
mod snapshot;
#[cfg(test)]
mod tests;

pub use array_ref::ArrayRef;
pub(crate) use build::shape;
pub use build::{array_of, map_of};
pub(crate) use frozen::frozen_elements;
pub use items::{Shapes, array_items, entries, items};
#[cfg(test)]
pub(crate) use layout::fabricated;
pub use layout::is_known as maps_are_known;
pub use map_ref::MapRef;
pub use mapping::{Dict, Map};
pub use nothing::nothing_passed;
pub use sequence::{Array, List};
