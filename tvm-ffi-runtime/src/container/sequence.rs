//! What arrays and lists have in common.

use core::ptr::NonNull;

use tvm_ffi_abi::{TVMFFIAny, TVMFFIObject, TVMFFISeqCell, is_object_index, key as plain};

use crate::catch::{Failure, Result, fail};
use crate::key;
use crate::object::Object;
use crate::value::{Value, is_short_lived};

use super::lock::Locked;
use super::memory::Body;

impl Body for TVMFFISeqCell {
    unsafe fn drop_contents(object: NonNull<TVMFFIObject>) {
        // SAFETY: the caller's contract; the body follows the header.
        let cell = unsafe { object.add(1) }.cast::<Self>();
        // SAFETY: as above. C++ may have replaced the elements.
        let Self { data, size, data_deleter, .. } = unsafe { cell.read() };
        let elements = if data.is_null() { 0 } else { length(size) };
        for index in 0..elements {
            // SAFETY: the container has so many elements.
            let element = unsafe { data.cast::<TVMFFIAny>().add(index) };
            // SAFETY: as above.
            let element = unsafe { element.read() };
            if is_object_index(element.type_index) {
                // SAFETY: the container owns its elements, which are not used any more.
                unsafe { Value::from_owned(element) }.drop_held();
            }
        }
        if let Some(deleter) = data_deleter {
            // SAFETY: this is the deleter of `data`, which is not used again.
            unsafe { deleter(data) };
        }
    }
}

fn length(size: i64) -> usize {
    usize::try_from(size).unwrap_or(0)
}

/// An array or a list that is alive, and that other threads do not change. Code of others may change it.
#[derive(Clone, Copy)]
pub(super) struct Sequence(NonNull<TVMFFIObject>);

impl Sequence {
    /// # Safety
    ///
    /// Object validity of an array or a list for as long as this is used. Other threads do not change it meanwhile.
    #[inline(always)]
    pub(super) unsafe fn of(object: NonNull<TVMFFIObject>) -> Self {
        Self(object)
    }

    /// One more reference to the object. Code of others could give away the one that is lent here.
    #[inline(always)]
    pub(super) fn hold(self) -> Option<Object> {
        // SAFETY: Object validity.
        unsafe { Object::from_lent(self.0.as_ptr().cast()) }
    }

    /// The lock of the list.
    pub(super) fn lock(self) -> Result<Locked> {
        Locked::new(self.0)
    }

    /// The fields.
    #[inline(always)]
    pub(super) fn cell(self) -> NonNull<TVMFFISeqCell> {
        // SAFETY: Object validity: the body follows the header.
        unsafe { self.0.add(1) }.cast()
    }

    /// A copy of the fields.
    #[inline(always)]
    pub(super) fn fields(self) -> TVMFFISeqCell {
        // SAFETY: Object validity.
        unsafe { self.cell().read() }
    }

    /// The number of elements.
    #[inline(always)]
    pub(super) fn size(self) -> i64 {
        self.fields().size
    }

    /// Sets the number of elements.
    ///
    /// # Safety
    ///
    /// The first elements, so many, are initialised.
    #[inline(always)]
    pub(super) unsafe fn set_size(self, size: i64) {
        // SAFETY: Object validity.
        unsafe { (*self.cell().as_ptr()).size = size };
    }

    /// The place of an element, or of the one after the last.
    #[inline(always)]
    pub(super) fn place(self, index: i64) -> *mut TVMFFIAny {
        self.fields().data.cast::<TVMFFIAny>().wrapping_add(length(index))
    }

    /// The elements.
    ///
    /// # Safety
    ///
    /// No code changes the container while they are used.
    #[inline(always)]
    pub(super) unsafe fn elements<'a>(self) -> &'a [TVMFFIAny] {
        let fields = self.fields();
        if fields.data.is_null() {
            return &[];
        }
        // SAFETY: Object validity, and the caller's contract.
        unsafe { core::slice::from_raw_parts(fields.data.cast(), length(fields.size)) }
    }

    /// As [`elements`](Self::elements), to change their order.
    ///
    /// # Safety
    ///
    /// No other code uses the container while they are used.
    #[inline(always)]
    pub(super) unsafe fn elements_mut<'a>(self) -> &'a mut [TVMFFIAny] {
        let fields = self.fields();
        if fields.data.is_null() {
            return &mut [];
        }
        // SAFETY: Object validity, and the caller's contract.
        unsafe { core::slice::from_raw_parts_mut(fields.data.cast(), length(fields.size)) }
    }

    /// A view of an element.
    #[inline(always)]
    fn view(self, index: i64) -> Option<TVMFFIAny> {
        // SAFETY: no code runs while they are used.
        let elements = unsafe { self.elements() };
        elements.get(usize::try_from(index).ok()?).copied()
    }

    /// An element.
    #[inline(always)]
    pub(super) fn get(self, index: i64) -> Result<Value> {
        match self.view(index) {
            // SAFETY: the container holds the element.
            Some(element) => Ok(unsafe { Value::copy_of(&element) }),
            None => Err(out_of_bounds(index, self.size())),
        }
    }

    /// Whether an element equals a value.
    pub(super) fn contains(self, value: &TVMFFIAny) -> Result<bool> {
        if !key::may_run_code(value) {
            // SAFETY: no code of others runs here.
            let elements = unsafe { self.elements() };
            // SAFETY: the container holds the element, and the caller the value.
            return Ok(elements.iter().any(|element| unsafe { plain::equal(element, value) } == Some(true)));
        }
        let _held = self.hold();
        let mut index = 0;
        while let Some(element) = self.view(index) {
            // SAFETY: the container holds the element, and the caller the value.
            if unsafe { key::equal(&element, value) }? {
                return Ok(true);
            }
            index += 1;
        }
        Ok(false)
    }

    /// Writes a value after the last element.
    ///
    /// # Safety
    ///
    /// The capacity is larger than the size.
    #[inline(always)]
    pub(super) unsafe fn push_within_capacity(self, value: Value) {
        let size = self.size();
        // SAFETY: the caller's contract.
        unsafe { self.place(size).write(value.into_raw()) };
        // SAFETY: the element was just written.
        unsafe { self.set_size(size + 1) };
    }

    /// Appends owned values of views, as many as there is room for.
    #[inline(always)]
    pub(super) fn fill(self, views: &[TVMFFIAny]) -> Result {
        let fields = self.fields();
        let room = length(fields.capacity - fields.size).min(views.len());
        let mut place = self.place(fields.size);
        for (index, view) in views[..room].iter().enumerate() {
            let value = if is_short_lived(view) {
                Value::of_view(view).inspect_err(|_| {
                    // SAFETY: the elements before were written.
                    unsafe { self.set_size(fields.size + index as i64) };
                })?
            } else {
                // SAFETY: the caller holds what it lends.
                unsafe { Value::copy_of(view) }
            };
            // SAFETY: there is room for the element.
            unsafe { place.write(value.into_raw()) };
            place = place.wrapping_add(1);
        }
        // SAFETY: so many elements were written.
        unsafe { self.set_size(fields.size + room as i64) };
        Ok(())
    }

    /// Takes the last element.
    pub(super) fn pop(self) -> Option<Value> {
        let size = self.size();
        if size <= 0 {
            return None;
        }
        // SAFETY: the elements before are initialised.
        unsafe { self.set_size(size - 1) };
        // SAFETY: the element was initialised, and does not belong to the container any more.
        let element = unsafe { self.place(size - 1).read() };
        // SAFETY: as above.
        Some(unsafe { Value::from_owned(element) })
    }

    /// Takes the last elements, and gives them if some have to be dropped.
    ///
    /// # Panics
    ///
    /// If there are not so many.
    pub(super) fn take_last(self, count: usize) -> Vec<Value> {
        // SAFETY: no code of others runs meanwhile.
        let elements = unsafe { self.elements() };
        let rest = elements.len() - count;
        let last = &elements[rest..];
        let has_objects = last.iter().any(|element| is_object_index(element.type_index));
        // SAFETY: the elements do not belong to the container any more, since its size is set below.
        let own = |element: &TVMFFIAny| unsafe { Value::from_owned(*element) };
        let taken = if has_objects { last.iter().map(own).collect() } else { Vec::new() };
        // SAFETY: the elements before are initialised.
        unsafe { self.set_size(rest as i64) };
        taken
    }
}

/// The failure of an index that no element has.
#[cold]
pub(super) fn out_of_bounds(index: i64, size: i64) -> Failure {
    fail!(IndexError, "Index {index} out of bounds {size}")
}
