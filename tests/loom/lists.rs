//! Tables and lists that grow: what a reader finds was written before it was published.

use core::ptr::null_mut;

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::Mutex;
use loom::sync::atomic::{AtomicI32, AtomicPtr};
use loom::thread;

use crate::append_only::{List, Memory, Table};
use crate::names::NameTable;

/// An entry. `loom` reports a thread that reads the number before it sees that another wrote it.
struct Entry(UnsafeCell<i32>);

impl Entry {
    fn new(number: i32) -> &'static Self {
        Box::leak(Box::new(Self(UnsafeCell::new(number))))
    }

    fn number(&self) -> i32 {
        // SAFETY: `loom` checks that no thread writes meanwhile.
        self.0.with(|number| unsafe { *number })
    }

    fn write(&self, number: i32) {
        // SAFETY: as above.
        self.0.with_mut(|place| unsafe { *place = number });
    }
}

fn add(table: &Table<Entry>, index: i32) {
    let entry = Entry::new(0);
    entry.write(index);
    table.set(index, entry);
}

#[test]
fn an_entry_that_is_found_is_whole() {
    loom::model(|| {
        let table = Arc::new(Table::<Entry>::new());
        add(&table, 2);
        let reader = {
            let table = table.clone();
            thread::spawn(move || {
                // In a chunk that is there, and in one that is made meanwhile.
                for index in [3, 130] {
                    if let Some(entry) = table.get(index) {
                        assert_eq!(entry.number(), index);
                    }
                }
            })
        };
        add(&table, 3);
        add(&table, 130);
        reader.join().unwrap();
        assert_eq!(table.get(130).unwrap().number(), 130);
    });
}

/// As types are registered: a key leads to an index, and the index to an entry.
#[test]
fn a_key_leads_to_an_entry() {
    loom::model(|| {
        let names = Arc::new(NameTable::<i32>::new());
        let table = Arc::new(Table::<Entry>::new());
        let threads: Vec<_> = (0..2)
            .map(|_| {
                let (names, table) = (names.clone(), table.clone());
                thread::spawn(move || {
                    if let Some(index) = names.get(b"key") {
                        assert_eq!(table.get(*index).unwrap().number(), 3);
                    }
                })
            })
            .collect();
        add(&table, 3);
        names.get_or_insert_with(b"key", || 3);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert_eq!(names.get(b"key"), Some(&3));
    });
}

#[test]
fn threads_that_add_a_name_agree() {
    loom::model(|| {
        let names = Arc::new(NameTable::<i32>::new());
        let other = names.clone();
        let thread = thread::spawn(move || *other.get_or_insert_with(b"key", || 1));
        let index = *names.get_or_insert_with(b"key", || 2);
        assert_eq!(thread.join().unwrap(), index);
    });
}

/// The fields of a type.
struct Fields {
    items: AtomicPtr<&'static Entry>,
    count: AtomicI32,
    memory: Mutex<Memory<&'static Entry>>,
}

impl Fields {
    fn of_three() -> Self {
        let fields = Self {
            items: AtomicPtr::new(null_mut()),
            count: AtomicI32::new(0),
            memory: Mutex::new(Memory::EMPTY),
        };
        (0..3).for_each(|number| fields.push(number));
        fields
    }

    fn list(&self) -> List<'_, &'static Entry> {
        List { items: &self.items, count: &self.count }
    }

    fn push(&self, number: i32) {
        let entry = Entry::new(0);
        entry.write(number);
        self.list().push(entry, &mut self.memory.lock().unwrap());
    }
}

/// The lists begin with room for four, so that the fifth moves them.
#[test]
fn a_list_that_grows_shows_whole_items() {
    loom::model(|| {
        let fields = Arc::new(Fields::of_three());
        let reader = {
            let fields = fields.clone();
            thread::spawn(move || {
                let items = fields.list().read();
                assert!(items.len() >= 3);
                assert!(items.iter().map(|item| item.number()).eq(0..items.len() as i32));
            })
        };
        (3..6).for_each(|number| fields.push(number));
        reader.join().unwrap();
        assert_eq!(fields.list().read().len(), 6);
    });
}

#[test]
fn writers_lose_nothing() {
    loom::model(|| {
        let fields = Arc::new(Fields::of_three());
        let writer = {
            let fields = fields.clone();
            thread::spawn(move || fields.push(7))
        };
        fields.push(7);
        writer.join().unwrap();
        assert!(fields.list().read().iter().map(|item| item.number()).eq([0, 1, 2, 7, 7]));
    });
}
