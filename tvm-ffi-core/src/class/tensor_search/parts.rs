//! [`SearchTensors`]: types of fields with parts that a search goes through, such as pointers, locks, and collections of std.

use core::cell::RefCell;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, RwLock, Weak};

use crate::any::Any;
use crate::container::{Array, Dict, List, Map};
use crate::convert::IntoAny;
use crate::object::{ObjectType, Ref, WeakRef};
use crate::object_ref::{ObjectRef, WeakObjectRef};
use crate::tensor::typed::View;
use crate::tensor::{Element, Tensor, TensorView};
use crate::tensor_search::{Span, TensorSearch};
use crate::tuples::for_tuples;
use crate::wait::guard;

/// A type whose values a search for tensors goes through.
///
/// `#[tvm_ffi::object]` and the derives implement it too. A type without it is opaque: the search does not find tensors in it.
pub trait SearchTensors {
    /// Whether a value may contain a tensor. If not, the search takes no lock, and iterates over nothing.
    const LEADS_TO_TENSORS: bool;

    /// Adds every tensor in the value, and every value that may contain tensors.
    fn search(&self, search: &mut TensorSearch);
}

/// Types without tensors.
macro_rules! plain {
    ($($type:ty),* $(,)?) => {$(
        impl SearchTensors for $type {
            const LEADS_TO_TENSORS: bool = false;

            #[inline(always)]
            fn search(&self, _: &mut TensorSearch) {}
        }
    )*};
}

plain! {
    (), bool, char, str, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize, f32, f64,
    half::f16, half::bf16, String, std::ffi::CString, std::ffi::OsString, std::path::PathBuf,
    std::time::Duration, std::time::Instant, std::time::SystemTime, core::any::TypeId,
    core::sync::atomic::AtomicBool, core::sync::atomic::AtomicI32, core::sync::atomic::AtomicI64,
    core::sync::atomic::AtomicIsize, core::sync::atomic::AtomicU32, core::sync::atomic::AtomicU64,
    core::sync::atomic::AtomicUsize, crate::Bytes, crate::DType, crate::Device, crate::Error,
    crate::Function, crate::Module, crate::Shape, crate::Str
}

/// Types that are references to objects.
macro_rules! values {
    ($({$($generic:tt)*} $type:ty),* $(,)?) => {$(
        impl<$($generic)*> SearchTensors for $type {
            const LEADS_TO_TENSORS: bool = true;

            fn search(&self, search: &mut TensorSearch) {
                let object: ObjectRef = self.clone().into();
                search.add_value(object.into_any());
            }
        }
    )*};
}

values!({} Tensor, {} ObjectRef, {T} Array<T>, {T} List<T>, {K, V} Map<K, V>, {K, V} Dict<K, V>);

impl SearchTensors for TensorView<'_> {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut TensorSearch) {
        search.add_span(Span::of(*self));
    }
}

impl<D, A, T: Element, R, L> SearchTensors for View<'_, D, A, T, R, L> {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut TensorSearch) {
        search.add_span(Span::of(self.metadata()));
    }
}

impl SearchTensors for Any {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut TensorSearch) {
        search.add_value(self.clone());
    }
}

impl<T: ObjectType> SearchTensors for Ref<T> {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut TensorSearch) {
        search.add_value(Self::as_object(self).clone().into_any());
    }
}

/// Collections with one type parameter `T`.
macro_rules! collections {
    ($({$($generic:tt)*} $type:ty),* $(,)?) => {$(
        impl<T: SearchTensors, $($generic)*> SearchTensors for $type {
            const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

            fn search(&self, search: &mut TensorSearch) {
                search.within(|search| self.iter().for_each(|item| item.search(search)));
            }
        }
    )*};
}

collections!(
    {} Option<T>,
    {} [T],
    {} Vec<T>,
    {} VecDeque<T>,
    {} LinkedList<T>,
    {} BinaryHeap<T>,
    {} BTreeSet<T>,
    {S} HashSet<T, S>,
    {const N: usize} [T; N],
);

macro_rules! maps {
    ($({$($generic:tt)*} $type:ty),* $(,)?) => {$(
        impl<K: SearchTensors, V: SearchTensors, $($generic)*> SearchTensors for $type {
            const LEADS_TO_TENSORS: bool = K::LEADS_TO_TENSORS || V::LEADS_TO_TENSORS;

            fn search(&self, search: &mut TensorSearch) {
                search.within(|search| {
                    for (key, value) in self {
                        key.search(search);
                        value.search(search);
                    }
                });
            }
        }
    )*};
}

maps!({} BTreeMap<K, V>, {S} HashMap<K, V, S>);
#[cfg(feature = "indexmap")]
maps!({S} indexmap::IndexMap<K, V, S>);

macro_rules! tuples {
    ($($count:literal ($($part:ident $index:tt)*),)*) => {$(
        #[allow(non_snake_case, reason = "one name for the type and the value")]
        impl<$($part: SearchTensors),*> SearchTensors for ($($part,)*) {
            const LEADS_TO_TENSORS: bool = $($part::LEADS_TO_TENSORS)||*;

            fn search(&self, search: &mut TensorSearch) {
                let ($($part,)*) = self;
                $($part.search(search);)*
            }
        }
    )*};
}

for_tuples!(tuples);

impl<T: SearchTensors, E: SearchTensors> SearchTensors for Result<T, E> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS || E::LEADS_TO_TENSORS;

    fn search(&self, search: &mut TensorSearch) {
        match self {
            Ok(value) => value.search(search),
            Err(error) => error.search(search),
        }
    }
}

/// Types that give an `Option` of a value to search.
macro_rules! optional {
    ($({$($generics:tt)*} $type:ty, $leads_to_tensors:expr, $get:ident;)*) => {$(
        impl<$($generics)*> SearchTensors for $type {
            const LEADS_TO_TENSORS: bool = $leads_to_tensors;

            fn search(&self, search: &mut TensorSearch) {
                if let Some(value) = self.$get() {
                    value.search(search);
                }
            }
        }
    )*};
}

optional! {
    {} WeakObjectRef, true, upgrade;
    {T: ObjectType} WeakRef<T>, true, upgrade;
    {T: SearchTensors + ?Sized} Weak<T>, T::LEADS_TO_TENSORS, upgrade;
    {T: SearchTensors} OnceLock<T>, T::LEADS_TO_TENSORS, get;
}

/// Types that refer to a value of type `T`, which `$search` searches.
macro_rules! containing {
    ($({$($generic:tt)*} $type:ty, |$this:ident, $tensors:ident| $search:expr;)*) => {$(
        impl<T: SearchTensors + $($generic)*> SearchTensors for $type {
            const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

            fn search(&self, $tensors: &mut TensorSearch) {
                let $this = self;
                $search;
            }
        }
    )*};
}

containing! {
    {?Sized} Box<T>, |this, search| search.within(|search| (**this).search(search));
    {?Sized} Arc<T>, |this, search| search.once(Arc::as_ptr(this).addr(), |search| (**this).search(search));
    {?Sized} &'static T, |this, search| {
        search.once(core::ptr::from_ref(*this).addr(), |search| (**this).search(search));
    };
    {ToOwned + ?Sized} Cow<'static, T>, |this, search| (**this).search(search);
    // This creates the value if necessary, as any other access does.
    {Sized, F: FnOnce() -> T} LazyLock<T, F>, |this, search| (**this).search(search);
    {?Sized} Mutex<T>, |this, search| search.locked(|| guard(this.try_lock()), |search, value| value.search(search));
    {?Sized} RwLock<T>, |this, search| search.locked(|| guard(this.try_read()), |search, value| value.search(search));
    // Objects are `Sync`, so the cell is in a lock, and a borrow of it is one of this thread.
    {?Sized} RefCell<T>, |this, search| search.locked(|| this.try_borrow().ok(), |search, value| value.search(search));
}
