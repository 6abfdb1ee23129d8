//! [`SearchTensors`] of tensors, values, and the types of std with parts: pointers, locks, and collections.
//!
//! The search for objects of Python follows only what a value alone owns: no `Arc`, no weak reference, and nothing that would have to be made.

use core::cell::{Cell, OnceCell, RefCell};
use core::cmp::Reverse;
use core::mem::ManuallyDrop;
use core::num::{Saturating, Wrapping};
use core::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, RwLock, Weak};

use super::{any_of, python};
use crate::any::{Any, AnyView};
use crate::container::{Array, ArrayRef, Dict, List, Map, MapRef};
use crate::convert::{IntoAny, Parameter};
use crate::function::{Function, TypedFunction};
use crate::object::{ObjectType, Ref, WeakRef};
use crate::object_ref::{ObjectRef, WeakObjectRef};
use crate::tensor::typed::View;
use crate::tensor::{Element, Tensor, TensorMut, TensorView};
use crate::tensor_search::{SearchTensors, Span, TensorSearch, guard};
use crate::tuples::for_tuples;

/// Implements the trait: what a value may lead to, and the search through it. It leads to what the listed parts lead to; with `shared` before them,
/// not to the objects of Python, because other values may have the same parts.
macro_rules! searched {
    ($({$($generic:tt)*} $type:ty, $leads:tt, |$this:ident, $search:ident| $body:expr;)*) => {$(
        // SAFETY: the body searches all that code reaches a tensor through. No value leads to one where no part of it does. The search for objects of
        // Python goes through parts that are the value's own.
        unsafe impl<$($generic)*> SearchTensors for $type {
            const LEADS_TO_TENSORS: bool = leads!($leads, LEADS_TO_TENSORS);
            const LEADS_TO_PYTHON: bool = leads!($leads, LEADS_TO_PYTHON);

            fn search(&self, $search: &mut TensorSearch) {
                if $search.follows::<Self>() {
                    let $this = self;
                    $body;
                }
            }
        }
    )*};
}

macro_rules! leads {
    (tensors, LEADS_TO_TENSORS) => { true };
    (tensors, LEADS_TO_PYTHON) => { false };
    (python, LEADS_TO_TENSORS) => { false };
    (python, LEADS_TO_PYTHON) => { true };
    (both, $constant:ident) => { true };
    ((shared $($part:ty),*), LEADS_TO_PYTHON) => { false };
    ((shared $($part:ty),*), $constant:ident) => { leads!([$($part),*], $constant) };
    ([$($part:ty),*], $constant:ident) => { any_of(&[$(<$part as SearchTensors>::$constant),*]) };
}

// Tensors, and values that may be or contain some.
searched! {
    {} Tensor, tensors, |this, search| search.add_value(this.clone().into_any());
    {} TensorMut, tensors, |this, search| search.add_span(Span::of(this.view()));
    {} TensorView<'_>, tensors, |this, search| search.add_span(Span::of(*this));
    {D, A, T: Element, R, L} View<'_, D, A, T, R, L>, tensors, |this, search| search.add_span(Span::of(this.metadata()));
    {} Any, both, |this, search| value(this, search);
    {} AnyView<'_>, tensors, |this, search| match this.to_any() {
        Ok(value) => search.add_value(value),
        // Only a `DLTensor*` has no owned form.
        Err(_) => search.add_span(TensorView::of_value(*this).and_then(Span::of)),
    };
    {} ObjectRef, both, |this, search| object(this, search);
    {T: ObjectType} Ref<T>, both, |this, search| object(Self::as_object(this), search);
    {T} Array<T>, tensors, |this, search| search.add_value(this.to_any());
    {T} List<T>, tensors, |this, search| search.add_value(this.to_any());
    {K, V} Map<K, V>, tensors, |this, search| search.add_value(this.to_any());
    {K, V} Dict<K, V>, tensors, |this, search| search.add_value(this.to_any());
    {T: Parameter} ArrayRef<'_, T>, tensors, |this, search| items(this.as_anys(), search);
}

// Functions may be callables of Python. The search does not see what any other function does.
searched! {
    {} Function, python, |this, search| object(this.as_object(), search);
    {S} TypedFunction<S>, python, |this, search| object(this.as_object(), search);
}

/// Searches a value of any type.
fn value(value: &Any, search: &mut TensorSearch) {
    match value.as_view().object() {
        // SAFETY: AnyView validity.
        Some(object) if search.is_for_python() => unsafe { python::search(object, search) },
        _ => search.add_value(value.clone()),
    }
}

fn object(object: &ObjectRef, search: &mut TensorSearch) {
    match search.is_for_python() {
        // SAFETY: Object validity: the reference keeps the object alive.
        true => unsafe { python::search(object.as_ptr(), search) },
        false => search.add_value(object.clone().into_any()),
    }
}

/// Searches the items of a collection.
fn items<'a, T: SearchTensors + 'a>(items: impl IntoIterator<Item = &'a T>, search: &mut TensorSearch) {
    search.within(|search| items.into_iter().for_each(|item| item.search(search)));
}

/// Searches the keys and values of a collection.
fn entries<'a, K: SearchTensors + 'a, V: SearchTensors + 'a>(
    entries: impl IntoIterator<Item = (&'a K, &'a V)>,
    search: &mut TensorSearch,
) {
    search.within(|search| {
        for (key, value) in entries {
            key.search(search);
            value.search(search);
        }
    });
}

// Collections. What a hasher consists of can be reached too.
searched! {
    {T: SearchTensors} Option<T>, [T], |this, search| items(this, search);
    {T: SearchTensors} [T], [T], |this, search| items(this, search);
    {T: SearchTensors, const N: usize} [T; N], [T], |this, search| items(this, search);
    {T: SearchTensors} Vec<T>, [T], |this, search| items(this, search);
    {T: SearchTensors} VecDeque<T>, [T], |this, search| items(this, search);
    {T: SearchTensors} LinkedList<T>, [T], |this, search| items(this, search);
    {T: SearchTensors} BinaryHeap<T>, [T], |this, search| items(this, search);
    {T: SearchTensors} BTreeSet<T>, [T], |this, search| items(this, search);
    {T: SearchTensors, S: SearchTensors} HashSet<T, S>, [T, S], |this, search| {
        items(this, search);
        this.hasher().search(search);
    };
    {K: SearchTensors, V: SearchTensors} BTreeMap<K, V>, [K, V],
        |this, search| entries(this, search);
    {K: SearchTensors, V: SearchTensors, S: SearchTensors} HashMap<K, V, S>,
        [K, V, S], |this, search| {
            entries(this, search);
            this.hasher().search(search);
        };
    {'a, K: Parameter<Item<'a>: SearchTensors>, V: Parameter<Item<'a>: SearchTensors>} MapRef<'a, K, V>,
        (shared K::Item::<'a>, V::Item::<'a>),
        |this, search| search.within(|search| this.iter().for_each(|entry| entry.search(search)));
}
#[cfg(feature = "indexmap")]
searched! {
    {K: SearchTensors, V: SearchTensors, S: SearchTensors} indexmap::IndexMap<K, V, S>,
        [K, V, S], |this, search| {
            entries(this, search);
            this.hasher().search(search);
        };
}

macro_rules! tuples {
    ($($count:literal ($($part:ident $index:tt)*),)*) => {
        searched! {
            $({$($part: SearchTensors),*} ($($part,)*), [$($part),*], |this, search| {
                $(this.$index.search(search);)*
            };)*
        }
    };
}

for_tuples!(tuples);

// Values in others, without a pointer.
searched! {
    {T: SearchTensors, E: SearchTensors} Result<T, E>, [T, E],
        |this, search| match this {
            Ok(value) => value.search(search),
            Err(error) => error.search(search),
        };
    {T: SearchTensors} Bound<T>, [T], |this, search| match this {
        Bound::Included(bound) | Bound::Excluded(bound) => bound.search(search),
        Bound::Unbounded => {}
    };
    {T: SearchTensors} Range<T>, [T], |this, search| items([&this.start, &this.end], search);
    {T: SearchTensors} RangeInclusive<T>, [T], |this, search| items([this.start(), this.end()], search);
    {T: SearchTensors} RangeFrom<T>, [T], |this, search| this.start.search(search);
    {T: SearchTensors} RangeTo<T>, [T], |this, search| this.end.search(search);
    {T: SearchTensors} RangeToInclusive<T>, [T], |this, search| this.end.search(search);
    {T: SearchTensors} Reverse<T>, [T], |this, search| this.0.search(search);
    {T: SearchTensors} Wrapping<T>, [T], |this, search| this.0.search(search);
    {T: SearchTensors} Saturating<T>, [T], |this, search| this.0.search(search);
    {T: SearchTensors + ?Sized} ManuallyDrop<T>, (shared T), |this, search| (**this).search(search);
    {T: SearchTensors + Copy} Cell<T>, [T], |this, search| this.get().search(search);
    {T: SearchTensors} OnceCell<T>, [T], |this, search| items(this.get(), search);
    {T: SearchTensors} OnceLock<T>, [T], |this, search| items(this.get(), search);
}

// Pointers and locks.
searched! {
    {T: SearchTensors + ?Sized} Box<T>, [T], |this, search| search.within(|search| (**this).search(search));
    {T: SearchTensors + ?Sized} Arc<T>, (shared T),
        |this, search| search.once(&**this, |search| (**this).search(search));
    {T: SearchTensors + ?Sized} Weak<T>, (shared T), |this, search| items(&this.upgrade(), search);
    // Such types are in no object, and in types that are in none.
    {T: SearchTensors + ?Sized} Rc<T>, (shared T),
        |this, search| search.once(&**this, |search| (**this).search(search));
    {T: SearchTensors + ?Sized} &T, (shared T),
        |this, search| search.once(*this, |search| (**this).search(search));
    {T: SearchTensors + ?Sized} &mut T, (shared T),
        |this, search| search.within(|search| (**this).search(search));
    {T: SearchTensors + ToOwned<Owned: SearchTensors> + ?Sized} Cow<'_, T>,
        (shared T, T::Owned), |this, search| match this {
            Cow::Borrowed(value) => value.search(search),
            Cow::Owned(value) => value.search(search),
        };
    {} WeakObjectRef, tensors, |this, search| items(&this.upgrade(), search);
    {T: ObjectType} WeakRef<T>, tensors, |this, search| items(&this.upgrade(), search);
    // This creates the value if necessary, as any other access does.
    {T: SearchTensors, F: FnOnce() -> T} LazyLock<T, F>, (shared T), |this, search| (**this).search(search);
    {T: SearchTensors + ?Sized} Mutex<T>, [T],
        |this, search| search.locked(|| guard(this.try_lock()), |search, value| value.search(search));
    {T: SearchTensors + ?Sized} RwLock<T>, [T],
        |this, search| search.locked(|| guard(this.try_read()), |search, value| value.search(search));
    // Objects are `Sync`, so the cell is in a lock, and a borrow of it is one of this thread.
    {T: SearchTensors + ?Sized} RefCell<T>, [T],
        |this, search| search.locked(|| this.try_borrow().ok(), |search, value| value.search(search));
}
