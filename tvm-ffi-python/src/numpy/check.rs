//! What is believed of NumPy's binary interface, compared with arrays that it makes.
//!
//! 1. The version is that of NumPy 1.x or 2.x.
//! 2. The classes in the table are those of the module, and an array has room for the fields.
//! 3. The address of the data, 4. the rank and the shape, 5. the strides, 6. the type number and the byte order, 7. whether the elements can be
//!    written, and 8. the base object are in the fields.

use core::ffi::{c_int, c_uint};
use core::ptr::null_mut;

use super::{Array, Descr, NumPy, WRITEABLE, body, fields, slice};
use crate::layout::{header, type_of};
use crate::python::{Borrowed, Owned, Python, Raised};

/// The versions of the binary interface of 1.x and 2.x.
const VERSIONS: [c_uint; 2] = [0x0100_0009, 0x0200_0000];
/// `int16`
const SHORT: c_int = 3;
const SHAPE: [isize; 2] = [2, 3];
const STRIDES: [isize; 2] = [12, 4];
static DATA: [i16; 12] = [0; 12];

/// Whether arrays are as this crate reads them.
pub(super) fn is_as_believed(python: Python, numpy: &NumPy) -> Result<bool, Raised> {
    // SAFETY: NumPy has had this function at this place in all versions.
    let version = unsafe { (numpy.version)() };
    // SAFETY: the class is a static of NumPy's.
    let class = unsafe { Borrowed::new(numpy.class) };
    if !VERSIONS.contains(&version) || !python.is_class(class) {
        return Ok(false);
    }
    let numpy_itself = python.import(c"numpy")?;
    for (known, name) in [(class, c"ndarray"), (numpy.generic(), c"generic")] {
        if python.get(numpy_itself.borrow(), name)?.borrow().as_ptr() != known.as_ptr() {
            return Ok(false);
        }
    }
    let size = python.get(class, c"__basicsize__")?;
    let size = usize::try_from(python.int_of(size.borrow())?).unwrap_or(0);
    if size < header() + size_of::<Array>() {
        return Ok(false);
    }
    Ok(probe_is_as_believed(python, numpy, 0)? && probe_is_as_believed(python, numpy, WRITEABLE)?)
}

fn probe_is_as_believed(python: Python, numpy: &NumPy, flags: c_int) -> Result<bool, Raised> {
    let probe = probe(python, numpy, flags)?;
    if type_of(probe.borrow()) != numpy.class.as_ptr() {
        return Ok(false);
    }
    let base = python.none();
    let expected_base = base.borrow().as_ptr();
    // SAFETY: the array is new; the function takes over the reference.
    if unsafe { (numpy.set_base_object)(probe.borrow().as_ptr(), base.into_raw()) } != 0 {
        return Err(Raised);
    }
    // SAFETY: the object has room for the fields; any bits are a value of each.
    let array = unsafe { fields(probe.borrow()) };
    // The later fields are pointers only if the earlier ones are as believed.
    if array.data.cast_const() != (&raw const DATA).cast()
        || array.nd != 2
        || array.flags & WRITEABLE != flags
        || array.base != expected_base
    {
        return Ok(false);
    }
    // SAFETY: the rank is right, so an array has two extents.
    let shape = unsafe { slice(array.dimensions, 2) };
    // SAFETY: likewise two strides.
    let strides = unsafe { slice(array.strides, 2) };
    // SAFETY: an array has a dtype.
    let descr = unsafe { body::<Descr>(array.descr) };
    Ok(shape == SHAPE && strides == STRIDES && (descr.type_num, descr.byteorder) == (SHORT, b'='))
}

/// An array of known fields. Its elements are never written.
fn probe(python: Python, numpy: &NumPy, flags: c_int) -> Result<Owned, Raised> {
    let (class, data) = (numpy.class.as_ptr(), (&raw const DATA).cast_mut().cast());
    // SAFETY: the shape and the strides stay within the data, which live for the rest of the process.
    let probe =
        unsafe { (numpy.new)(class, 2, SHAPE.as_ptr(), SHORT, STRIDES.as_ptr(), data, 0, flags, null_mut()) };
    // SAFETY: a new reference or NULL.
    unsafe { python.owned(probe) }
}
