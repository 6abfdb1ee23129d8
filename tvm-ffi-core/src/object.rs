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
pub use decode::{
    canonical_exclusive, exclusive_argument, explain_exclusive, object_into_any, object_type_name,
    object_type_schema,
};
pub use inherit::{Extends, Here, There};
pub(crate) use inherit::{class_of, is_of, is_of_class};
pub use layout::delete_object;
pub(crate) use layout::payload;
pub use reference::Ref;
pub use typed::{Extendable, NoParent, ObjectType};
pub use weak::WeakRef;

#[cfg(test)]
mod tests;
