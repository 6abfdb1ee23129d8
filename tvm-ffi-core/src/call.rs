//! The arguments and the result slot of a call through the C ABI.

mod args;
mod held;
mod slot;

pub use args::{ABSENT, Args, default_value, holder};
pub(crate) use held::{Holds, leads_to_code, release};
pub use slot::Slot;
