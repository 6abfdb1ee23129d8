//! The layout of Python's objects, as far as the interpreter tells it.
//!
//! The header has 16 bytes in most builds and 32 in those without a GIL. Its last word is the type.

use core::ffi::c_void;
use core::num::NonZero;
use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::ffi::PyObject;
use crate::python::{Borrowed, Owned, Python, Raised};

/// The size of the header in bytes. The size of the smallest one until it is known.
static HEADER: AtomicUsize = AtomicUsize::new(2 * WORD);

/// Whether lists are as [`List`] says.
static IS_LIST_KNOWN: AtomicBool = AtomicBool::new(false);

/// Where the content of a `str` of ASCII begins, 0 if that is not known.
static ASCII_CONTENT: AtomicUsize = AtomicUsize::new(0);

pub(crate) const WORD: usize = size_of::<*mut c_void>();

/// What follows the header of a list.
#[repr(C)]
struct List {
    count: usize,
    elements: *const NonNull<PyObject>,
    capacity: usize,
}

/// Asks for the size of the header: that of an instance of `object`, which has nothing else.
///
/// # Errors
///
/// An `ImportError` if that cannot be the size of a header.
pub(crate) fn learn(python: Python) -> Result<(), Raised> {
    let object = Borrowed::of(python.api.PyBaseObject_Type);
    let size = python.get(object, c"__basicsize__")?;
    let size = usize::try_from(python.int_of(size.borrow())?).unwrap_or(0);
    if size < 2 * WORD || size % WORD != 0 || size > 16 * WORD {
        let message =
            format!("this Python has objects with a header of {size} bytes, which is not supported");
        return Err(python.raise(python.api.PyExc_ImportError, &message));
    }
    HEADER.store(size, Ordering::Relaxed);
    IS_LIST_KNOWN.store(is_list_known(python)?, Ordering::Relaxed);
    ASCII_CONTENT.store(find_ascii_content(python).unwrap_or(0), Ordering::Relaxed);
    Ok(())
}

/// Whether a list consists of the number of its elements, their address, and its capacity.
fn is_list_known(python: Python) -> Result<bool, Raised> {
    let class = Borrowed::of(python.api.PyList_Type);
    let size = python.get(class, c"__basicsize__")?;
    let elements = [python.api.PyList_Type, python.api.PyLong_Type];
    let tuple = python.tuple(elements.map(|element| python.own(Borrowed::of(element))))?;
    let list = python.call(class, &python.tuple([tuple])?)?;
    if usize::try_from(python.int_of(size.borrow())?) != Ok(header() + size_of::<List>()) {
        return Ok(false);
    }
    // SAFETY: a list has room for these fields.
    let fields = unsafe { body::<List>(list.borrow().as_ptr()) };
    if fields.count != 2 || fields.capacity < 2 || !fields.elements.is_aligned() || fields.elements.is_null()
    {
        return Ok(false);
    }
    // SAFETY: between a number of elements and a capacity, the word is the address of elements.
    Ok(unsafe { slice(fields.elements, 2) } == elements)
}

/// The elements of a list, if the object is one, and it is known where they are.
///
/// # Safety
///
/// The list does not change during `'a`.
#[inline(always)]
pub(crate) unsafe fn elements_of_list<'a>(
    python: Python,
    object: Borrowed<'a>,
) -> Option<&'a [Option<Borrowed<'a>>]> {
    if type_of(object) != python.api.PyList_Type.as_ptr() || !IS_LIST_KNOWN.load(Ordering::Relaxed) {
        return None;
    }
    // SAFETY: `learn` has looked at the fields of a list.
    let fields = unsafe { body::<List>(object.as_ptr()) };
    // SAFETY: the caller's contract; a reference has the layout of a pointer, and `None` that of NULL.
    Some(unsafe { slice(fields.elements.cast(), fields.count) })
}

/// A new list or tuple of `count` objects, which are made one after the other; `None` at the first that is not made.
///
/// # Safety
///
/// Making an object runs no code of Python's, which could find the sequence before it is complete.
#[inline(always)]
pub(crate) unsafe fn new_sequence(
    python: Python,
    is_tuple: bool,
    count: usize,
    mut object: impl FnMut(usize) -> Option<Result<Owned, Raised>>,
) -> Option<Result<Owned, Raised>> {
    let api = python.api;
    let sequence = match is_tuple {
        // SAFETY: the thread holds the GIL.
        true => unsafe { api.PyTuple_New(count as isize) },
        // SAFETY: as above.
        false => unsafe { api.PyList_New(count as isize) },
    };
    // SAFETY: a new reference or NULL.
    let sequence = match unsafe { python.owned(sequence) } {
        Ok(sequence) => sequence,
        Err(raised) => return Some(Err(raised)),
    };
    let pointer = sequence.borrow().as_ptr();
    let known = !is_tuple && IS_LIST_KNOWN.load(Ordering::Relaxed);
    // SAFETY: `learn` has looked at the fields of a list.
    let places = known.then(|| unsafe { body::<List>(pointer) }.elements.cast_mut());
    for index in 0..count {
        let object = match object(index)? {
            Ok(object) => object.into_raw(),
            Err(raised) => return Some(Err(raised)),
        };
        match places {
            Some(places) => {
                // SAFETY: the list has so many places.
                let place = unsafe { places.add(index) };
                // SAFETY: as above; the place of a new list is empty.
                unsafe { place.cast::<*mut PyObject>().write(object) };
            }
            None => {
                let code = match is_tuple {
                    // SAFETY: the sequence is new; the function takes over the object, also where it fails.
                    true => unsafe { api.PyTuple_SetItem(pointer, index as isize, object) },
                    // SAFETY: as above.
                    false => unsafe { api.PyList_SetItem(pointer, index as isize, object) },
                };
                if code != 0 {
                    return Some(Err(Raised));
                }
            }
        }
    }
    Some(Ok(sequence))
}

/// Where the content of a `str` of ASCII begins, if it is at the same place in objects of two lengths.
fn find_ascii_content(python: Python) -> Option<usize> {
    let offset_in = |length: isize| {
        // SAFETY: the largest character is one of ASCII.
        let object = unsafe { python.api.PyUnicode_New(length, 127)? };
        // SAFETY: a new reference or NULL.
        let object = unsafe { python.owned(object) }.map_err(|raised| python.clear(raised)).ok()?;
        let object = object.borrow().as_ptr();
        // SAFETY: the object is a `str`, and its length is not asked for.
        let content = unsafe { python.api.PyUnicode_AsUTF8AndSize(object, null_mut()) };
        content.addr().checked_sub(object.addr())
    };
    let offset = offset_in(2).filter(|offset| offset_in(40) == Some(*offset))?;
    (offset < 16 * WORD).then_some(offset)
}

/// Where the content of a `str` of ASCII begins that `PyUnicode_New` makes, if that is known.
#[inline(always)]
pub(crate) fn ascii_content() -> Option<NonZero<usize>> {
    NonZero::new(ASCII_CONTENT.load(Ordering::Relaxed))
}

/// The size of the header.
#[inline(always)]
pub(crate) fn header() -> usize {
    HEADER.load(Ordering::Relaxed)
}

/// The type of an object.
#[inline(always)]
pub(crate) fn type_of(object: Borrowed<'_>) -> *mut PyObject {
    // SAFETY: the object is live, and its type is the last word of the header.
    let place = unsafe { object.as_ptr().cast::<u8>().add(header() - WORD) };
    // SAFETY: as above; the header is aligned to a word.
    unsafe { place.cast::<*mut PyObject>().read() }
}

/// The word behind the header of an object.
///
/// # Safety
///
/// The object has room for it.
#[inline(always)]
pub(crate) unsafe fn first_word(object: NonNull<PyObject>) -> NonNull<*mut c_void> {
    // SAFETY: the caller's contract.
    unsafe { object.cast::<u8>().add(header()) }.cast()
}

/// What follows the header of an object.
///
/// # Safety
///
/// The object has a header, which a `T` follows.
#[inline(always)]
pub(crate) unsafe fn body<T>(object: *const PyObject) -> T {
    // SAFETY: the caller's contract.
    let body = unsafe { object.cast::<u8>().add(header()) };
    // SAFETY: as above; objects are aligned to a word.
    unsafe { body.cast::<T>().read() }
}

/// So many numbers. The address of none may be NULL.
///
/// # Safety
///
/// They are at the address, and do not change during `'a`.
#[inline(always)]
pub(crate) unsafe fn slice<'a, T>(start: *const T, count: usize) -> &'a [T] {
    if count == 0 {
        return &[];
    }
    // SAFETY: the caller's contract.
    unsafe { core::slice::from_raw_parts(start, count) }
}
