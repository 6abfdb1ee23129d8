//! Objects whose class is a Rust struct: layout, type tests, references, and borrows.

mod access;
pub mod borrow;
mod decode;
mod inherit;
mod layout;
mod nested;
mod reference;
mod typed;
mod weak;

pub use access::{Access, Frozen, Mutable};
pub(crate) use decode::mismatch;
pub use decode::{exclusive_argument, explain_borrowed, object_into_any};
pub(crate) use inherit::is_of;
pub use inherit::{Extends, Here, There};
pub use layout::python_instance;
pub(crate) use layout::{class_of, payload, payload_drop};
pub use reference::Ref;
pub use typed::{Extendable, NoParent, ObjectType};
pub use weak::WeakRef;

#[cfg(test)]
mod tests;
