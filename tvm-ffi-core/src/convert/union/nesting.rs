//! Unions inside each other.

use core::cell::Cell;

/// How deep unions are decoded inside each other: what contains itself could otherwise use up the stack.
pub(super) const DEPTH: usize = 100;

thread_local! {
    static NESTED: Cell<usize> = const { Cell::new(0) };
}

/// For as long as a union is looked into.
pub(super) struct Nesting(());

impl Nesting {
    /// `None` if it is too deep.
    pub(super) fn enter() -> Option<Self> {
        // Without the counter, when the thread ends, there is no depth to count either.
        let depth = NESTED.try_with(|nested| nested.replace(nested.get() + 1)).unwrap_or(0);
        let nesting = Self(());
        (depth < DEPTH).then_some(nesting)
    }
}

impl Drop for Nesting {
    fn drop(&mut self) {
        let _ = NESTED.try_with(|nested| nested.set(nested.get().saturating_sub(1)));
    }
}
