//! Functions and object types of others: what expansions of `tvm_ffi::import!` are made of.
//!
//! Everything is looked up by name when it is first used, and kept: libraries may be loaded in any order, and a name that is missing is
//! an error of the call that needs it. A look-up that fails is made again at the next use.

mod class;
mod function;
mod member;

pub use class::{
    ForeignType, ImportedObject, ImportedType, decode_foreign, foreign_argument, foreign_from_object,
    foreign_is_exact, foreign_mismatch, imported_argument,
};
pub use function::{ImportedFunction, ImportedResult, Received};
pub use member::{
    ImportedConstructor, ImportedField, ImportedMethod, call_foreign, call_static, construct, get_field,
    set_field,
};
