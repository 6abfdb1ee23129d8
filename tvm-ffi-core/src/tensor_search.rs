//! Searches values for tensors, or for objects of Python.

use core::ptr::NonNull;
use std::collections::BTreeSet;
use std::sync::TryLockResult;

use crate::abi::TVMFFIObject;
use crate::abi::wait::until;
use crate::any::Any;
use crate::device::Device;

/// The memory from the lowest to the highest element of a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    pub(crate) device: Device,
    /// The buffer on devices that have handles of them; 0 elsewhere.
    pub(crate) buffer: usize,
    /// The address of the first byte, or how many bytes it is behind the start of the buffer.
    pub(crate) start: i128,
    /// The address behind the last one.
    pub(crate) end: i128,
    /// Whether there is nothing else in between.
    pub(crate) is_contiguous: bool,
}

/// The search goes through this many nested boxes, locks, and collections.
const DEPTH: u32 = 128;

/// A type whose values are searched for tensors.
///
/// A function that writes to a tensor compares its memory with that of every other tensor that its arguments lead to, through the
/// fields of objects too. So the types of these fields implement this. Types of this crate and of std do, where they can: numbers, text, tensors,
/// collections, pointers, locks. For a type of your own, derive it.
///
/// # Safety
///
/// `search` searches every part of the value through which code reaches the memory of a tensor that a caller can have too.
/// [`LEADS_TO_TENSORS`](Self::LEADS_TO_TENSORS) is only `false` if no value has such a part. If [`LEADS_TO_PYTHON`](Self::LEADS_TO_PYTHON) is
/// `true`, `search` searches only parts that no other value has.
#[diagnostic::on_unimplemented(
    message = "it is not known which tensors `{Self}` leads to",
    label = "not searched for tensors",
    note = "a function that writes to a tensor compares its memory with that of all tensors that its arguments lead to",
    note = "to search a type of your own, add `#[derive(tvm_ffi::SearchTensors)]` to it",
    note = "if a field leads to no tensor that callers have, promise it with `#[no_tensors(unsafe)]` on the field"
)]
pub unsafe trait SearchTensors {
    /// Whether a value may lead to a tensor. If not, the search takes no lock, and iterates over nothing.
    const LEADS_TO_TENSORS: bool;

    /// Whether Python's garbage collector looks for callables and other objects of Python in the parts of the value that are its own.
    const LEADS_TO_PYTHON: bool = false;

    /// Searches the parts of the value, each with this function of its type.
    fn search(&self, search: &mut TensorSearch);
}

/// A search through the fields of one object, or through one argument.
#[derive(Default)]
pub struct TensorSearch {
    found: Found,
    depth: u32,
    /// Addresses and sizes of shared values that were searched: a value may contain itself. A part may begin where the whole begins.
    seen: BTreeSet<(usize, usize)>,
    obstacle: Option<Obstacle>,
    /// What a search for objects of Python has found; `None` in a search for tensors.
    python: Option<Vec<NonNull<TVMFFIObject>>>,
}

/// The result of a search.
#[derive(Default)]
pub(crate) struct Found {
    /// Values that are tensors or may contain some.
    pub(crate) values: Vec<Any>,
    /// The memory of tensors that are not values.
    pub(crate) spans: Vec<Span>,
}

impl Found {
    pub(crate) fn is_empty(&self) -> bool {
        self.values.is_empty() && self.spans.is_empty()
    }
}

/// Why a search is incomplete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    /// Another thread held a lock for too long.
    Locked,
    /// The value is nested too deeply.
    Deep,
}

impl TensorSearch {
    /// A search for objects of Python.
    pub(crate) fn for_python() -> Self {
        Self { python: Some(Vec::new()), ..Self::default() }
    }

    pub(crate) fn is_for_python(&self) -> bool {
        self.python.is_some()
    }

    /// Whether the parts of a `T` are searched.
    #[inline]
    pub(crate) fn follows<T: SearchTensors + ?Sized>(&self) -> bool {
        if self.is_for_python() { T::LEADS_TO_PYTHON } else { T::LEADS_TO_TENSORS }
    }

    pub(crate) fn add_python(&mut self, object: NonNull<TVMFFIObject>) {
        self.python.get_or_insert_default().push(object);
    }

    /// The functions that were found, and the objects that hold one of Python's.
    pub(crate) fn into_python(self) -> Vec<NonNull<TVMFFIObject>> {
        self.python.unwrap_or_default()
    }

    /// The result, or why it is incomplete.
    pub(crate) fn finish(self) -> Result<Found, Obstacle> {
        self.obstacle.map_or(Ok(self.found), Err)
    }

    pub(crate) fn add_value(&mut self, value: Any) {
        self.found.values.push(value);
    }

    pub(crate) fn add_span(&mut self, span: Option<Span>) {
        self.found.spans.extend(span);
    }

    /// Searches one level deeper.
    pub(crate) fn within(&mut self, search: impl FnOnce(&mut Self)) {
        if self.depth == DEPTH {
            self.obstacle.get_or_insert(Obstacle::Deep);
            return;
        }
        self.depth += 1;
        search(self);
        self.depth -= 1;
    }

    /// Searches a shared value, once.
    pub(crate) fn once<T: ?Sized>(&mut self, value: &T, search: impl FnOnce(&mut Self)) {
        if self.seen.insert((core::ptr::from_ref(value).addr(), size_of_val(value))) {
            self.within(search);
        }
    }

    /// Takes a lock and searches what it guards. If the lock is held for too long, the search is incomplete: the caller of the function may
    /// hold it, and waits for the function.
    pub(crate) fn locked<G>(
        &mut self,
        mut try_lock: impl FnMut() -> Option<G>,
        search: impl FnOnce(&mut Self, &G),
    ) {
        // The collector cannot wait: other threads wait for it.
        let guard = if self.is_for_python() { try_lock() } else { until(try_lock) };
        match guard {
            Some(guard) => self.within(|this| search(this, &guard)),
            None => _ = self.obstacle.get_or_insert(Obstacle::Locked),
        }
    }
}

/// The guard of a lock that is free. A panic of an earlier owner does not matter to the callers, which look at values of others.
pub(crate) fn guard<G>(lock: TryLockResult<G>) -> Option<G> {
    match lock {
        Ok(guard) => Some(guard),
        Err(std::sync::TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
        Err(std::sync::TryLockError::WouldBlock) => None,
    }
}
