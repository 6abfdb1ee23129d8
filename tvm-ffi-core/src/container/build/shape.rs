//! Shapes, built in place.

use core::ptr::NonNull;

use crate::abi::{TVMFFIObject, TVMFFIShapeCell, TypeIndex};
use crate::new_object::{Body, new_object};
use crate::object_ref::ObjectRef;

impl Body for TVMFFIShapeCell {
    // The extents are numbers in the block of the object.
    unsafe fn drop_contents(_: NonNull<TVMFFIObject>) {}
}

/// A new shape.
///
/// # Panics
///
/// If memory runs out.
pub(crate) fn shape(extents: &[i64]) -> ObjectRef {
    new_object(TypeIndex::SHAPE, size_of_val(extents), |place| {
        let data = place.cast::<i64>();
        // SAFETY: the new block has room for the extents, and is aligned to 16 bytes, of which the header and the body take a multiple of 8.
        unsafe { data.copy_from_nonoverlapping(NonNull::from(extents).cast(), extents.len()) };
        TVMFFIShapeCell { data: data.as_ptr(), size: extents.len() }
    })
}
