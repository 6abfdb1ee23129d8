//! Lists. All references see a change. Each function has the lock of the list, and drops what it takes out after that.

use core::marker::PhantomData;
use core::ptr::NonNull;

use tvm_ffi_abi::{TVMFFIAny, TVMFFISeqCell, TypeIndex};

use crate::builtin::{Parameter, Type, builtins, type_of};
use crate::catch::{Result, fail};
use crate::object::Object;
use crate::value::{Value, lent_object};

use super::memory::{allocate, new_object, release_elements};
use super::sequence::{Sequence, out_of_bounds};

/// The capacity of a list that is made for fewer elements.
const MIN_CAPACITY: usize = 4;

/// A new list with room for some elements.
fn with_capacity(capacity: usize) -> Result<Object> {
    let capacity = capacity.max(MIN_CAPACITY);
    let buffer = Buffer(allocate(capacity, size_of::<TVMFFIAny>())?);
    let list = new_object(TypeIndex::LIST, 0, 0, |_| TVMFFISeqCell {
        data: buffer.0.as_ptr().cast(),
        size: 0,
        capacity: capacity as i64,
        data_deleter: Some(release_elements),
    })?;
    core::mem::forget(buffer);
    Ok(list)
}

/// A buffer that no list has yet.
struct Buffer(NonNull<u8>);

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: the buffer belongs to this value.
        unsafe { release_elements(self.0.as_ptr().cast()) };
    }
}

/// A new list of owned values of views.
pub(super) fn new_list(views: &[TVMFFIAny]) -> Result<Object> {
    let list = with_capacity(views.len())?;
    // SAFETY: the list is new.
    unsafe { Sequence::of(list.header()) }.fill(views)?;
    Ok(list)
}

/// A copy of an array or a list.
fn copy(sequence: Sequence) -> Result<Object> {
    // SAFETY: no code of others runs while the elements are copied.
    new_list(unsafe { sequence.elements() })
}

/// A list to read, as an argument.
#[derive(Clone, Copy)]
struct List<'a>(Sequence, PhantomData<&'a TVMFFIAny>);

impl<'a> Parameter<'a> for List<'a> {
    const TYPE: Type = type_of!("ffi.List");

    #[inline(always)]
    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        // SAFETY: the caller lends the list.
        let sequence = unsafe { Sequence::of(lent_object(view, TypeIndex::LIST)?) };
        Some(Self(sequence, PhantomData))
    }
}

/// A list to change, as an argument. An array is converted to a new list, as in C++.
struct ListOfAny<'a> {
    sequence: Sequence,
    /// What keeps the list: a reference to the new one.
    _new: Option<Object>,
    marker: PhantomData<&'a TVMFFIAny>,
}

impl<'a> Parameter<'a> for ListOfAny<'a> {
    const TYPE: Type = Type { name: "List<Any>", schema: r#"{"type":"ffi.List","args":[{"type":"Any"}]}"# };

    #[inline(always)]
    fn read(view: &'a TVMFFIAny) -> Option<Self> {
        match List::read(view) {
            Some(list) => Some(Self { sequence: list.0, _new: None, marker: PhantomData }),
            None => Self::of_array(view),
        }
    }
}

impl ListOfAny<'_> {
    #[cold]
    fn of_array(view: &TVMFFIAny) -> Option<Self> {
        // SAFETY: the caller lends the array.
        let array = unsafe { Sequence::of(lent_object(view, TypeIndex::ARRAY)?) };
        let new = copy(array).ok()?;
        // SAFETY: `_new` keeps the list.
        let sequence = unsafe { Sequence::of(new.header()) };
        Some(Self { sequence, _new: Some(new), marker: PhantomData })
    }
}

impl Sequence {
    /// Makes room for so many elements in all.
    fn reserve(self, capacity: i64) -> Result {
        let old = self.fields();
        if capacity <= old.capacity {
            return Ok(());
        }
        let count = usize::try_from(capacity).unwrap_or(usize::MAX);
        let new = allocate(count, size_of::<TVMFFIAny>())?;
        // SAFETY: no code of others runs meanwhile.
        let elements = unsafe { self.elements() };
        let first = NonNull::from(elements).cast();
        // SAFETY: the new buffer has more room. The elements move: nothing uses or drops them in the old buffer.
        unsafe { new.cast::<TVMFFIAny>().copy_from_nonoverlapping(first, elements.len()) };
        let data_deleter = Some(release_elements as unsafe extern "C-unwind" fn(_));
        let fields = TVMFFISeqCell { data: new.as_ptr().cast(), size: old.size, capacity, data_deleter };
        // SAFETY: the list is alive.
        unsafe { self.cell().write(fields) };
        if let Some(deleter) = old.data_deleter {
            // SAFETY: this is the deleter of the old buffer.
            unsafe { deleter(old.data) };
        }
        Ok(())
    }

    /// Makes room for so many more elements.
    #[inline(always)]
    fn reserve_more(self, count: i64) -> Result {
        let fields = self.fields();
        let needed = fields.size.saturating_add(count);
        if needed <= fields.capacity {
            return Ok(());
        }
        self.reserve(fields.capacity.saturating_mul(2).max(needed))
    }

    /// Appends values, and moves them to an index.
    fn insert(self, index: i64, values: impl ExactSizeIterator<Item = Value>) -> Result {
        let (size, count) = (self.size(), values.len());
        if !(0..=size).contains(&index) {
            return Err(fail!(IndexError, "Index {index} out of bounds [0, {size}]"));
        }
        self.reserve_more(i64::try_from(count).unwrap_or(i64::MAX))?;
        for value in values.take(count) {
            // SAFETY: there is room for `count` values.
            unsafe { self.push_within_capacity(value) };
        }
        // SAFETY: no other code runs meanwhile.
        let elements = unsafe { self.elements_mut() };
        elements[index as usize..].rotate_right(count);
        Ok(())
    }

    /// Takes an element out.
    fn remove(self, index: i64) -> Result<Value> {
        let size = self.size();
        if !(0..size).contains(&index) {
            return Err(out_of_bounds(index, size));
        }
        // SAFETY: no other code runs meanwhile.
        let elements = unsafe { self.elements_mut() };
        elements[index as usize..].rotate_left(1);
        self.pop().ok_or_else(|| out_of_bounds(index, 0))
    }

    /// Takes the elements of a range out, and gives them if some have to be dropped.
    fn erase(self, start: i64, stop: i64) -> Result<Vec<Value>> {
        if start == stop {
            return Ok(Vec::new());
        }
        let size = self.size();
        if start < 0 || stop > size || start > stop {
            return Err(fail!(IndexError, "Erase range [{start}, {stop}) out of bounds {size}"));
        }
        // SAFETY: no other code runs meanwhile.
        let elements = unsafe { self.elements_mut() };
        let count = (stop - start) as usize;
        elements[start as usize..].rotate_left(count);
        Ok(self.take_last(count))
    }
}

builtins! {
    pub(super) const BUILTINS;

    packed "ffi.List" fn list_of(args) {
        new_list(args).map(Value::from)
    }

    "ffi.ListGetItem" fn get(list: List<'_>, index: i64) -> Value {
        let _lock = list.0.lock()?;
        list.0.get(index)
    }

    "ffi.ListSetItem" fn set(list: ListOfAny<'_>, index: i64, value: &TVMFFIAny) -> () {
        let value = Value::of_view(value)?;
        let lock = list.sequence.lock()?;
        let size = list.sequence.size();
        if !(0..size).contains(&index) {
            return Err(out_of_bounds(index, size));
        }
        // SAFETY: the index is that of an element.
        let old = unsafe { list.sequence.place(index).replace(value.into_raw()) };
        drop(lock);
        // SAFETY: the element does not belong to the list any more.
        drop(unsafe { Value::from_owned(old) });
        Ok(())
    }

    "ffi.ListSize" fn size(list: List<'_>) -> i64 {
        let _lock = list.0.lock()?;
        Ok(list.0.size())
    }

    "ffi.ListContains" fn contains(list: List<'_>, value: &TVMFFIAny) -> bool {
        let value = Value::of_view(value)?;
        let _lock = list.0.lock()?;
        list.0.contains(value.view())
    }

    "ffi.ListAppend" fn append(list: ListOfAny<'_>, value: &TVMFFIAny) -> () {
        let value = Value::of_view(value)?;
        let _lock = list.sequence.lock()?;
        list.sequence.reserve_more(1)?;
        // SAFETY: there is room for one more.
        unsafe { list.sequence.push_within_capacity(value) };
        Ok(())
    }

    "ffi.ListInsert" fn insert(list: ListOfAny<'_>, index: i64, value: &TVMFFIAny) -> () {
        let value = Value::of_view(value)?;
        let _lock = list.sequence.lock()?;
        list.sequence.insert(index, core::iter::once(value))
    }

    "ffi.ListPop" fn pop(list: ListOfAny<'_>, index: i64) -> Value {
        let _lock = list.sequence.lock()?;
        list.sequence.remove(index)
    }

    "ffi.ListErase" fn erase(list: ListOfAny<'_>, index: i64) -> () {
        let removed = {
            let _lock = list.sequence.lock()?;
            list.sequence.remove(index)
        };
        removed.map(drop)
    }

    "ffi.ListEraseRange" fn erase_range(list: ListOfAny<'_>, start: i64, stop: i64) -> () {
        let removed = {
            let _lock = list.sequence.lock()?;
            list.sequence.erase(start, stop)
        };
        removed.map(drop)
    }

    "ffi.ListReplaceSlice" fn replace_slice(
        list: ListOfAny<'_>,
        start: i64,
        stop: i64,
        replacement: ListOfAny<'_>,
    ) -> () {
        // Code of others runs when elements are dropped, and could give both lists away.
        let _held = (list.sequence.hold(), replacement.sequence.hold());
        // A copy: the lists may be one, and no thread waits for the lock of a list while it has another's.
        let new = {
            let _lock = replacement.sequence.lock()?;
            copy(replacement.sequence)?
        };
        // SAFETY: `new` keeps the copy.
        let copied = unsafe { Sequence::of(new.header()) };
        // SAFETY: no other code has the copy.
        let elements = unsafe { copied.elements() };
        let _removed;
        let _lock = list.sequence.lock()?;
        _removed = list.sequence.erase(start, stop)?;
        if elements.is_empty() {
            return Ok(());
        }
        // SAFETY: the copy holds its elements.
        list.sequence.insert(start, elements.iter().map(|element| unsafe { Value::copy_of(element) }))
    }

    "ffi.ListReverse" fn reverse(list: ListOfAny<'_>) -> () {
        let _lock = list.sequence.lock()?;
        // SAFETY: no other code runs meanwhile.
        unsafe { list.sequence.elements_mut() }.reverse();
        Ok(())
    }

    "ffi.ListClear" fn clear(list: ListOfAny<'_>) -> () {
        let _removed;
        let _lock = list.sequence.lock()?;
        // SAFETY: no other code runs meanwhile.
        let count = unsafe { list.sequence.elements() }.len();
        _removed = list.sequence.take_last(count);
        Ok(())
    }

    "ffi.ListReserve" fn reserve(list: ListOfAny<'_>, capacity: i64) -> () {
        let _lock = list.sequence.lock()?;
        list.sequence.reserve(capacity)
    }
}
