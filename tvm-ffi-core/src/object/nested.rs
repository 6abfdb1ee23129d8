//! Limits for references between objects: derived implementations call themselves for each object.

use core::cell::RefCell;
use core::ptr::NonNull;

use crate::abi::TVMFFIObject;
use crate::nesting::Nested;

thread_local! {
    /// The objects that are being printed.
    static PRINTED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// Runs a function on an object that another object refers to.
///
/// # Panics
///
/// If these calls are nested so deeply that the stack may not suffice, see [`Nested`].
#[inline]
#[track_caller]
pub(super) fn follow<R>(look: impl FnOnce() -> R) -> R {
    let Some(_nested) = Nested::enter() else { too_deep() };
    look()
}

#[cold]
#[track_caller]
fn too_deep() -> ! {
    panic!("a chain of objects that refer to each other is too long to be followed")
}

/// An object that is being printed.
pub(super) struct Printing {
    _nested: Nested,
}

impl Printing {
    /// `None` if the object is being printed already, or if the stack is used up.
    pub(super) fn new(object: NonNull<TVMFFIObject>) -> Option<Self> {
        let nested = Nested::enter()?;
        let address = object.as_ptr().addr();
        // A thread that is ending has no list; then objects are not printed in full.
        let is_new = PRINTED.try_with(|printed| {
            let mut printed = printed.borrow_mut();
            let is_new = !printed.contains(&address);
            if is_new {
                printed.push(address);
            }
            is_new
        });
        is_new.unwrap_or(false).then(|| Self { _nested: nested })
    }
}

impl Drop for Printing {
    fn drop(&mut self) {
        let _ = PRINTED.try_with(|printed| printed.borrow_mut().pop());
    }
}
