//! Special methods that Python calls without looking them up: `len(x)`, `x[i]`, `i in x`, iteration, and buffers. All others are attributes of the class.

use core::ffi::{c_int, c_void};
use core::ptr::null_mut;

use crate::classes::{self, made_of};
use crate::error::guarded;
use crate::ffi::{
    PY_BF_GETBUFFER, PY_MP_LENGTH, PY_MP_SUBSCRIPT, PY_SQ_CONTAINS, PY_SQ_ITEM, PY_SQ_LENGTH, PY_TP_ITER,
    PY_TP_ITERNEXT, PyBuffer, PyObject, PyTypeSlot,
};
use crate::function::Function;
use crate::instance::{self, Known};
use crate::python::{Borrowed, Owned, Python, Raised};

/// The methods of a class that are slots of its type.
#[derive(Clone, Copy, Default)]
pub(crate) struct Slots {
    len: Option<&'static Function>,
    get_item: Option<&'static Function>,
    contains: Option<&'static Function>,
    iter: Option<&'static Function>,
    next: Option<&'static Function>,
    buffer: Option<&'static Function>,
}

impl Slots {
    /// The place of a method, if it is a slot.
    pub(crate) fn place(&mut self, name: &str) -> Option<&mut Option<&'static Function>> {
        Some(match name {
            "__len__" => &mut self.len,
            "__getitem__" => &mut self.get_item,
            "__contains__" => &mut self.contains,
            "__iter__" => &mut self.iter,
            "__next__" => &mut self.next,
            "__buffer__" => &mut self.buffer,
            _ => return None,
        })
    }

    /// Tells the methods the class of most receivers.
    pub(crate) fn belong_to(&self, class: &Owned) {
        let all = [self.len, self.get_item, self.contains, self.iter, self.next, self.buffer];
        for function in all.into_iter().flatten().filter(|function| function.receiver_class.get().is_null()) {
            function.receiver_class.set(class.borrow().as_ptr());
        }
    }

    /// The slots of a type.
    pub(crate) fn push(&self, slots: &mut Vec<PyTypeSlot>) {
        let mut push = |slot, function| slots.push(PyTypeSlot { slot, function });
        if self.len.is_some() {
            push(PY_SQ_LENGTH, length as *const c_void);
            push(PY_MP_LENGTH, length as *const c_void);
        }
        if self.get_item.is_some() {
            push(PY_MP_SUBSCRIPT, subscript as *const c_void);
            push(PY_SQ_ITEM, item as *const c_void);
        }
        if self.contains.is_some() {
            push(PY_SQ_CONTAINS, contains as *const c_void);
        }
        if self.iter.is_some() {
            push(PY_TP_ITER, iter as *const c_void);
        }
        if self.next.is_some() {
            push(PY_TP_ITERNEXT, next as *const c_void);
        }
        if self.buffer.is_some() {
            push(PY_BF_GETBUFFER, buffer as *const c_void);
        }
    }
}

/// Whether a method of this name is a slot. The arguments of these have no names.
pub fn is_slot(name: &str) -> bool {
    Slots::default().place(name).is_some()
}

/// Calls the method of a slot.
///
/// # Safety
///
/// Python calls a slot of an instance, so this thread holds the GIL.
unsafe fn call(
    python: Python,
    slf: Borrowed<'_>,
    pick: impl FnOnce(&Slots) -> Option<&'static Function>,
    argument: Option<Borrowed<'_>>,
) -> Result<Owned, Raised> {
    // SAFETY: the caller's contract.
    let Some(known) = (unsafe { Known::of(slf.as_ptr()) }) else {
        return Err(instance::raise_without_object(python, slf));
    };
    let Some(function) = known.class.and_then(made_of).and_then(|made| pick(&made.slots)) else {
        return Err(python.raise(python.api.PyExc_TypeError, "the object has no such method"));
    };
    match argument {
        None => function.call_for(&[Some(slf)], None),
        Some(argument) => function.call_for(&[Some(slf), Some(argument)], None),
    }
}

unsafe extern "C" fn length(slf: *mut PyObject) -> isize {
    // SAFETY: Python calls a slot of an instance.
    let Some((python, instance)) = (unsafe { instance::enter(slf) }) else { return -1 };
    let mut length = -1;
    let done = guarded(python, || {
        // SAFETY: as above.
        let answer = unsafe { call(python, instance, |slots| slots.len, None) }?;
        let found = python.int_of(answer.borrow())?;
        match isize::try_from(found).ok().filter(|found| *found >= 0) {
            Some(found) => length = found,
            None => {
                return Err(python.raise(python.api.PyExc_ValueError, "`__len__` returned a negative number"));
            }
        }
        Ok(answer)
    });
    // SAFETY: the result is NULL or a reference that is owned here.
    drop(unsafe { python.owned(done) });
    length
}

unsafe extern "C" fn subscript(slf: *mut PyObject, key: *mut PyObject) -> *mut PyObject {
    // SAFETY: Python calls a slot of an instance.
    let Some((python, instance)) = (unsafe { instance::enter(slf) }) else { return null_mut() };
    // SAFETY: as above: the key lives through the call.
    let Some((_, key)) = (unsafe { instance::enter(key) }) else { return null_mut() };
    // SAFETY: as above.
    guarded(python, || unsafe { call(python, instance, |slots| slots.get_item, Some(key)) })
}

unsafe extern "C" fn item(slf: *mut PyObject, index: isize) -> *mut PyObject {
    // SAFETY: Python calls a slot of an instance.
    let Some((python, instance)) = (unsafe { instance::enter(slf) }) else { return null_mut() };
    guarded(python, || {
        let index = python.int(index as i64)?;
        // SAFETY: as above.
        unsafe { call(python, instance, |slots| slots.get_item, Some(index.borrow())) }
    })
}

unsafe extern "C" fn contains(slf: *mut PyObject, value: *mut PyObject) -> c_int {
    // SAFETY: Python calls a slot of an instance.
    let Some((python, instance)) = (unsafe { instance::enter(slf) }) else { return -1 };
    // SAFETY: as above: the value lives through the call.
    let Some((_, value)) = (unsafe { instance::enter(value) }) else { return -1 };
    // SAFETY: as above.
    let answer = guarded(python, || unsafe { call(python, instance, |slots| slots.contains, Some(value)) });
    // SAFETY: the result is NULL or a reference that is owned here.
    match unsafe { python.owned(answer) } {
        Ok(answer) => python.is_true(answer.borrow()).map_or(-1, c_int::from),
        Err(Raised) => -1,
    }
}

/// `iter(x)`: what `__iter__` returns, or an iterator over it.
unsafe extern "C" fn iter(slf: *mut PyObject) -> *mut PyObject {
    // SAFETY: Python calls a slot of an instance.
    let Some((python, instance)) = (unsafe { instance::enter(slf) }) else { return null_mut() };
    guarded(python, || {
        // SAFETY: as above.
        let answer = unsafe { call(python, instance, |slots| slots.iter, None) }?;
        // An instance that is no iterator may give itself, and Python says so of it.
        let is_instance = classes::get(python).is_some_and(|classes| classes.is_instance(answer.borrow()));
        // SAFETY: the object is live.
        if is_instance || unsafe { python.api.PyIter_Check(answer.borrow().as_ptr()) } != 0 {
            return Ok(answer);
        }
        // SAFETY: as above.
        let iterator = unsafe { python.api.PyObject_GetIter(answer.borrow().as_ptr()) };
        // SAFETY: a new reference or NULL.
        unsafe { python.owned(iterator) }
    })
}

/// `next(x)`: `None` ends the iteration, as an error of the kind `StopIteration` does.
unsafe extern "C" fn next(slf: *mut PyObject) -> *mut PyObject {
    // SAFETY: Python calls a slot of an instance.
    let Some((python, instance)) = (unsafe { instance::enter(slf) }) else { return null_mut() };
    // SAFETY: as above.
    let answer = guarded(python, || unsafe { call(python, instance, |slots| slots.next, None) });
    if answer == python.api._Py_NoneStruct.as_ptr() {
        // SAFETY: the reference is owned here.
        drop(unsafe { python.owned(answer) });
        return null_mut();
    }
    answer
}

/// `memoryview(x)`: the buffer of what `__buffer__` returns, to which Python passes such a request on. That object keeps the memory, so the one of Rust is
/// not borrowed while a buffer is in use.
unsafe extern "C" fn buffer(slf: *mut PyObject, view: *mut PyBuffer, flags: c_int) -> c_int {
    // SAFETY: Python passes a place for the buffer.
    let object = unsafe { &raw mut (*view).obj };
    // SAFETY: as above. It stays NULL if the request fails.
    unsafe { object.write(null_mut()) };
    // SAFETY: Python calls a slot of an instance.
    let Some((python, instance)) = (unsafe { instance::enter(slf) }) else { return -1 };
    // SAFETY: as above.
    let owner = guarded(python, || unsafe { call(python, instance, |slots| slots.buffer, None) });
    // SAFETY: the result is NULL or a reference that is owned here.
    match unsafe { python.owned(owner) } {
        // SAFETY: the owner is live, and the place is Python's.
        Ok(owner) => unsafe { python.api.PyObject_GetBuffer(owner.borrow().as_ptr(), view, flags) },
        Err(Raised) => -1,
    }
}
