//! Borrows that Rust code takes itself.

use core::fmt;
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};
use core::ptr::NonNull;

use super::{BorrowError, Exclusive, Refusal, Shared, exclude, share_argument};
use crate::object::{Mutable, ObjectType, Ref};

/// A shared borrow of an object that can be changed: [`Ref::borrow`].
///
/// It ends with its drop. Foreign code that runs meanwhile, a callback say, can read the object, but not change it.
pub struct Borrow<'a, T> {
    value: NonNull<T>,
    _held: Shared,
    marker: PhantomData<&'a T>,
}

/// The only borrow of an object that can be changed: [`Ref::borrow_mut`].
///
/// It ends with its drop. Foreign code that runs meanwhile, a callback say, can neither read the object nor change it.
pub struct BorrowMut<'a, T> {
    value: NonNull<T>,
    _held: Exclusive,
    marker: PhantomData<&'a mut T>,
}

/// Objects that can be changed are borrowed, by Rust code as by calls: any number may read at a time, or one may write. Who asks for a
/// borrow that does not go together with one of another thread waits, up to a second; with one of its own thread, it is refused at once.
impl<T: ObjectType<Access = Mutable>> Ref<T> {
    /// Borrows the object to read it.
    ///
    /// # Panics
    ///
    /// Where [`try_borrow`](Self::try_borrow) fails. In an exported function, `try_borrow()?` raises the same without a panic.
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
    /// Where [`try_borrow_mut`](Self::try_borrow_mut) fails. In an exported function, `try_borrow_mut()?` raises the same without a panic.
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
    /// This thread has it borrowed mutably, or another thread has for more than a second.
    #[inline]
    pub fn try_borrow(&self) -> Result<Borrow<'_, T>, BorrowError> {
        let mut held = Shared::default();
        // SAFETY: Borrow word: the object was made here, of a class that can be changed. It lives as long as the reference, which
        // the guard borrows.
        if unsafe { share_argument(self.header(), &mut held) } {
            Ok(Borrow { value: self.payload(), _held: held, marker: PhantomData })
        } else {
            Err(self.refusal())
        }
    }

    /// Borrows the object to change it.
    ///
    /// # Errors
    ///
    /// This thread has it borrowed, or another thread has for more than a second.
    #[inline]
    pub fn try_borrow_mut(&self) -> Result<BorrowMut<'_, T>, BorrowError> {
        let mut held = Exclusive::default();
        // SAFETY: as above.
        if unsafe { exclude(self.header(), &mut held) } {
            Ok(BorrowMut { value: self.payload(), _held: held, marker: PhantomData })
        } else {
            Err(self.refusal())
        }
    }

    #[cold]
    #[inline(never)]
    fn refusal(&self) -> BorrowError {
        BorrowError { type_key: T::TYPE_KEY, refusal: Refusal::last(self.header()) }
    }
}

#[cold]
#[inline(never)]
#[track_caller]
fn refused(error: &BorrowError) -> ! {
    panic!("{error}")
}

impl<T> Deref for Borrow<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the object lives as long as the guard, and is changed by nobody while it is borrowed.
        unsafe { self.value.as_ref() }
    }
}

impl<T> Deref for BorrowMut<'_, T> {
    type Target = T;

    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: the object lives as long as the guard, and is reached by nobody else while it is borrowed.
        unsafe { self.value.as_ref() }
    }
}

impl<T> DerefMut for BorrowMut<'_, T> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above.
        unsafe { self.value.as_mut() }
    }
}

impl<T: fmt::Debug> fmt::Debug for Borrow<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: fmt::Debug> fmt::Debug for BorrowMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: fmt::Display> fmt::Display for Borrow<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: fmt::Display> fmt::Display for BorrowMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}
