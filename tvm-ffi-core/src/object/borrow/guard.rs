//! Guards for Rust code.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

use super::{BorrowError, Held, Mode};
use crate::object::{Mutable, ObjectType, Ref};

/// Defines a guard that leads to the value of an object, as `$reference` does.
macro_rules! guard {
    ($(#[$meta:meta])* $name:ident, $reference:ty) => {
        $(#[$meta])*
        pub struct $name<'a, T> {
            value: NonNull<T>,
            _borrow: Held,
            marker: PhantomData<$reference>,
        }

        impl<T> Deref for $name<'_, T> {
            type Target = T;

            #[inline]
            fn deref(&self) -> &T {
                // SAFETY: the object lives as long as the guard, whose borrow keeps other code from changing it.
                unsafe { self.value.as_ref() }
            }
        }

        impl<T: fmt::Debug> fmt::Debug for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(f)
            }
        }

        impl<T: fmt::Display> fmt::Display for $name<'_, T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (**self).fmt(f)
            }
        }
    };
}

guard! {
    /// A shared borrow of a `mutable` object: [`Ref::borrow`].
    ///
    /// The borrow ends when the guard is dropped. Foreign code that runs until then, such as a callback, can read the object but not change it.
    Borrow, &'a T
}

guard! {
    /// An exclusive borrow of a `mutable` object: [`Ref::borrow_mut`].
    ///
    /// The borrow ends when the guard is dropped. Foreign code that runs until then, such as a callback, can neither read nor change the object.
    BorrowMut, &'a mut T
}

/// Rust code and calls borrow `mutable` objects: several may read an object at a time, or one may change it. A borrow that conflicts with one
/// of the same thread fails at once. If it conflicts with one of another thread, it waits up to a second. A caller that waits
/// goes before callers that come later.
impl<T: ObjectType<Access = Mutable>> Ref<T> {
    /// Borrows the object to read it.
    ///
    /// # Panics
    ///
    /// If [`try_borrow`](Self::try_borrow) fails. In an exported function, `try_borrow()?` raises the same without a panic.
    #[inline]
    #[track_caller]
    pub fn borrow(&self) -> Borrow<'_, T> {
        match self.try_borrow() {
            Ok(borrow) => borrow,
            Err(error) => refused(&error),
        }
    }

    /// Borrows the object to change it.
    ///
    /// # Panics
    ///
    /// If [`try_borrow_mut`](Self::try_borrow_mut) fails. In an exported function, `try_borrow_mut()?` raises the same without a panic.
    #[inline]
    #[track_caller]
    pub fn borrow_mut(&self) -> BorrowMut<'_, T> {
        match self.try_borrow_mut() {
            Ok(borrow) => borrow,
            Err(error) => refused(&error),
        }
    }

    /// Borrows the object to read it.
    ///
    /// # Errors
    ///
    /// This thread has borrowed the object mutably, or another thread has for more than a second.
    #[inline]
    pub fn try_borrow(&self) -> Result<Borrow<'_, T>, BorrowError> {
        let marker = PhantomData;
        self.held(Mode::Shared).map(|held| Borrow { value: self.payload(), _borrow: held, marker })
    }

    /// Borrows the object to change it.
    ///
    /// # Errors
    ///
    /// This thread has borrowed the object, or another thread has for more than a second.
    #[inline]
    pub fn try_borrow_mut(&self) -> Result<BorrowMut<'_, T>, BorrowError> {
        let marker = PhantomData;
        self.held(Mode::Exclusive).map(|held| BorrowMut { value: self.payload(), _borrow: held, marker })
    }

    /// A borrow that ends before this reference, which the guard borrows.
    fn held(&self, mode: Mode) -> Result<Held, BorrowError> {
        // SAFETY: Borrow word: this library made the object, of a `mutable` class. It lives as long as the reference.
        let held = unsafe { Held::new(self.header(), mode) };
        held.map_err(|refusal| BorrowError { type_key: T::TYPE_KEY, refusal })
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn refused(error: &BorrowError) -> ! {
    panic!("{error}")
}

impl<T> DerefMut for BorrowMut<'_, T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the object lives as long as the guard, which has the only access to it.
        unsafe { self.value.as_mut() }
    }
}
