//! How the elements of containers are read.

use core::mem::ManuallyDrop;
use core::ptr::NonNull;

use crate::abi::{TVMFFIObject, TVMFFISeqCell, TVMFFIShapeCell, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::{IntoAny, through_rvalue};
use crate::error::Result;
use crate::function::Function;

use super::build;

/// Which values a Rust sequence accepts beside arrays and lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shapes {
    Accepted,
    Refused,
}

impl Shapes {
    /// What a type's `IN_SHAPE` stands for.
    #[inline(always)]
    pub(crate) const fn accepted_if(in_shape: bool) -> Self {
        if in_shape { Self::Accepted } else { Self::Refused }
    }
}

/// A copy of the elements of a sequence that may change, where there is need of one.
///
/// It is mostly empty, and dropping it then is one test in a shim.
#[derive(Default)]
pub(crate) struct Snapshot(ManuallyDrop<Option<Box<[Any]>>>);

impl Snapshot {
    #[inline]
    fn fill(&mut self, items: Vec<Any>) -> &[Any] {
        self.0.insert(items.into_boxed_slice())
    }
}

impl Drop for Snapshot {
    #[inline(always)]
    fn drop(&mut self) {
        if let Some(items) = self.0.take() {
            release(items);
        }
    }
}

#[cold]
#[inline(never)]
fn release(items: Box<[Any]>) {
    drop(items);
}

/// The elements of an array, where they are.
#[inline(always)]
pub(crate) fn array_items<'a>(view: AnyView<'a>) -> Option<&'a [Any]> {
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

/// The elements of a sequence: those of an array where they are, those of anything else in `snapshot`.
#[inline(always)]
pub(crate) fn items<'a>(view: AnyView<'a>, snapshot: &'a mut Snapshot, shapes: Shapes) -> Option<&'a [Any]> {
    match array_items(view) {
        Some(items) => Some(items),
        None => Some(snapshot.fill(copied_items(view, shapes)?)),
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
        // An owned copy, because another argument may take the object meanwhile.
        _ => through_rvalue(view, |inner| copied_items(inner, shapes)),
    }
}

/// The body of a list as it is now.
fn list_cell(view: AnyView<'_>) -> Option<TVMFFISeqCell> {
    let object = view.object_of(TypeIndex::LIST)?;
    // SAFETY: Object validity: the body follows the header.
    let cell = unsafe { object.add(1) }.cast::<TVMFFISeqCell>();
    // SAFETY: Object validity: the body of a list.
    Some(unsafe { cell.read() })
}

/// The number of elements that a list has now.
pub(crate) fn list_length(view: AnyView<'_>) -> Option<usize> {
    usize::try_from(list_cell(view)?.size).ok()
}

fn list_items(view: AnyView<'_>) -> Option<Vec<Any>> {
    let cell = list_cell(view)?;
    // SAFETY: nothing changes the list before the copy is made: this thread only counts references meanwhile, and other
    // threads may not, see the module's documentation.
    Some(unsafe { any_slice(&cell) }.to_vec())
}

/// The elements that a cell describes.
///
/// # Safety
///
/// The cell is that of an array or a list, and its elements are not changed during `'a`.
#[inline(always)]
unsafe fn any_slice<'a>(cell: &TVMFFISeqCell) -> &'a [Any] {
    // An empty list has no buffer.
    if cell.size <= 0 {
        return &[];
    }
    // SAFETY: the caller's contract: `data` points to `size` values.
    unsafe { core::hint::assert_unchecked(!cell.data.is_null()) };
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

/// One entry of a map or a dict.
pub(crate) type Entry = (Any, Any);

/// A copy of the entries of a map or a dict, in its order.
///
/// They are read through functions of the runtime: the layout of its hash tables is no part of the C ABI.
///
/// # Panics
///
/// If these functions fail, which takes a runtime that is no runtime of ours.
#[inline(never)]
pub(crate) fn copied_entries(view: AnyView<'_>) -> Option<Vec<Entry>> {
    let functor = match view.type_index() {
        TypeIndex::MAP => &build::MAP_ITERATOR,
        TypeIndex::DICT => &build::DICT_ITERATOR,
        _ => return through_rvalue(view, copied_entries),
    };
    let length = map_length(view)?;
    match read_entries(view, length, functor.get()) {
        Ok(entries) => Some(entries),
        Err(error) => panic!("cannot read the entries of a map: {error}"),
    }
}

/// The number of entries of a map or a dict.
pub(crate) fn map_length(view: AnyView<'_>) -> Option<usize> {
    let size = match view.type_index() {
        TypeIndex::MAP => &build::MAP_SIZE,
        TypeIndex::DICT => &build::DICT_SIZE,
        _ => return None,
    };
    match size.get().call((view,)).and_then(Any::cast) {
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

fn read_entries(map: AnyView<'_>, length: usize, functor: &Function) -> Result<Vec<Entry>> {
    let mut entries = Vec::with_capacity(length);
    // The iterator of an empty map has no current entry to ask for.
    if length == 0 {
        return Ok(entries);
    }
    let iterator: Function = functor.call((map,))?.cast()?;
    loop {
        entries.push((iterator.call((command::KEY,))?, iterator.call((command::VALUE,))?));
        if !iterator.call((command::NEXT,))?.cast::<bool>()? {
            return Ok(entries);
        }
    }
}
