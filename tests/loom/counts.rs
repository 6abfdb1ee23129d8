//! Counts of references: the object ends once, after all that its users did, and its memory ends after it.

use std::sync::atomic::AtomicUsize as StdUsize;
use std::sync::atomic::Ordering as StdOrdering;

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::AtomicU64;
use loom::thread;

use crate::word::{BOTH_ONE, Last, LastStrong, add_strong, add_weak, release_strong, release_weak, upgrade};

/// An object. `loom` reports a thread that reads the content while another ends it.
pub(crate) struct Object {
    word: AtomicU64,
    content: UnsafeCell<bool>,
    memory: UnsafeCell<bool>,
}

impl Object {
    pub(crate) fn new() -> Arc<Self> {
        Arc::new(Self {
            word: AtomicU64::new(BOTH_ONE),
            content: UnsafeCell::new(true),
            memory: UnsafeCell::new(true),
        })
    }

    /// Reads the content, as the holder of a strong reference may.
    pub(crate) fn read(&self) {
        // SAFETY: `loom` checks that no thread writes meanwhile.
        self.content.with(|content| assert!(unsafe { *content }, "the object has ended"));
    }

    pub(crate) fn add_strong(&self) {
        add_strong(&self.word);
    }

    fn end(&self) {
        // SAFETY: `loom` checks that no thread reads or writes meanwhile.
        self.content.with_mut(|content| assert!(unsafe { content.replace(false) }, "the object ends twice"));
    }

    fn free(&self) {
        // SAFETY: as above.
        self.memory.with_mut(|memory| assert!(unsafe { memory.replace(false) }, "the memory ends twice"));
    }

    /// As `dec_ref` does.
    pub(crate) fn drop_strong(&self) {
        match release_strong(&self.word).map(LastStrong::ends) {
            None => {}
            Some(Last::Both) => {
                self.end();
                self.free();
            }
            Some(Last::Strong) => {
                self.end();
                self.drop_weak();
            }
        }
    }

    fn drop_weak(&self) {
        if release_weak(&self.word) {
            self.free();
        }
    }

    pub(crate) fn is_freed(&self) -> bool {
        // SAFETY: all threads have ended.
        self.memory.with(|memory| !unsafe { *memory }) && self.content.with(|content| !unsafe { *content })
    }
}

#[test]
fn the_last_of_several_strong_references_ends_the_object() {
    loom::model(|| {
        let object = Object::new();
        let threads: Vec<_> = (0..2)
            .map(|_| {
                object.add_strong();
                let object = object.clone();
                thread::spawn(move || {
                    object.read();
                    object.drop_strong();
                })
            })
            .collect();
        object.read();
        object.drop_strong();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(object.is_freed());
    });
}

#[test]
fn the_memory_ends_with_the_last_reference_of_either_kind() {
    loom::model(|| {
        let object = Object::new();
        add_weak(&object.word);
        object.add_strong();
        let (weak, strong) = (object.clone(), object.clone());
        let threads = [thread::spawn(move || weak.drop_weak()), thread::spawn(move || strong.drop_strong())];
        object.drop_strong();
        threads.into_iter().for_each(|thread| thread.join().unwrap());
        assert!(object.is_freed());
    });
}

#[test]
fn an_upgrade_gives_an_object_that_lives_or_none() {
    static UPGRADED: StdUsize = StdUsize::new(0);
    static NONE: StdUsize = StdUsize::new(0);
    loom::model(|| {
        let object = Object::new();
        add_weak(&object.word);
        let weak = object.clone();
        let thread = thread::spawn(move || {
            if upgrade(&weak.word).is_some() {
                weak.read();
                weak.drop_strong();
                UPGRADED.fetch_add(1, StdOrdering::Relaxed);
            } else {
                NONE.fetch_add(1, StdOrdering::Relaxed);
            }
            weak.drop_weak();
        });
        object.read();
        object.drop_strong();
        thread.join().unwrap();
        assert!(object.is_freed());
    });
    assert!(UPGRADED.load(StdOrdering::Relaxed) > 0 && NONE.load(StdOrdering::Relaxed) > 0);
}
