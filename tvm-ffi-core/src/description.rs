//! The record of an exported function, that of a class, and the messages about calls.
//!
//! - [`Record`], [`Param`], [`Contract`]: one export, and its parameters;
//! - [`ClassRecord`]: one class;
//! - [`Refusal`]: what is wrong with a call.

mod class;
mod class_record;
mod constant;
mod contract;
mod default_text;
mod keywords;
mod raise;
mod record;
mod refusal;
mod signature;

pub(crate) use class::{
    Block, classes, has_registered, is_class_entry, key, objects_json, register_pending_classes,
    unregistered_classes,
};
pub use class::{Class, SearchFields, enter_class};
pub use class_record::{
    ClassRecord, FINAL, FieldRecord, FromFieldsEntry, Hooks, MUTABLE, Method, MethodKind,
};
pub(crate) use constant::constants_json;
pub use constant::{ConstantRecord, ConstantType, constant_value, constants, enter_constant};
pub(crate) use contract::Violation;
pub use contract::{Ask, Contract, Dim, Dims, Op, Out, Returns, Sym};
pub use default_text::DefaultText;
pub use keywords::{missing_argument, passed_twice, too_many_positional, unexpected_keyword};
pub use raise::{raise_about, raise_error};
pub(crate) use record::CopyItems;
pub use record::{
    CLASS_METHOD, CONSTRUCTOR, GIL_HELD, GIL_RELEASED, METHOD, OVERRIDES_GLOBAL, PACKED, Param,
    ParameterType, Passing, Record, ResultType, SYSTEM_LIB, Shim, Variable,
};
pub use refusal::is_of_wrong_type;
pub(crate) use refusal::{Refusal, message, violation_message};
pub use signature::listed;
