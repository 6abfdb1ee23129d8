//! Building blocks for the expansion of `tvm_ffi::import!`: functions and classes of Python, C++, and other libraries.
//!
//! Each name is looked up at its first use, and the result is cached: libraries may be loaded in any order, and a missing name is
//! an error of the call that needs it. A failed look-up is repeated at the next use.

mod class;
mod function;
mod member;

pub use class::{
    ForeignType, ImportedObject, ImportedType, decode_foreign, explain_foreign, foreign_argument,
    foreign_distance, foreign_from_object, imported_argument,
};
pub use function::{Imported, ImportedFunction, ImportedResult, Received};
pub use member::{ImportedField, call_foreign, call_static, construct, get_field, set_field};
