//! A call of a function that has the signature SafeCall: its arguments, and the place for its result.

mod args;
mod held;
mod slot;

pub(crate) use args::ABSENT;
pub use args::{Args, Exact, Hot, Mode, NoTensor, NoView, default_value, holder};
pub(crate) use held::{Holds, release};
pub use slot::Slot;
