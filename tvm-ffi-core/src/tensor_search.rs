//! Searches the fields of an object for tensors.

use std::collections::BTreeSet;

use crate::any::Any;
use crate::device::Device;
use crate::wait;

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

/// A search through the fields of one object.
#[derive(Default)]
pub struct TensorSearch {
    found: Found,
    depth: u32,
    /// Addresses of shared values that were searched: a value may contain itself.
    seen: BTreeSet<usize>,
    obstacle: Option<Obstacle>,
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
    pub(crate) fn once(&mut self, address: usize, search: impl FnOnce(&mut Self)) {
        if self.seen.insert(address) {
            self.within(search);
        }
    }

    /// Takes a lock and searches what it guards. If the lock is held for too long, the search is incomplete: the caller of the function may
    /// hold it, and waits for the function.
    pub(crate) fn locked<G>(
        &mut self,
        try_lock: impl FnMut() -> Option<G>,
        search: impl FnOnce(&mut Self, &G),
    ) {
        match wait::until(wait::BOUND, try_lock) {
            Some(guard) => self.within(|this| search(this, &guard)),
            None => _ = self.obstacle.get_or_insert(Obstacle::Locked),
        }
    }
}
