//! [`SearchTensors`] of tensors, values, and the types of std with parts: pointers, locks, and collections.

use core::cell::{Cell, OnceCell, RefCell};
use core::cmp::Reverse;
use core::mem::ManuallyDrop;
use core::num::{Saturating, Wrapping};
use core::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, RwLock, Weak};

use crate::any::{Any, AnyView};
use crate::container::{Array, ArrayRef, Dict, List, Map, MapRef};
use crate::convert::{IntoAny, Parameter};
use crate::object::{ObjectType, Ref, WeakRef};
use crate::object_ref::{ObjectRef, WeakObjectRef};
use crate::tensor::typed::View;
use crate::tensor::{Element, Tensor, TensorMut, TensorView};
use crate::tensor_search::{SearchTensors, Span, TensorSearch, guard};
use crate::tuples::for_tuples;

/// Implements the trait: whether a value may lead to tensors, and the search through it.
macro_rules! searched {
    ($({$($generic:tt)*} $type:ty, $leads_to_tensors:expr, |$this:ident, $search:ident| $body:expr;)*) => {$(
        // SAFETY: the body searches all that code reaches a tensor through. No value leads to one where no part of it does.
        unsafe impl<$($generic)*> SearchTensors for $type {
            const LEADS_TO_TENSORS: bool = $leads_to_tensors;

            fn search(&self, $search: &mut TensorSearch) {
                if const { Self::LEADS_TO_TENSORS } {
                    let $this = self;
                    $body;
                }
            }
        }
    )*};
}

// Tensors, and values that may be or contain some.
searched! {
    {} Tensor, true, |this, search| search.add_value(this.clone().into_any());
    {} TensorMut, true, |this, search| search.add_span(Span::of(this.view()));
    {} TensorView<'_>, true, |this, search| search.add_span(Span::of(*this));
    {D, A, T: Element, R, L} View<'_, D, A, T, R, L>, true, |this, search| search.add_span(Span::of(this.metadata()));
    {} Any, true, |this, search| search.add_value(this.clone());
    {} AnyView<'_>, true, |this, search| match this.to_any() {
        Ok(value) => search.add_value(value),
        // Only a `DLTensor*` has no owned form.
        Err(_) => search.add_span(TensorView::of_value(*this).and_then(Span::of)),
    };
    {} ObjectRef, true, |this, search| search.add_value(this.clone().into_any());
    {T: ObjectType} Ref<T>, true, |this, search| search.add_value(Self::as_object(this).clone().into_any());
    {T} Array<T>, true, |this, search| search.add_value(this.to_any());
    {T} List<T>, true, |this, search| search.add_value(this.to_any());
    {K, V} Map<K, V>, true, |this, search| search.add_value(this.to_any());
    {K, V} Dict<K, V>, true, |this, search| search.add_value(this.to_any());
    {T: Parameter} ArrayRef<'_, T>, true, |this, search| items(this.as_anys(), search);
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
    {T: SearchTensors} Option<T>, T::LEADS_TO_TENSORS, |this, search| items(this, search);
    {T: SearchTensors} [T], T::LEADS_TO_TENSORS, |this, search| items(this, search);
    {T: SearchTensors, const N: usize} [T; N], T::LEADS_TO_TENSORS, |this, search| items(this, search);
    {T: SearchTensors} Vec<T>, T::LEADS_TO_TENSORS, |this, search| items(this, search);
    {T: SearchTensors} VecDeque<T>, T::LEADS_TO_TENSORS, |this, search| items(this, search);
    {T: SearchTensors} LinkedList<T>, T::LEADS_TO_TENSORS, |this, search| items(this, search);
    {T: SearchTensors} BinaryHeap<T>, T::LEADS_TO_TENSORS, |this, search| items(this, search);
    {T: SearchTensors} BTreeSet<T>, T::LEADS_TO_TENSORS, |this, search| items(this, search);
    {T: SearchTensors, S: SearchTensors} HashSet<T, S>, T::LEADS_TO_TENSORS || S::LEADS_TO_TENSORS, |this, search| {
        items(this, search);
        this.hasher().search(search);
    };
    {K: SearchTensors, V: SearchTensors} BTreeMap<K, V>, K::LEADS_TO_TENSORS || V::LEADS_TO_TENSORS,
        |this, search| entries(this, search);
    {K: SearchTensors, V: SearchTensors, S: SearchTensors} HashMap<K, V, S>,
        K::LEADS_TO_TENSORS || V::LEADS_TO_TENSORS || S::LEADS_TO_TENSORS, |this, search| {
            entries(this, search);
            this.hasher().search(search);
        };
    {'a, K: Parameter<Item<'a>: SearchTensors>, V: Parameter<Item<'a>: SearchTensors>} MapRef<'a, K, V>,
        K::Item::<'a>::LEADS_TO_TENSORS || V::Item::<'a>::LEADS_TO_TENSORS,
        |this, search| search.within(|search| this.iter().for_each(|entry| entry.search(search)));
}
#[cfg(feature = "indexmap")]
searched! {
    {K: SearchTensors, V: SearchTensors, S: SearchTensors} indexmap::IndexMap<K, V, S>,
        K::LEADS_TO_TENSORS || V::LEADS_TO_TENSORS || S::LEADS_TO_TENSORS, |this, search| {
            entries(this, search);
            this.hasher().search(search);
        };
}

macro_rules! tuples {
    ($($count:literal ($($part:ident $index:tt)*),)*) => {
        searched! {
            $({$($part: SearchTensors),*} ($($part,)*), $($part::LEADS_TO_TENSORS)||*, |this, search| {
                $(this.$index.search(search);)*
            };)*
        }
    };
}

for_tuples!(tuples);

// Values in others, without a pointer.
searched! {
    {T: SearchTensors, E: SearchTensors} Result<T, E>, T::LEADS_TO_TENSORS || E::LEADS_TO_TENSORS,
        |this, search| match this {
            Ok(value) => value.search(search),
            Err(error) => error.search(search),
        };
    {T: SearchTensors} Bound<T>, T::LEADS_TO_TENSORS, |this, search| match this {
        Bound::Included(bound) | Bound::Excluded(bound) => bound.search(search),
        Bound::Unbounded => {}
    };
    {T: SearchTensors} Range<T>, T::LEADS_TO_TENSORS, |this, search| items([&this.start, &this.end], search);
    {T: SearchTensors} RangeInclusive<T>, T::LEADS_TO_TENSORS, |this, search| items([this.start(), this.end()], search);
    {T: SearchTensors} RangeFrom<T>, T::LEADS_TO_TENSORS, |this, search| this.start.search(search);
    {T: SearchTensors} RangeTo<T>, T::LEADS_TO_TENSORS, |this, search| this.end.search(search);
    {T: SearchTensors} RangeToInclusive<T>, T::LEADS_TO_TENSORS, |this, search| this.end.search(search);
    {T: SearchTensors} Reverse<T>, T::LEADS_TO_TENSORS, |this, search| this.0.search(search);
    {T: SearchTensors} Wrapping<T>, T::LEADS_TO_TENSORS, |this, search| this.0.search(search);
    {T: SearchTensors} Saturating<T>, T::LEADS_TO_TENSORS, |this, search| this.0.search(search);
    {T: SearchTensors + ?Sized} ManuallyDrop<T>, T::LEADS_TO_TENSORS, |this, search| (**this).search(search);
    {T: SearchTensors + Copy} Cell<T>, T::LEADS_TO_TENSORS, |this, search| this.get().search(search);
    {T: SearchTensors} OnceCell<T>, T::LEADS_TO_TENSORS, |this, search| items(this.get(), search);
    {T: SearchTensors} OnceLock<T>, T::LEADS_TO_TENSORS, |this, search| items(this.get(), search);
}

// Pointers and locks.
searched! {
    {T: SearchTensors + ?Sized} Box<T>, T::LEADS_TO_TENSORS, |this, search| search.within(|search| (**this).search(search));
    {T: SearchTensors + ?Sized} Arc<T>, T::LEADS_TO_TENSORS,
        |this, search| search.once(&**this, |search| (**this).search(search));
    {T: SearchTensors + ?Sized} Weak<T>, T::LEADS_TO_TENSORS, |this, search| items(&this.upgrade(), search);
    // Such types are in no object, and in types that are in none.
    {T: SearchTensors + ?Sized} Rc<T>, T::LEADS_TO_TENSORS,
        |this, search| search.once(&**this, |search| (**this).search(search));
    {T: SearchTensors + ?Sized} &T, T::LEADS_TO_TENSORS,
        |this, search| search.once(*this, |search| (**this).search(search));
    {T: SearchTensors + ?Sized} &mut T, T::LEADS_TO_TENSORS,
        |this, search| search.within(|search| (**this).search(search));
    {T: SearchTensors + ToOwned<Owned: SearchTensors> + ?Sized} Cow<'_, T>,
        T::LEADS_TO_TENSORS || T::Owned::LEADS_TO_TENSORS, |this, search| match this {
            Cow::Borrowed(value) => value.search(search),
            Cow::Owned(value) => value.search(search),
        };
    {} WeakObjectRef, true, |this, search| items(&this.upgrade(), search);
    {T: ObjectType} WeakRef<T>, true, |this, search| items(&this.upgrade(), search);
    // This creates the value if necessary, as any other access does.
    {T: SearchTensors, F: FnOnce() -> T} LazyLock<T, F>, T::LEADS_TO_TENSORS, |this, search| (**this).search(search);
    {T: SearchTensors + ?Sized} Mutex<T>, T::LEADS_TO_TENSORS,
        |this, search| search.locked(|| guard(this.try_lock()), |search, value| value.search(search));
    {T: SearchTensors + ?Sized} RwLock<T>, T::LEADS_TO_TENSORS,
        |this, search| search.locked(|| guard(this.try_read()), |search, value| value.search(search));
    // Objects are `Sync`, so the cell is in a lock, and a borrow of it is one of this thread.
    {T: SearchTensors + ?Sized} RefCell<T>, T::LEADS_TO_TENSORS,
        |this, search| search.locked(|| this.try_borrow().ok(), |search, value| value.search(search));
}
