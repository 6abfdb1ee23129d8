//! The layout of maps and dicts.
//!
//! The C ABI does not have it, but the headers of the runtime compile it into every C++ library, so it cannot change within a version of
//! the ABI. Before the first use, [`is_known`] compares what this module reads with what functions of the runtime say. If they differ,
//! those functions read and make all maps.
//!
//! A *small* map has at most four entries, next to each other. A *dense* one is a hash table, whose entries are linked in their order.

mod check;
#[cfg(test)]
pub(crate) mod fabricated;
#[cfg(test)]
mod tests;

use core::ptr::NonNull;

use crate::abi::TVMFFIObject;
use crate::any::Any;

pub use check::is_known;

pub(super) use crate::abi::map::{DenseCell, MapCell, NO_SLOT, SMALL, cell, dense_cell, node};

/// One entry of a map or a dict.
pub(crate) type Entry = crate::abi::map::Entry<Any>;

/// One slot of a dense map.
pub(super) type Node = crate::abi::map::Node<Any>;

const _: () = assert!(size_of::<Any>() == size_of::<crate::abi::TVMFFIAny>());

/// The entries of a map or a dict in place, in its order.
///
/// # Safety
///
/// Object validity of a map or a dict, which is not changed during `'a`, and the layout is known.
#[inline]
pub(super) unsafe fn entries<'a>(map: NonNull<TVMFFIObject>) -> Entries<'a> {
    // SAFETY: the caller's contract.
    let place = unsafe { cell(map) };
    // SAFETY: as above.
    let cell = unsafe { place.as_ref() };
    let Some(data) = NonNull::new(cell.data).filter(|_| cell.size != 0) else { return Entries::of(&[]) };
    if cell.slots & SMALL != 0 {
        // SAFETY: the entries of a small map begin at `data`.
        return Entries::of(unsafe { core::slice::from_raw_parts(data.as_ptr().cast(), cell.size as usize) });
    }
    // SAFETY: the map is dense.
    let dense = unsafe { dense_cell(place) };
    // SAFETY: as above.
    let dense = unsafe { dense.as_ref() };
    let linked = Linked { blocks: data.cast(), slots: cell.slots, first: dense.first, last: dense.last };
    Entries { left: cell.size as usize, order: Order::Linked(linked), marker: core::marker::PhantomData }
}

/// The number of entries.
///
/// # Safety
///
/// As for [`entries`].
pub(super) unsafe fn length(map: NonNull<TVMFFIObject>) -> usize {
    // SAFETY: the caller's contract.
    let cell = unsafe { cell(map) };
    // SAFETY: as above.
    (unsafe { cell.as_ref() }).size as usize
}

/// The entries of a map in its order.
#[derive(Clone, Copy)]
pub struct Entries<'a> {
    left: usize,
    order: Order,
    marker: core::marker::PhantomData<&'a Entry>,
}

// SAFETY: as for `&[Entry]`.
unsafe impl Send for Entries<'_> {}
// SAFETY: as for `&[Entry]`.
unsafe impl Sync for Entries<'_> {}

#[derive(Clone, Copy)]
enum Order {
    /// Next to each other, from here on.
    Contiguous(NonNull<Entry>),
    Linked(Linked),
}

/// A part of a dense map.
#[derive(Clone, Copy)]
struct Linked {
    blocks: NonNull<u8>,
    slots: u64,
    first: u64,
    last: u64,
}

impl Linked {
    /// The node of a slot. `None` if there is no such slot: another library may break its promise not to change a dict.
    #[inline]
    fn node(&self, slot: u64) -> Option<NonNull<Node>> {
        // SAFETY: the slot is one of the map.
        (slot < self.slots).then(|| unsafe { node(self.blocks, slot) })
    }
}

impl<'a> Entries<'a> {
    /// Those of a slice.
    #[inline]
    pub(super) fn of(entries: &'a [Entry]) -> Self {
        let first = NonNull::from(entries).cast();
        Self { left: entries.len(), order: Order::Contiguous(first), marker: core::marker::PhantomData }
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = &'a Entry;

    #[inline]
    fn next(&mut self) -> Option<&'a Entry> {
        let left = self.left.checked_sub(1)?;
        let entry = match &mut self.order {
            Order::Contiguous(first) => {
                let entry = *first;
                // SAFETY: there is an entry left, so the place behind it is inside the slice or at its end.
                *first = unsafe { entry.add(1) };
                entry
            }
            Order::Linked(linked) => {
                let node = linked.node(linked.first)?;
                // SAFETY: the slots in the order of a dense map are in use.
                linked.first = unsafe { node.as_ref() }.next;
                node.cast()
            }
        };
        self.left = left;
        // SAFETY: the entry does not change during `'a`.
        Some(unsafe { entry.as_ref() })
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl DoubleEndedIterator for Entries<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let left = self.left.checked_sub(1)?;
        let entry = match &mut self.order {
            // SAFETY: `left` is the index of the last entry.
            Order::Contiguous(first) => unsafe { first.add(left) },
            Order::Linked(linked) => {
                let node = linked.node(linked.last)?;
                // SAFETY: the slots in the order of a dense map are in use.
                linked.last = unsafe { node.as_ref() }.previous;
                node.cast()
            }
        };
        self.left = left;
        // SAFETY: the entry does not change during `'a`.
        Some(unsafe { entry.as_ref() })
    }
}

impl ExactSizeIterator for Entries<'_> {}

impl core::fmt::Debug for Entries<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}
