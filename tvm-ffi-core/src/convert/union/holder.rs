//! What the variants of a union have to own during a call.

use core::any::Any;
use core::cell::RefCell;
use core::ptr::NonNull;

use crate::convert::Holders;

/// Holders of any types, as many as are asked for. It has no type parameters, so that a union can contain itself.
#[derive(Default)]
pub struct UnionHolder {
    made: RefCell<Vec<NonNull<dyn Any>>>,
}

impl UnionHolder {
    /// A new holder.
    #[allow(clippy::mut_from_ref, reason = "a new holder each time")]
    pub(super) fn make<H: Default + 'static>(&self) -> &mut H {
        if let Some(empty) = Holders::<H>::empty() {
            return empty;
        }
        let mut holder = NonNull::from(Box::leak(Box::new(H::default())));
        self.made.borrow_mut().push(holder);
        // SAFETY: the holder lives until `self` is dropped, and no other code gets a reference to it.
        unsafe { holder.as_mut() }
    }
}

impl Drop for UnionHolder {
    fn drop(&mut self) {
        for holder in self.made.get_mut().drain(..) {
            // SAFETY: `make` leaked this box; the borrows of `self` that it gave out have ended.
            drop(unsafe { Box::from_raw(holder.as_ptr()) });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::UnionHolder;

    #[test]
    fn holders_of_several_types_live_until_it_is_dropped() {
        let shared = Rc::new(());
        let holder = UnionHolder::default();
        let (texts, numbers) = (holder.make::<Vec<Rc<()>>>(), holder.make::<Vec<i64>>());
        texts.push(Rc::clone(&shared));
        numbers.push(1);
        let more = holder.make::<Vec<Rc<()>>>();
        more.extend(texts.iter().cloned());
        numbers.push(2);
        assert_eq!((texts.len(), numbers.as_slice(), more.len()), (1, [1, 2].as_slice(), 1));
        assert_eq!(*holder.make::<()>(), ());
        assert_eq!(Rc::strong_count(&shared), 3);
        drop(holder);
        assert_eq!(Rc::strong_count(&shared), 1);
    }
}
