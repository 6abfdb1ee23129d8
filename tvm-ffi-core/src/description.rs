//! The description of an exported function, and the messages about its calls.
//!
//! - [`Export`], [`Description`]: one export, and its description;
//! - [`Texts`]: its texts, parsed;
//! - [`Interpreter`]: what reads the contracts in them, handed in from above.

mod class;
mod class_description;
mod class_texts;
mod contract;
mod default_text;
mod export;
mod keywords;
mod raise;
mod refusal;
mod texts;

pub(crate) use class::{
    Block, has_registered, insert_by_name, is_class_entry, objects_json, register_pending_classes,
    unregistered_classes,
};
pub use class::{Class, Describe, RegisteredClass, SearchFields};
pub use class_description::{ClassDescription, FINAL, FieldDescription, Hooks, MUTABLE, Method, MethodKind};
pub(crate) use class_texts::{FieldTexts, key, with_class_description};
pub(crate) use contract::{Constants, Contract, Entries, Init, Returns, Violation};
pub(crate) use default_text::DefaultText;
pub use export::{
    CONSTRUCTOR, Description, Export, GIL_HELD, GIL_RELEASED, METHOD, OVERRIDES_GLOBAL, PACKED,
    ParameterType, Reader, ResultType, SYSTEM_LIB, Shim,
};
pub(crate) use export::{CopyItems, is_entry, with_description, with_instance_description};
pub use keywords::{missing_argument, passed_twice, too_many_positional, unexpected_keyword};
pub(crate) use raise::{raise, raise_panic};
pub use raise::{raise_about, raise_error};
pub(crate) use refusal::{Refusal, result_message, violation_message};
pub use texts::texts;
pub(crate) use texts::{Parameter, Texts};
