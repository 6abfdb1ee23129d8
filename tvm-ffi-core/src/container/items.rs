//! Reading the elements of containers.

use core::ptr::NonNull;

use crate::abi::{TVMFFIObject, TVMFFISeqCell, TVMFFIShapeCell, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{FfiType, Holders, IntoAny, through_rvalue};
use crate::error::Result;
use crate::function::Function;
use crate::object_ref::ObjectRef;

use super::build::Container;
pub(crate) use super::layout::Entry;
use super::layout::{self, Entries};
use super::lock::locked;
use super::snapshot::{changed_meanwhile, length, list_snapshot};

/// Whether a Rust sequence accepts shapes, in addition to arrays and lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shapes {
    /// It does.
    Accepted,
    /// It does not.
    Refused,
}

impl Shapes {
    #[inline]
    pub(crate) const fn accepted_if(are_integers: bool) -> Self {
        if are_integers { Self::Accepted } else { Self::Refused }
    }

    /// Whether a sequence of a type does.
    #[inline]
    pub(crate) const fn accepted_by<T: FfiType>() -> Self {
        Self::accepted_if(T::FACTS.integer)
    }
}

/// A copy of the elements or the entries of a container that may change. Of others it is empty.
pub(crate) type Snapshot<T = Any> = Vec<T>;

/// What a sequence owns during the call: the snapshot of a list, and the holders of its elements, `E`.
#[derive(Default)]
pub struct SequenceHolder<E> {
    pub(super) snapshot: Snapshot,
    pub(super) elements: E,
}

impl<E: Default> SequenceHolder<E> {
    /// The elements of a sequence inside another container, and the holders for them. Arrays are read in place, so they share a holder.
    #[inline]
    pub(super) fn within<'a>(
        element: AnyView<'a>,
        holders: &'a Holders<Self>,
        shapes: Shapes,
    ) -> (Option<&'a [Any]>, &'a E) {
        match array_items(element) {
            Some(found) => (Some(found), &holders.shared().elements),
            None => {
                let Self { snapshot, elements } = holders.make();
                (items(element, snapshot, shapes), elements)
            }
        }
    }
}

/// The elements of an array, in place.
#[inline]
pub fn array_items<'a>(view: AnyView<'a>) -> Option<&'a [Any]> {
    let raw = view.as_raw();
    if raw.type_index != TypeIndex::ARRAY {
        return None;
    }
    let object = NonNull::new(raw.payload.ptr().cast::<TVMFFIObject>())?;
    // SAFETY: Object validity: the body follows the header.
    let cell = unsafe { object.add(1) }.cast::<TVMFFISeqCell>();
    // SAFETY: Object validity: the body of an array, immutable while the view lasts.
    let cell = unsafe { cell.as_ref() };
    // SAFETY: Object validity: as above.
    Some(unsafe { any_slice(cell) })
}

/// The elements of a sequence: those of an array in place, all others in `snapshot`.
#[inline]
pub fn items<'a>(view: AnyView<'a>, snapshot: &'a mut Vec<Any>, shapes: Shapes) -> Option<&'a [Any]> {
    match array_items(view) {
        Some(items) => Some(items),
        None => {
            *snapshot = copied_items(view, shapes)?;
            Some(snapshot)
        }
    }
}

/// A copy of the elements of a sequence of any kind.
#[cold]
#[inline(never)]
pub(crate) fn copied_items(view: AnyView<'_>, shapes: Shapes) -> Option<Vec<Any>> {
    match view.type_index() {
        TypeIndex::ARRAY => array_items(view).map(<[Any]>::to_vec),
        TypeIndex::LIST => list_items(view),
        TypeIndex::SHAPE if shapes == Shapes::Accepted => shape_items(view),
        // What is copied can be read in the slot of the caller.
        _ => through_rvalue(view, |inner| copied_items(inner, shapes)),
    }
}

/// The number of elements that a list has now.
pub(crate) fn list_length(view: AnyView<'_>) -> Option<usize> {
    let list = view.object_of(TypeIndex::LIST)?;
    // SAFETY: Object validity.
    Some(locked(list, || unsafe { length(list) }))
}

fn list_items(view: AnyView<'_>) -> Option<Vec<Any>> {
    // SAFETY: Object validity.
    view.object_of(TypeIndex::LIST).map(|list| unsafe { list_snapshot(list) })
}

/// The elements that a cell describes.
///
/// # Safety
///
/// The cell is that of an array, and its elements are not changed during `'a`.
#[inline]
unsafe fn any_slice<'a>(cell: &TVMFFISeqCell) -> &'a [Any] {
    // An empty array may have no buffer.
    if cell.size <= 0 {
        return &[];
    }
    // SAFETY: the caller's contract: `size` owned values from `data` on.
    unsafe { core::slice::from_raw_parts(cell.data.cast::<Any>(), cell.size as usize) }
}

fn shape_items(view: AnyView<'_>) -> Option<Vec<Any>> {
    let object = view.object_of(TypeIndex::SHAPE)?;
    // SAFETY: Object validity: the body follows the header.
    let cell = unsafe { object.add(1) }.cast::<TVMFFIShapeCell>();
    // SAFETY: Object validity: the body of a shape, which is immutable.
    let cell = unsafe { cell.read() };
    if cell.size == 0 || cell.data.is_null() {
        return Some(Vec::new());
    }
    // SAFETY: Object validity: `size` extents, which are immutable.
    let extents = unsafe { core::slice::from_raw_parts(cell.data, cell.size) };
    Some(extents.iter().map(|extent| extent.into_any()).collect())
}

/// What a mapping owns during the call: the snapshot of a dict, and the holders of keys and values.
#[derive(Default)]
pub struct MapHolder<K, V> {
    pub(super) snapshot: Snapshot<Entry>,
    pub(super) keys: Holders<K>,
    pub(super) values: Holders<V>,
}

/// The entries of a mapping: those of a map in place, all others in `snapshot`.
#[inline]
pub fn entries<'a>(view: AnyView<'a>, snapshot: &'a mut Vec<Entry>) -> Option<Entries<'a>> {
    match view.object_of(TypeIndex::MAP) {
        // SAFETY: Object validity: a map, which is immutable while the view lasts.
        Some(map) if layout::is_known() => Some(unsafe { layout::entries(map) }),
        _ => {
            *snapshot = copied_entries(view)?;
            Some(Entries::of(snapshot))
        }
    }
}

/// A copy of the entries of a map or a dict, in its order.
///
/// # Panics
///
/// If a thread of another library changes the dict meanwhile. If functions of the runtime fail, which they do not.
#[inline(never)]
pub(crate) fn copied_entries(view: AnyView<'_>) -> Option<Vec<Entry>> {
    let Some(kind) = mapping(view) else { return through_rvalue(view, copied_entries) };
    let map = view.object()?;
    if layout::is_known() {
        return Some(read_in_place(map));
    }
    // SAFETY: AnyView validity.
    match read_entries(kind, &unsafe { ObjectRef::from_borrowed(map) }) {
        Ok(entries) => Some(entries),
        Err(error) => panic!("cannot read the entries of a map: {error}"),
    }
}

fn mapping(view: AnyView<'_>) -> Option<Container> {
    Container::of(view.type_index()).filter(|kind| kind.mapping_functions().is_some())
}

/// A copy of the entries of a map or a dict with the known layout.
fn read_in_place(map: NonNull<TVMFFIObject>) -> Vec<Entry> {
    let (entries, length) = locked(map, || {
        // SAFETY: Object validity, and the layout is known. No other thread changes a dict now.
        let found = unsafe { layout::entries(map) };
        let mut entries = Vec::with_capacity(found.len());
        entries.extend(found.cloned());
        (entries, found.len())
    });
    if entries.len() != length {
        changed_meanwhile("Dict");
    }
    entries
}

/// The number of entries of a map or a dict.
///
/// # Panics
///
/// As [`copied_entries`].
pub(crate) fn map_length(view: AnyView<'_>) -> Option<usize> {
    let functions = mapping(view)?.mapping_functions()?;
    let map = view.object()?;
    if layout::is_known() {
        // SAFETY: Object validity, and the layout is known.
        return Some(locked(map, || unsafe { layout::length(map) }));
    }
    let size = functions.size.get();
    match locked(map, || size.call((view,)).and_then(Any::cast)) {
        Ok(length) => Some(length),
        Err(error) => panic!("cannot read the size of a map: {error}"),
    }
}

/// Commands of the runtime's iterators over maps.
mod command {
    pub(super) const KEY: i64 = 0;
    pub(super) const VALUE: i64 = 1;
    /// Moves on; `false` at the end.
    pub(super) const NEXT: i64 = 2;
}

/// A copy of the entries of a map or a dict of any layout, by functions of the runtime.
///
/// # Panics
///
/// If a thread of another library changes the dict meanwhile.
pub(crate) fn read_entries(kind: Container, map: &ObjectRef) -> Result<Vec<Entry>> {
    let Some(functions) = kind.mapping_functions() else { return Ok(Vec::new()) };
    // Before the container is locked: looking up a function may bind to the runtime.
    let (size, iterator) = (functions.size.get(), functions.iterator.get());
    let mut entries = Vec::new();
    let is_whole = locked(map.as_ptr(), || read_with(map, size, iterator, &mut entries))?;
    if !is_whole {
        changed_meanwhile("Dict");
    }
    Ok(entries)
}

/// Reads the entries. `false` if their number is not the size.
fn read_with(
    map: &ObjectRef,
    size: &Function,
    iterator: &Function,
    entries: &mut Vec<Entry>,
) -> Result<bool> {
    let length: usize = size.call((map,))?.cast()?;
    // The iterator of an empty map has no current entry.
    if length == 0 {
        return Ok(true);
    }
    entries.reserve_exact(length);
    let iterator: Function = iterator.call((map,))?.cast()?;
    loop {
        let (key, value) = (iterator.call((command::KEY,))?, iterator.call((command::VALUE,))?);
        entries.push(Entry { key, value });
        let goes_on: bool = iterator.call((command::NEXT,))?.cast()?;
        if !goes_on || entries.len() == length {
            return Ok(!goes_on && entries.len() == length);
        }
    }
}
