//! [`Reached`]: the values among the fields of an object through which tensor memory may be reached.

mod parts;

use core::ops::Deref;
use core::ptr::NonNull;
use std::collections::BTreeSet;

use super::access::Access;
use super::layout::payload;
use super::typed::ObjectType;
use crate::abi::TVMFFIObject;
use crate::any::Any;
use crate::contract::Span;
use crate::convert::{FfiType, IntoAny, Reach};
use crate::tensor::TensorView;
use crate::wait;

pub use parts::Reaches;

/// Shows what [`ObjectType::each_reaching`] does of an object of type `T`; `false`, with the reason left, if it is being changed.
///
/// # Safety
///
/// Object validity, and the object is of type `T`, made by this library.
pub unsafe fn each_reaching<T: ObjectType>(object: NonNull<TVMFFIObject>, search: &mut Search) -> bool {
    let mut holder = Default::default();
    // SAFETY: the caller's contract.
    if !unsafe { T::Access::share(object, &mut holder) } {
        return false;
    }
    // SAFETY: the caller's contract.
    let payload = unsafe { payload::<T>(object) };
    // SAFETY: nobody changes the object while the holder lives.
    unsafe { payload.as_ref() }.each_reaching(search);
    true
}

/// How many boxes, locks, and collections inside each other are searched.
const DEPTH: u32 = 128;

/// A search through the fields of one object, for values through which tensor memory may be reached.
#[derive(Default)]
pub struct Search {
    found: Found,
    depth: u32,
    /// What is shared and has been searched, by address: some may contain itself.
    seen: BTreeSet<usize>,
    obstacle: Option<Obstacle>,
}

/// What a search has found.
#[derive(Default)]
pub(crate) struct Found {
    /// Values that may lead to tensors.
    pub(crate) values: Vec<Any>,
    /// Where the elements of tensors lie that are no values by themselves.
    pub(crate) spans: Vec<Span>,
}

impl Found {
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.spans.is_empty()
    }
}

/// Why a search has not seen everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// A lock was not released.
    Locked,
    /// There is more inside each other than is searched.
    Deep,
}

impl Search {
    /// What was found, or why that is not all that there is.
    pub(crate) fn finish(self) -> Result<Found, Obstacle> {
        self.obstacle.map_or(Ok(self.found), Err)
    }

    fn show(&mut self, value: Any) {
        self.found.values.push(value);
    }

    fn show_tensor(&mut self, tensor: TensorView<'_>) {
        self.found.spans.extend(Span::of(tensor));
    }

    /// Searches what is inside of something.
    fn within(&mut self, search: impl FnOnce(&mut Self)) {
        if self.depth == DEPTH {
            self.obstacle.get_or_insert(Obstacle::Deep);
            return;
        }
        self.depth += 1;
        search(self);
        self.depth -= 1;
    }

    /// Searches what others may share, once.
    fn once(&mut self, address: usize, search: impl FnOnce(&mut Self)) {
        if self.seen.insert(address) {
            self.within(search);
        }
    }

    /// Takes a lock, unless it is held for too long. A search runs before a call begins, which may hold the lock already.
    fn lock<G>(&mut self, try_lock: impl FnMut() -> Option<G>) -> Option<G> {
        let guard = wait::until(wait::BOUND, try_lock);
        if guard.is_none() {
            self.obstacle.get_or_insert(Obstacle::Locked);
        }
        guard
    }
}

/// Shows the value of a field to a [`Search`]: `Reached::of(&self.field).show_reached(search)`.
///
/// The first of four functions `show_reached` that applies is called: that of a field which is an object type by value, `#[base]` among
/// them; that of a value that can be given out; that of a type with parts that can be searched; and that of any other, which shows
/// nothing. They are looked up along `Deref`.
pub struct Reached<'a, T: ?Sized>(ReachedValue<'a, T>);

/// The second form.
pub struct ReachedValue<'a, T: ?Sized>(ReachedParts<'a, T>);

/// The third form.
pub struct ReachedParts<'a, T: ?Sized>(&'a T, Unreached);

/// The last form.
pub struct Unreached;

impl<'a, T> Reached<'a, T> {
    /// The value of a field.
    #[inline(always)]
    pub fn of(field: &'a T) -> Self {
        Self(ReachedValue(ReachedParts(field, Unreached)))
    }
}

impl<T: ObjectType> Reached<'_, T> {
    /// Shows the values among the fields of the field.
    pub fn show_reached(&self, search: &mut Search) {
        let object = self.0.0.0;
        search.within(|search| object.each_reaching(search));
    }
}

impl<'a, T> Deref for Reached<'a, T> {
    type Target = ReachedValue<'a, T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: FfiType + Clone + IntoAny> ReachedValue<'_, T> {
    /// Shows the value, if its type is one that leads to tensors.
    pub fn show_reached(&self, search: &mut Search) {
        if const { !matches!(T::FACTS.reach, Reach::Nothing) } {
            search.show(self.0.0.clone().into_any());
        }
    }
}

impl<'a, T> Deref for ReachedValue<'a, T> {
    type Target = ReachedParts<'a, T>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Reaches> ReachedParts<'_, T> {
    /// Shows what is in the parts.
    pub fn show_reached(&self, search: &mut Search) {
        if const { T::LEADS_TO_TENSORS } {
            self.0.search(search);
        }
    }
}

impl<T> Deref for ReachedParts<'_, T> {
    type Target = Unreached;

    fn deref(&self) -> &Unreached {
        &self.1
    }
}

impl Unreached {
    /// Shows nothing.
    pub fn show_reached(&self, _: &mut Search) {}
}
