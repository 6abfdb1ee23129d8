//! Tables and lists that grow while other threads read them without a lock. Nothing that they hold is moved or freed.

use core::mem::ManuallyDrop;
use core::ptr::{self, NonNull, null_mut};

use crate::sync::{AtomicI32, AtomicPtr, Ordering};

/// The indices of the first chunk. Each later chunk has as many as all before it.
const FIRST: u32 = 128;
const CHUNKS: usize = 18;

/// References at indices from 0 on.
pub(crate) struct Table<T: 'static> {
    chunks: [AtomicPtr<AtomicPtr<T>>; CHUNKS],
}

impl<T> Table<T> {
    /// One past the greatest index.
    pub(crate) const LIMIT: i32 = (FIRST << (CHUNKS - 1)) as i32;

    pub(crate) fn new() -> Self {
        Self { chunks: core::array::from_fn(|_| AtomicPtr::new(null_mut())) }
    }

    /// The reference at an index.
    #[inline(always)]
    pub(crate) fn get(&self, index: i32) -> Option<&'static T> {
        let (chunk, offset) = place(index);
        let chunk = NonNull::new(self.chunks.get(chunk)?.load(Ordering::Acquire))?;
        // SAFETY: a chunk has as many places as it has indices.
        let place = unsafe { chunk.add(offset) };
        // SAFETY: as above, and it is never freed.
        let place = unsafe { place.as_ref() };
        // SAFETY: `set` puts references there.
        unsafe { place.load(Ordering::Acquire).as_ref() }
    }

    /// Puts a reference at an index. Threads do so one after another.
    ///
    /// # Panics
    ///
    /// If the index is not below [`LIMIT`](Self::LIMIT).
    pub(crate) fn set(&self, index: i32, item: &'static T) {
        let (number, offset) = place(index);
        let mut chunk = self.chunks[number].load(Ordering::Relaxed);
        if chunk.is_null() {
            let places: Box<[AtomicPtr<T>]> =
                (0..length(number)).map(|_| AtomicPtr::new(null_mut())).collect();
            chunk = Box::leak(places).as_mut_ptr();
            self.chunks[number].store(chunk, Ordering::Release);
        }
        // SAFETY: a chunk has as many places as it has indices.
        let place = unsafe { chunk.add(offset) };
        // SAFETY: as above, and it is never freed.
        let place = unsafe { &*place };
        place.store(ptr::from_ref(item).cast_mut(), Ordering::Release);
    }
}

/// The chunk of an index, and its place there.
#[inline(always)]
fn place(index: i32) -> (usize, usize) {
    let index = index.cast_unsigned();
    let chunk = (u32::BITS - (index / FIRST).leading_zeros()) as usize;
    let start = if chunk == 0 { 0 } else { length(chunk) as u32 };
    (chunk, (index - start) as usize)
}

/// The number of indices of a chunk, and of those before it unless it is the first.
#[inline(always)]
fn length(chunk: usize) -> usize {
    (FIRST as usize) << chunk.saturating_sub(1)
}

/// A list that the C API shows as an address and a count.
pub(crate) struct List<'a, T> {
    pub(crate) items: &'a AtomicPtr<T>,
    pub(crate) count: &'a AtomicI32,
}

/// The memory of a list. Only the thread that adds an item uses it.
pub(crate) struct Memory<T> {
    capacity: usize,
    /// Memory that other threads may still read. Detectors of leaks find it here.
    outgrown: Vec<*mut T>,
}

// SAFETY: the addresses are not followed.
unsafe impl<T> Send for Memory<T> {}

impl<T> Memory<T> {
    pub(crate) const EMPTY: Self = Self { capacity: 0, outgrown: Vec::new() };
}

impl<T: Copy + 'static> List<'_, T> {
    /// The items.
    pub(crate) fn read(&self) -> &'static [T] {
        // The count first: the memory that is found afterwards has at least as many items.
        let count = self.count.load(Ordering::Acquire);
        match NonNull::new(self.items.load(Ordering::Acquire)) {
            // SAFETY: the items up to a count are written before the count, and never again. Their memory is never freed.
            Some(items) => unsafe { core::slice::from_raw_parts(items.as_ptr(), count as usize) },
            None => &[],
        }
    }

    /// Adds an item. Threads do so one after another, each with the memory of the list.
    pub(crate) fn push(&self, item: T, memory: &mut Memory<T>) {
        let count = self.count.load(Ordering::Relaxed);
        let length = count as usize;
        let mut items = self.items.load(Ordering::Relaxed);
        if length == memory.capacity {
            memory.outgrown.push(items);
            memory.capacity = (2 * length).max(4);
            let more = ManuallyDrop::new(Vec::with_capacity(memory.capacity)).as_mut_ptr();
            if length > 0 {
                // SAFETY: the old memory has so many items, and the new one has room for more.
                unsafe { items.copy_to_nonoverlapping(more, length) };
            }
            items = more;
        }
        // SAFETY: the memory has room for one item more.
        let place = unsafe { items.add(length) };
        // SAFETY: as above; no thread reads it yet.
        unsafe { place.write(item) };
        self.items.store(items, Ordering::Release);
        self.count.store(count + 1, Ordering::Release);
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::{LazyLock, Mutex};

    use super::*;

    #[test]
    fn an_index_has_a_place_of_its_own() {
        static TABLE: LazyLock<Table<i32>> = LazyLock::new(Table::new);
        let table = &*TABLE;
        let indices: &'static [i32] = &[0, 1, 127, 128, 129, 255, 256, 511, 512, 1023, 5000];
        for index in indices {
            assert!(table.get(*index).is_none());
            table.set(*index, index);
        }
        let all: Vec<i32> = (0..6000).filter_map(|index| table.get(index).copied()).collect();
        assert_eq!(all, indices);
    }

    #[test]
    fn an_index_outside_has_none() {
        let table = Table::<i32>::new();
        for index in [-1, i32::MIN, i32::MAX, Table::<i32>::LIMIT, Table::<i32>::LIMIT - 1] {
            assert!(table.get(index).is_none());
        }
    }

    #[test]
    fn a_list_keeps_what_it_showed() {
        static ITEMS: AtomicPtr<i32> = AtomicPtr::new(null_mut());
        static COUNT: AtomicI32 = AtomicI32::new(0);
        static MEMORY: Mutex<Memory<i32>> = Mutex::new(Memory::EMPTY);
        let list = List { items: &ITEMS, count: &COUNT };
        let mut memory = MEMORY.lock().unwrap();
        let mut seen = vec![list.read()];
        for item in 0..20 {
            list.push(item, &mut memory);
            seen.push(list.read());
        }
        for (length, items) in seen.iter().enumerate() {
            assert!(items.iter().copied().eq(0..length as i32));
        }
    }
}
