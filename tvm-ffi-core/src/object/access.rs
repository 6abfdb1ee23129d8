//! Whether objects of a type can be changed.

mod sealed {
    pub trait Sealed {}
}

/// Whether objects of a type can be changed: [`Frozen`] or [`Mutable`].
#[doc(hidden)]
pub trait Access: sealed::Sealed + 'static {
    /// Whether they can.
    const MUTABLE: bool;
}

/// Objects never change once they are made, so everybody may read them at any time.
#[derive(Debug)]
pub enum Frozen {}

/// Objects carry a borrow state, which everybody who reads or changes them asks.
#[derive(Debug)]
pub enum Mutable {}

impl sealed::Sealed for Frozen {}
impl sealed::Sealed for Mutable {}

impl Access for Frozen {
    const MUTABLE: bool = false;
}

impl Access for Mutable {
    const MUTABLE: bool = true;
}
