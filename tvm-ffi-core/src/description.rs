//! What an exported function says about itself, and the messages about its calls.
//!
//! - [`Export`], [`Description`]: one export, and what it says about itself;
//! - [`Texts`]: its texts, taken apart;
//! - [`Interpreter`]: what reads the contracts in them, handed in from above.

mod contract;
mod default_text;
mod export;
mod interpreter;
mod raise;
mod refusal;
mod texts;

pub(crate) use contract::{Constants, Contract, Entries, Init, Returns, Violation};
pub(crate) use default_text::DefaultText;
pub use export::{
    CONSTRUCTOR, Description, Export, METHOD, OVERRIDES_GLOBAL, PACKED, ParameterType, ResultType,
    SYSTEM_LIB, Shim, TWIN,
};
pub(crate) use export::{instance, is_entry, look};
pub(crate) use interpreter::Interpreter;
pub use raise::raise_error;
pub(crate) use raise::{raise, raise_about, raise_panic};
pub(crate) use refusal::{Refusal, result_message, violation_message};
pub(crate) use texts::{Fields, Parameter, Texts};
