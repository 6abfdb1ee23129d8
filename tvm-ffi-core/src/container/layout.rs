//! The layout of maps and dicts.
//!
//! The C ABI does not have it, but the headers of the runtime compile it into every C++ library, so it cannot change within a version of
//! the ABI. Before the first use, [`is_known`] compares what this module reads with what functions of the runtime say. If they differ,
//! those functions read all maps.
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

use crate::abi::map::{DenseCell, MapCell, SMALL, cell, dense_cell, node};

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
    let (left, blocks) = (cell.size as usize, data.cast());
    Entries(Order::Linked(Linked { left, blocks, slots: cell.slots, first: dense.first, last: dense.last }))
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
pub struct Entries<'a>(Order<'a>);

// SAFETY: as for `&[Entry]`.
unsafe impl Send for Entries<'_> {}
// SAFETY: as for `&[Entry]`.
unsafe impl Sync for Entries<'_> {}

#[derive(Clone, Copy)]
enum Order<'a> {
    Contiguous(&'a [Entry]),
    Linked(Linked),
}

/// A part of a dense map.
#[derive(Clone, Copy)]
struct Linked {
    left: usize,
    blocks: NonNull<u8>,
    slots: u64,
    first: u64,
    last: u64,
}

impl Linked {
    /// The node of a slot, which is left. `None` if there is no such slot: another library may break its promise not to change a dict.
    #[inline]
    fn take<'a>(&mut self, slot: u64) -> Option<&'a Node> {
        self.left = self.left.checked_sub(1)?;
        // SAFETY: the slot is one of the map.
        let node = (slot < self.slots).then(|| unsafe { node(self.blocks, slot) })?;
        // SAFETY: the slots in the order of a dense map are in use, and do not change during the lifetime of `Entries`.
        Some(unsafe { node.as_ref() })
    }
}

impl<'a> Entries<'a> {
    /// Those of a slice.
    #[inline]
    pub(super) fn of(entries: &'a [Entry]) -> Self {
        Self(Order::Contiguous(entries))
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = &'a Entry;

    #[inline]
    fn next(&mut self) -> Option<&'a Entry> {
        match &mut self.0 {
            Order::Contiguous(entries) => entries.split_off_first(),
            Order::Linked(linked) => {
                let node: &'a Node = linked.take(linked.first)?;
                linked.first = node.next;
                Some(&node.entry)
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Order::Contiguous(entries) => entries.len(),
            Order::Linked(linked) => linked.left,
        };
        (left, Some(left))
    }
}

impl<'a> DoubleEndedIterator for Entries<'a> {
    #[inline]
    fn next_back(&mut self) -> Option<&'a Entry> {
        match &mut self.0 {
            Order::Contiguous(entries) => entries.split_off_last(),
            Order::Linked(linked) => {
                let node: &'a Node = linked.take(linked.last)?;
                linked.last = node.previous;
                Some(&node.entry)
            }
        }
    }
}

impl ExactSizeIterator for Entries<'_> {}

impl core::fmt::Debug for Entries<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list().entries(*self).finish()
    }
}
