//! Tables by name.

use core::ptr::null_mut;

use crate::sync::{AtomicPtr, Mutex, Ordering, PoisonError};

/// A table by name that grows while other threads read it without a lock. Nothing that it holds is moved or freed.
pub(crate) struct NameTable<T: 'static> {
    places: AtomicPtr<Places<T>>,
    /// A thread that adds a name holds the lock.
    additions: Mutex<Additions<T>>,
}

struct Additions<T: 'static> {
    /// The number of names.
    count: usize,
    /// Places that were too few. Readers may still use them.
    outgrown: Vec<&'static Places<T>>,
}

/// An entry is in the first place from its hash on that was free. There are at least four times as many places as entries, and their number
/// is a power of two.
type Places<T> = Vec<AtomicPtr<Entry<T>>>;

struct Entry<T> {
    hash: u64,
    name: Box<[u8]>,
    item: T,
}

impl<T> NameTable<T> {
    pub(crate) fn new() -> Self {
        let additions = Additions { count: 0, outgrown: Vec::new() };
        Self { places: AtomicPtr::new(free_places(64)), additions: Mutex::new(additions) }
    }

    /// What a name has.
    #[inline(always)]
    pub(crate) fn get(&self, name: &[u8]) -> Option<&'static T> {
        let hash = hash(name);
        let places = self.places();
        let mut start = hash as usize;
        loop {
            let place = places.get(start & (places.len() - 1))?;
            // SAFETY: entries are never freed.
            let entry = unsafe { place.load(Ordering::Acquire).as_ref() }?;
            if entry.hash == hash && is_same(&entry.name, name) {
                return Some(&entry.item);
            }
            start = start.wrapping_add(1);
        }
    }

    /// What a name has. A new name gets what `make` gives.
    pub(crate) fn get_or_insert_with(&self, name: &[u8], make: impl FnOnce() -> T) -> &'static T {
        let mut additions = self.additions.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have added it meanwhile.
        if let Some(item) = self.get(name) {
            return item;
        }
        additions.count += 1;
        if additions.count * 4 > self.places().len() {
            additions.outgrown.push(self.grow());
        }
        let entry = Box::leak(Box::new(Entry { hash: hash(name), name: name.into(), item: make() }));
        take_place(self.places(), entry);
        &entry.item
    }

    /// All names and what they have, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static [u8], &'static T)> {
        entries(self.places()).map(|entry| (&*entry.name, &entry.item))
    }

    #[inline(always)]
    fn places(&self) -> &'static Places<T> {
        // SAFETY: the pointer is that of places, which are never freed.
        unsafe { &*self.places.load(Ordering::Acquire) }
    }

    /// Publishes twice as many places, and gives those before.
    #[cold]
    fn grow(&self) -> &'static Places<T> {
        let before = self.places();
        let places = free_places(before.len() * 2);
        for entry in entries(before) {
            // SAFETY: made above, and never freed.
            take_place(unsafe { &*places }, entry);
        }
        self.places.store(places, Ordering::Release);
        before
    }
}

fn free_places<T>(count: usize) -> *mut Places<T> {
    Box::leak(Box::new((0..count).map(|_| AtomicPtr::new(null_mut())).collect()))
}

fn entries<T>(places: &'static Places<T>) -> impl Iterator<Item = &'static Entry<T>> {
    // SAFETY: entries are never freed.
    places.iter().filter_map(|place| unsafe { place.load(Ordering::Acquire).as_ref() })
}

/// Puts an entry into the first free place. Threads do so one after another.
fn take_place<T>(places: &'static Places<T>, entry: &'static Entry<T>) {
    let mut start = entry.hash as usize;
    loop {
        let place = &places[start & (places.len() - 1)];
        if place.load(Ordering::Relaxed).is_null() {
            place.store(core::ptr::from_ref(entry).cast_mut(), Ordering::Release);
            return;
        }
        start = start.wrapping_add(1);
    }
}

/// The hash of a name. Each of its bits depends on all bytes, also on the last one, in which many names differ.
#[inline(always)]
pub(crate) fn hash(name: &[u8]) -> u64 {
    let mut hash = name.len() as u64;
    let mut add = |word: u64| {
        // The multiplier is odd and has its bits spread: 2^64 divided by the golden ratio. A product alone moves bits upwards only.
        let product = u128::from(hash.rotate_left(5) ^ word) * 0x9e37_79b9_7f4a_7c15;
        hash = product as u64 ^ (product >> 64) as u64;
    };
    let (words, rest) = name.as_chunks();
    for word in words {
        add(u64::from_le_bytes(*word));
    }
    if !rest.is_empty() {
        add(last_word(name));
    }
    hash
}

/// The last eight bytes, of which some may be in the word before, or all bytes of a shorter name.
#[inline(always)]
fn last_word(bytes: &[u8]) -> u64 {
    if let Some(word) = bytes.last_chunk() {
        return u64::from_le_bytes(*word);
    }
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32;
    }
    match bytes {
        [] => 0,
        [only] => u64::from(*only),
        [first, second, ..] => {
            let last = bytes[bytes.len() - 1];
            u64::from(*first) | u64::from(*second) << 8 | u64::from(last) << 16
        }
    }
}

/// Whether two names are the same. It takes fewer steps than a call for names of the usual length.
#[inline(always)]
fn is_same(name: &[u8], other: &[u8]) -> bool {
    let ((words, rest), (others, _)) = (name.as_chunks::<8>(), other.as_chunks::<8>());
    name.len() == other.len()
        && words
            .iter()
            .zip(others)
            .all(|(word, other)| u64::from_ne_bytes(*word) == u64::from_ne_bytes(*other))
        && (rest.is_empty() || last_word(name) == last_word(other))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::sync::LazyLock;

    use super::*;

    #[test]
    fn names_are_told_apart() {
        static TABLE: LazyLock<NameTable<(usize, u8)>> = LazyLock::new(NameTable::new);
        let name = |length: usize, last: u8| [vec![b'a'; length], vec![last]].concat();
        for length in 0..40 {
            for last in [b'a', b'b'] {
                let item = (length, last);
                assert_eq!(TABLE.get_or_insert_with(&name(length, last), || item), &item);
            }
        }
        for length in 0..40 {
            for last in [b'a', b'b'] {
                assert_eq!(TABLE.get(&name(length, last)), Some(&(length, last)));
            }
            assert_eq!(TABLE.get(&name(length, b'c')), None);
        }
        assert_eq!(TABLE.get(b""), None);
        assert_eq!(TABLE.get_or_insert_with(b"ab", || panic!("the name is known")), &(1, b'b'));
        assert_eq!(TABLE.iter().count(), 80);
    }

    #[test]
    fn names_that_differ_in_their_last_bytes_have_places_of_their_own() {
        for prefix in
            ["", "bench.global.", "my_package.module.function", "a.name.of.a.type.with.a.long.prefix"]
        {
            let places: std::collections::HashSet<_> =
                (0..1000).map(|number| hash(format!("{prefix}{number}").as_bytes()) % 4096).collect();
            // Places at random would be 887.
            assert!(places.len() > 830, "{prefix}: {}", places.len());
        }
    }

    #[test]
    fn readers_find_names_while_others_are_added() {
        static TABLE: LazyLock<NameTable<u8>> = LazyLock::new(NameTable::new);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    for number in 0..40 {
                        assert_eq!(TABLE.get_or_insert_with(&[number], || number), &number);
                        assert_eq!(TABLE.get(&[number / 2]), Some(&(number / 2)));
                    }
                });
            }
        });
        assert_eq!(TABLE.iter().count(), 40);
    }
}
