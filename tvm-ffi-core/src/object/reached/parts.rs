//! [`Reaches`]: types of fields that have parts which a search can get at, the pointers, locks, and collections of std among them.

use core::cell::RefCell;
use std::borrow::{Borrow, Cow};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet, LinkedList, VecDeque};
use std::sync::{Arc, LazyLock, Mutex, OnceLock, RwLock, Weak};

use super::Search;
use crate::any::Any;
use crate::container::{Array, Dict, List, Map};
use crate::convert::IntoAny;
use crate::object::{ObjectType, Ref, WeakRef};
use crate::object_ref::{ObjectRef, WeakObjectRef};
use crate::tensor::typed::View;
use crate::tensor::{Element, Tensor, TensorView};
use crate::tuples::for_tuples;
use crate::wait::guard;

/// A type whose values lead a search to the tensors in them.
///
/// Implemented by `#[tvm_ffi::object]` and the derives too. A type without it is opaque: what it holds is not found.
pub trait Reaches {
    /// Whether a value may hold a tensor. No lock is taken, and nothing iterated over, for one that does not.
    const LEADS_TO_TENSORS: bool;

    /// Shows every value inside through which tensor memory may be reached.
    fn search(&self, search: &mut Search);
}

/// Types without tensors.
macro_rules! plain {
    ($($type:ty),* $(,)?) => {$(
        impl Reaches for $type {
            const LEADS_TO_TENSORS: bool = false;

            #[inline(always)]
            fn search(&self, _: &mut Search) {}
        }
    )*};
}

plain!(
    (),
    bool,
    char,
    str,
    i8,
    i16,
    i32,
    i64,
    i128,
    isize,
    u8,
    u16,
    u32,
    u64,
    u128,
    usize,
    f32,
    f64,
    half::f16,
    half::bf16,
    String,
    std::ffi::CString,
    std::ffi::OsString,
    std::path::PathBuf,
    std::time::Duration,
    std::time::Instant,
    std::time::SystemTime,
    core::any::TypeId,
    core::sync::atomic::AtomicBool,
    core::sync::atomic::AtomicI32,
    core::sync::atomic::AtomicI64,
    core::sync::atomic::AtomicIsize,
    core::sync::atomic::AtomicU32,
    core::sync::atomic::AtomicU64,
    core::sync::atomic::AtomicUsize,
    crate::Bytes,
    crate::DType,
    crate::Device,
    crate::Error,
    crate::Function,
    crate::Module,
    crate::Shape,
    crate::Str,
);

/// Types that are values themselves.
macro_rules! values {
    ($({$($generic:tt)*} $type:ty),* $(,)?) => {$(
        impl<$($generic)*> Reaches for $type {
            const LEADS_TO_TENSORS: bool = true;

            fn search(&self, search: &mut Search) {
                let object: ObjectRef = self.clone().into();
                search.show(object.into_any());
            }
        }
    )*};
}

values!({} Tensor, {} ObjectRef, {T} Array<T>, {T} List<T>, {K, V} Map<K, V>, {K, V} Dict<K, V>);

impl Reaches for TensorView<'_> {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut Search) {
        search.show_tensor(*self);
    }
}

impl<D, A, T: Element, R, L> Reaches for View<'_, D, A, T, R, L> {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut Search) {
        search.show_tensor(self.metadata());
    }
}

impl Reaches for Any {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut Search) {
        search.show(self.clone());
    }
}

impl<T: ObjectType> Reaches for Ref<T> {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut Search) {
        search.show(Self::as_object(self).clone().into_any());
    }
}

impl Reaches for WeakObjectRef {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut Search) {
        self.upgrade().search(search);
    }
}

impl<T: ObjectType> Reaches for WeakRef<T> {
    const LEADS_TO_TENSORS: bool = true;

    fn search(&self, search: &mut Search) {
        self.upgrade().search(search);
    }
}

/// Collections, with what is iterated over.
macro_rules! collections {
    ($({$($generic:tt)*} $type:ty),* $(,)?) => {$(
        impl<T: Reaches, $($generic)*> Reaches for $type {
            const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

            fn search(&self, search: &mut Search) {
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
        impl<K: Reaches, V: Reaches, $($generic)*> Reaches for $type {
            const LEADS_TO_TENSORS: bool = K::LEADS_TO_TENSORS || V::LEADS_TO_TENSORS;

            fn search(&self, search: &mut Search) {
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
        impl<$($part: Reaches),*> Reaches for ($($part,)*) {
            const LEADS_TO_TENSORS: bool = $($part::LEADS_TO_TENSORS)||*;

            fn search(&self, search: &mut Search) {
                let ($($part,)*) = self;
                $($part.search(search);)*
            }
        }
    )*};
}

for_tuples!(tuples);

impl<T: Reaches, E: Reaches> Reaches for Result<T, E> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS || E::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        match self {
            Ok(value) => value.search(search),
            Err(error) => error.search(search),
        }
    }
}

impl<T: Reaches + ?Sized> Reaches for Box<T> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        search.within(|search| (**self).search(search));
    }
}

impl<T: Reaches + ?Sized> Reaches for Arc<T> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        search.once(Self::as_ptr(self).addr(), |search| (**self).search(search));
    }
}

impl<T: Reaches + ?Sized> Reaches for Weak<T> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        if let Some(shared) = self.upgrade() {
            shared.search(search);
        }
    }
}

impl<T: Reaches + ?Sized> Reaches for &'static T {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        search.once(core::ptr::from_ref(*self).addr(), |search| (**self).search(search));
    }
}

impl<B: Reaches + ToOwned + ?Sized> Reaches for Cow<'static, B> {
    const LEADS_TO_TENSORS: bool = B::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        let borrowed: &B = match self {
            Self::Borrowed(borrowed) => borrowed,
            Self::Owned(owned) => owned.borrow(),
        };
        borrowed.search(search);
    }
}

impl<T: Reaches> Reaches for OnceLock<T> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        if let Some(value) = self.get() {
            value.search(search);
        }
    }
}

impl<T: Reaches, F: FnOnce() -> T> Reaches for LazyLock<T, F> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

    /// It is made now, as by whoever looks at it.
    fn search(&self, search: &mut Search) {
        (**self).search(search);
    }
}

impl<T: Reaches + ?Sized> Reaches for Mutex<T> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        if let Some(guard) = search.lock(|| guard(self.try_lock())) {
            search.within(|search| guard.search(search));
        }
    }
}

impl<T: Reaches + ?Sized> Reaches for RwLock<T> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        if let Some(guard) = search.lock(|| guard(self.try_read())) {
            search.within(|search| guard.search(search));
        }
    }
}

impl<T: Reaches + ?Sized> Reaches for RefCell<T> {
    const LEADS_TO_TENSORS: bool = T::LEADS_TO_TENSORS;

    fn search(&self, search: &mut Search) {
        // A cell is inside of a lock here, so whoever has borrowed it is on this thread.
        if let Some(value) = search.lock(|| self.try_borrow().ok()) {
            search.within(|search| value.search(search));
        }
    }
}
