//! Maps of other layouts, which the runtime of the tests makes for one thread.

use core::cell::{Cell, RefCell};
use core::mem::MaybeUninit;
use core::ptr::NonNull;

use super::{DenseCell, Entry, MapCell, Node, SMALL, cell, dense_cell, node};
use crate::abi::map::{BLOCK, BLOCK_SIZE, NO_SLOT};
use crate::any::Any;
use crate::container::build::{Container, from_runtime};
use crate::object_ref::ObjectRef;

/// The body of a map of another layout. The functions of the test runtime know its entries.
#[repr(C)]
pub(crate) struct Fabricated {
    pub(super) cell: MapCell,
    /// The entries of a small map, or the [`DenseCell`] of a dense one. `original` owns them.
    rest: MaybeUninit<[Entry; 4]>,
    /// A copy of the blocks of `original`.
    pub(super) blocks: Vec<[u64; 2]>,
    /// A map in the known layout, which owns what the body leads to.
    original: ObjectRef,
    pub(crate) entries: RefCell<Vec<(Any, Any)>>,
}

impl Fabricated {
    /// The body of a new map, which has the known layout so far.
    pub(crate) fn of(kind: Container, entries: Vec<(Any, Any)>) -> Self {
        // Made by the runtime itself.
        let difference = CHOSEN.take();
        let original = from_runtime(
            kind,
            entries.iter().flat_map(|(key, value)| [key.clone(), value.clone()]).collect(),
        );
        CHOSEN.set(difference);
        // SAFETY: the map has the known layout.
        let place = unsafe { cell(original.as_ptr()) };
        // SAFETY: as above.
        let cell = unsafe { place.read() };
        let none = || Entry { key: Any::none(), value: Any::none() };
        let mut rest = MaybeUninit::new([none(), none(), none(), none()]);
        let is_small = cell.slots & SMALL != 0;
        let size = if is_small { size_of::<Entry>() * entries.len() } else { size_of::<DenseCell>() };
        // SAFETY: the rest of the body follows the cell.
        let source = unsafe { place.add(1) }.cast::<u8>();
        // SAFETY: the body has so many bytes there, and `rest` has room for four entries.
        unsafe { source.copy_to(NonNull::from(&mut rest).cast(), size) };
        let mut map = Self { cell, rest, blocks: Vec::new(), original, entries: RefCell::new(entries) };
        if !is_small {
            // The runtime follows the links of the original when it frees that.
            let size = (map.cell.slots as usize).div_ceil(BLOCK) * BLOCK_SIZE;
            map.blocks = vec![[0; 2]; size / size_of::<[u64; 2]>()];
            // SAFETY: the blocks of a map with so many slots have this size. The copies of the entries are never dropped.
            unsafe {
                map.cell.data.cast::<u8>().copy_to_nonoverlapping(map.blocks.as_mut_ptr().cast(), size)
            };
            map.cell.data = map.blocks.as_mut_ptr().cast();
        }
        map
    }

    /// Points to the entries in the body itself, if it leads to those of `original`.
    ///
    /// # Safety
    ///
    /// The body is valid, nothing else uses it now, and it does not move any more.
    pub(crate) unsafe fn settle(body: NonNull<Self>) {
        // SAFETY: the caller's contract.
        let entries = unsafe { body.as_ref() }.original.body::<MapCell>().as_ptr().wrapping_add(1);
        // SAFETY: as above.
        let rest = unsafe { &raw mut (*body.as_ptr()).rest };
        // SAFETY: as above.
        let data = unsafe { &mut (*body.as_ptr()).cell.data };
        if *data == entries.cast() {
            *data = rest.cast();
        }
    }

    /// The entries of a small map.
    pub(super) fn small(&mut self) -> &mut [Entry] {
        let size = if self.cell.slots & SMALL != 0 { self.cell.size } else { 0 };
        // SAFETY: `of` has initialised four entries, and overwrites them in a dense map only.
        if size == 0 { &mut [] } else { &mut (unsafe { self.rest.assume_init_mut() })[..size as usize] }
    }

    /// What a dense map has there.
    pub(super) fn dense(&mut self) -> Option<&mut DenseCell> {
        // SAFETY: the body begins with the cell.
        let mut dense = unsafe { dense_cell(NonNull::from(&mut *self).cast()) };
        if self.cell.slots & SMALL != 0 {
            return None;
        }
        // SAFETY: a dense map has that, and the borrow of the body lasts as long.
        Some(unsafe { dense.as_mut() })
    }

    /// The nodes of a dense map that have an entry, with their slots.
    pub(super) fn nodes(&mut self) -> Vec<(u64, NonNull<Node>)> {
        let (mut slot, mut nodes) = (self.dense().map_or(NO_SLOT, |dense| dense.first), Vec::new());
        while let Some(blocks) = NonNull::new(self.cell.data.cast()).filter(|_| slot != NO_SLOT) {
            // SAFETY: the slot is one of the map.
            let node = unsafe { node(blocks, slot) };
            nodes.push((slot, node));
            // SAFETY: the slot has an entry.
            slot = unsafe { node.as_ref() }.next;
        }
        nodes
    }
}

/// How maps differ.
#[derive(Clone, Copy)]
pub(crate) enum Difference {
    /// The body of each map is changed so. A dict keeps its body when its entries change.
    Body(fn(&mut Fabricated)),
}

std::thread_local! {
    static CHOSEN: Cell<Option<Difference>> = const { Cell::new(None) };
    /// Whether the chosen maps have the known layout, once that was checked.
    static IS_KNOWN: Cell<Option<bool>> = const { Cell::new(None) };
}

/// How the maps of this thread differ, if they do.
pub(crate) fn chosen() -> Option<Difference> {
    CHOSEN.get()
}

/// Whether the maps of this thread have the known layout. `None` if they are the usual ones.
pub(super) fn is_known(check: fn() -> bool) -> Option<bool> {
    chosen()?;
    if IS_KNOWN.get().is_none() {
        IS_KNOWN.set(Some(check()));
    }
    IS_KNOWN.get()
}

/// Runs `test` with maps that differ. They cannot be used before or after.
#[cfg(test)]
pub(super) fn with<R>(difference: Difference, test: impl FnOnce() -> R) -> R {
    CHOSEN.set(Some(difference));
    IS_KNOWN.set(None);
    let result = test();
    CHOSEN.set(None);
    result
}
