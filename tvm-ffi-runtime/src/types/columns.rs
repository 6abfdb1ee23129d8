//! Attributes of types: a column for each name, with a place for each type index.

use core::mem::offset_of;
use core::ptr::{self, NonNull, null_mut};
use std::alloc::{Layout, alloc_zeroed};
use std::sync::{Mutex, PoisonError};

use tvm_ffi_abi::{TVMFFIAny, TVMFFITypeAttrColumn, TypeIndex};

use crate::catch::{Result, fail};
use crate::names::NameTable;
use crate::stderr;
use crate::sync::{AtomicI32, AtomicPtr, Ordering};
use crate::value::Value;

/// The values of an attribute. The first fields are those of [`TVMFFITypeAttrColumn`].
#[repr(C)]
pub(crate) struct Column {
    /// NULL as long as there is no value. `None` at the index of each type that has none.
    values: AtomicPtr<TVMFFIAny>,
    size: AtomicI32,
    begin_index: i32,
    memory: Mutex<Memory>,
}

const _: () = {
    assert!(offset_of!(Column, values) == offset_of!(TVMFFITypeAttrColumn, data));
    assert!(offset_of!(Column, size) == offset_of!(TVMFFITypeAttrColumn, size));
    assert!(offset_of!(Column, begin_index) == offset_of!(TVMFFITypeAttrColumn, begin_index));
};

struct Memory {
    capacity: usize,
    /// Memory that other threads may still read. Detectors of leaks find it here.
    outgrown: Vec<*mut TVMFFIAny>,
}

// SAFETY: the addresses are not followed.
unsafe impl Send for Memory {}

/// The values that a column has room for at first. Memory that is zeroed takes none until it is written.
const FIRST_CAPACITY: usize = 4096;

impl Column {
    fn new() -> Self {
        Self {
            values: AtomicPtr::new(null_mut()),
            size: AtomicI32::new(0),
            begin_index: 0,
            memory: Mutex::new(Memory { capacity: 0, outgrown: Vec::new() }),
        }
    }

    /// The column as the C API shows it.
    pub(crate) fn shown(&'static self) -> *const TVMFFITypeAttrColumn {
        ptr::from_ref(self).cast()
    }

    /// The value of a type. It is lent forever.
    #[inline(always)]
    pub(crate) fn get(&self, type_index: i32) -> Option<TVMFFIAny> {
        // The size first: the memory that is found afterwards has at least so many values.
        let size = self.size.load(Ordering::Acquire);
        if !(0..size).contains(&type_index) {
            return None;
        }
        // SAFETY: the index is below the size, and the memory is never freed.
        let place = unsafe { self.values.load(Ordering::Acquire).add(type_index as usize) };
        if index_of(place).load(Ordering::Acquire) == TypeIndex::NONE {
            return None;
        }
        // SAFETY: a value is written before its index, and never again.
        Some(unsafe { place.read() })
    }

    /// Sets the value of a type, or gives it back if the type has one.
    fn set(&self, type_index: i32, value: Value) -> Result<core::result::Result<(), Value>> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        let values = self.reserve(type_index as usize + 1, &mut memory)?;
        // SAFETY: there is room for so many values.
        let place = unsafe { values.add(type_index as usize) };
        let index = index_of(place);
        let size = self.size.load(Ordering::Relaxed).max(type_index + 1);
        if index.load(Ordering::Relaxed) != TypeIndex::NONE {
            return Ok(Err(value));
        }
        let value = value.into_raw();
        // SAFETY: the place is in the memory.
        let small_len = unsafe { &raw mut (*place).small_len };
        // SAFETY: as above. No thread reads it before the value has its index.
        unsafe { small_len.write(value.small_len) };
        // SAFETY: as above.
        let payload = unsafe { &raw mut (*place).payload };
        // SAFETY: as above.
        unsafe { payload.write(value.payload) };
        index.store(value.type_index, Ordering::Release);
        self.size.store(size, Ordering::Release);
        Ok(Ok(()))
    }

    /// Makes room for so many values.
    fn reserve(&self, count: usize, memory: &mut Memory) -> Result<*mut TVMFFIAny> {
        let values = self.values.load(Ordering::Relaxed);
        if count <= memory.capacity {
            return Ok(values);
        }
        let capacity = count.max(2 * memory.capacity).max(FIRST_CAPACITY);
        let no_memory = || fail!(MemoryError, "There is no memory for {capacity} attributes");
        let layout = Layout::array::<TVMFFIAny>(capacity).map_err(|_| no_memory())?;
        // SAFETY: the layout is not empty.
        let more = unsafe { alloc_zeroed(layout) };
        let more = NonNull::new(more).ok_or_else(no_memory)?.cast::<TVMFFIAny>().as_ptr();
        // SAFETY: the old memory has so many values, and the new one has room for more.
        unsafe { values.copy_to_nonoverlapping(more, self.size.load(Ordering::Relaxed) as usize) };
        memory.outgrown.push(values);
        memory.capacity = capacity;
        self.values.store(more, Ordering::Release);
        Ok(more)
    }
}

/// The type index of a value in a column.
fn index_of<'a>(place: *mut TVMFFIAny) -> &'a AtomicI32 {
    // SAFETY: the place is in the memory of a column.
    let index = unsafe { &raw mut (*place).type_index };
    // SAFETY: as above; the memory is never freed, and indices are accessed atomically.
    unsafe { AtomicI32::from_ptr(index) }
}

/// The columns by name.
pub(crate) struct Columns(NameTable<Column>);

impl Columns {
    pub(super) fn new() -> Self {
        Self(NameTable::new())
    }

    #[inline(always)]
    pub(crate) fn find(&self, name: &[u8]) -> Option<&'static Column> {
        self.0.get(name)
    }

    /// The column of a name, which is made if there is none.
    pub(crate) fn get_or_make(&self, name: &[u8]) -> &'static Column {
        self.0.get_or_insert_with(name, Column::new)
    }

    /// Sets the attribute of a type. The index of `None` asks for the column only.
    ///
    /// # Errors
    ///
    /// A `RuntimeError` if the type has the attribute.
    pub(crate) fn register(&self, type_index: i32, name: &[u8], value: Value) -> Result {
        if !(0..i32::MAX).contains(&type_index) {
            return Err(fail!(InternalError, "Cannot find type info for type_index={type_index}"));
        }
        let column = self.get_or_make(name);
        if type_index == TypeIndex::NONE {
            return Ok(());
        }
        column.set(type_index, value)?.map_err(|_| {
            let name = String::from_utf8_lossy(name);
            // The first thing that another runtime does when its calls arrive here. Its loading ends the process, without this message.
            if type_index == TypeIndex::OBJECT && name == "__ffi_convert__" {
                stderr::print(format_args!(
                    "[WARNING] a second TVM-FFI runtime was loaded into a process that has one; a program that uses Python's loads it first"
                ));
            }
            fail!(
                RuntimeError,
                "TypeAttr `{name}` is already registered for type index {type_index}. \
                 To update the stored value, register a mutable container (e.g., Dict/List) once and mutate it in place on subsequent calls."
            )
        })
    }
}
