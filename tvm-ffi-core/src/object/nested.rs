//! Objects that refer to objects, as far as they are followed.
//!
//! What Rust derives calls itself for each object, on the stack. Other languages make chains of any length, and cycles of objects that
//! change; if one overflowed the stack, the process would end.

use core::cell::{Cell, RefCell};
use core::ptr::NonNull;

use crate::abi::TVMFFIObject;

/// So much of the stack may be between the first of the calls that follow references and the last of them, in bytes.
const STACK: usize = 1 << 20;

thread_local! {
    /// Where on the stack the first of these calls is; 0 if there is none.
    static FIRST: Cell<usize> = const { Cell::new(0) };
    /// The objects that are being printed.
    static PRINTED: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// A call that follows a reference.
pub(crate) struct Following {
    is_first: bool,
}

impl Following {
    /// `None` if the calls inside each other have taken up as many bytes.
    #[inline]
    pub(crate) fn within(stack: usize) -> Option<Self> {
        let place = 0u8;
        let here = core::ptr::from_ref(core::hint::black_box(&place)).addr();
        FIRST.with(|first| match first.get() {
            0 => {
                first.set(here);
                Some(Self { is_first: true })
            }
            // Under Miri places on the stack are not beside each other.
            first => (first.abs_diff(here) < stack || cfg!(miri)).then_some(Self { is_first: false }),
        })
    }
}

impl Drop for Following {
    #[inline]
    fn drop(&mut self) {
        if self.is_first {
            FIRST.set(0);
        }
    }
}

/// Runs what looks into an object that was referred to.
///
/// # Panics
///
/// If so many of these calls are inside each other that the stack may not suffice.
#[inline]
#[track_caller]
pub(super) fn follow<R>(look: impl FnOnce() -> R) -> R {
    let Some(_following) = Following::within(STACK) else { too_deep() };
    look()
}

#[cold]
#[track_caller]
fn too_deep() -> ! {
    panic!("a chain of objects that refer to each other is too long to be followed")
}

/// An object that is being printed.
pub(super) struct Printing {
    _following: Following,
}

impl Printing {
    /// `None` if the object is being printed already, or the objects around it leave no place on the stack.
    pub(super) fn new(object: NonNull<TVMFFIObject>) -> Option<Self> {
        let following = Following::within(STACK)?;
        let address = object.as_ptr().addr();
        // When the thread ends and there is no list any more, nothing is looked into.
        let is_new = PRINTED.try_with(|printed| {
            let mut printed = printed.borrow_mut();
            let is_new = !printed.contains(&address);
            if is_new {
                printed.push(address);
            }
            is_new
        });
        is_new.unwrap_or(false).then(|| Self { _following: following })
    }
}

impl Drop for Printing {
    fn drop(&mut self) {
        let _ = PRINTED.try_with(|printed| printed.borrow_mut().pop());
    }
}
