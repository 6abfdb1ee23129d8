//! Borrows on one thread.

mod guards;
mod threads;

use core::cell::UnsafeCell;
use core::ffi::{c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::word::{ONE, WAITING};
use super::*;
use crate::abi::{DeleterFlag, TypeIndex};
use crate::object_ref::new_header;

/// An object with a borrow word, and two numbers that are always equal.
#[repr(C)]
struct Block {
    borrow: u64,
    space: u64,
    header: TVMFFIObject,
    pair: UnsafeCell<(u64, u64)>,
    dropped: Arc<AtomicUsize>,
}

unsafe extern "C" fn delete(object: *mut c_void, phase: c_int) {
    // SAFETY: the header lies in a block.
    let block = unsafe { object.byte_sub(WORD_BEFORE_HEADER) }.cast::<Block>();
    if phase & DeleterFlag::STRONG != 0 {
        // SAFETY: the last strong reference is gone.
        unsafe { &*block }.dropped.fetch_add(1, Ordering::Relaxed);
    }
    if phase & DeleterFlag::WEAK != 0 {
        // SAFETY: the last reference is gone; the block came out of a box.
        drop(unsafe { Box::from_raw(block) });
    }
}

/// A reference to such an object, and the number of drops.
struct Object(ObjectRef, Arc<AtomicUsize>);

impl Object {
    fn new() -> Self {
        const { assert!(core::mem::offset_of!(Block, header) == WORD_BEFORE_HEADER) };
        let dropped = Arc::new(AtomicUsize::new(0));
        let block = Block {
            borrow: 0,
            space: 0,
            header: new_header(TypeIndex::OBJECT, delete),
            pair: UnsafeCell::new((0, 0)),
            dropped: Arc::clone(&dropped),
        };
        let block = NonNull::from(Box::leak(Box::new(block)));
        // SAFETY: the header is that far into the block.
        let header = unsafe { block.byte_add(WORD_BEFORE_HEADER) }.cast();
        // SAFETY: the object was just made, with one reference.
        Self(unsafe { ObjectRef::from_raw(header) }, dropped)
    }

    fn at(&self) -> NonNull<TVMFFIObject> {
        self.0.as_ptr()
    }

    fn word(&self) -> u64 {
        // SAFETY: the object has a word.
        unsafe { word(self.at()) }.load(Ordering::Relaxed)
    }

    fn share(&self, holder: &mut Holder) -> bool {
        // SAFETY: the object has a word.
        unsafe { hold(self.at(), Mode::Shared, holder) }
    }

    fn exclude(&self, holder: &mut Holder) -> bool {
        // SAFETY: the object has a word.
        unsafe { hold(self.at(), Mode::Exclusive, holder) }
    }

    fn shared(&self) -> Holder {
        let mut holder = Holder::default();
        self.share(&mut holder).then_some(holder).flatten()
    }

    fn exclusive(&self) -> Holder {
        let mut holder = Holder::default();
        self.exclude(&mut holder).then_some(holder).flatten()
    }

    fn pair(&self) -> *mut (u64, u64) {
        // SAFETY: the header lies in a block.
        let block = unsafe { self.at().byte_sub(WORD_BEFORE_HEADER) }.cast::<Block>();
        // SAFETY: the block is live.
        unsafe { &(*block.as_ptr()).pair }.get()
    }

    /// Why the last borrow was refused.
    fn reason(&self) -> Option<String> {
        Refusal::take(self.at()).map(|refusal| refusal.to_string())
    }
}

const CHANGED: &str = "the object is borrowed mutably by a call that is running on this thread";
const READ: &str = "the object is borrowed by a call that is running on this thread";

#[test]
fn several_callers_share_an_object() {
    let object = Object::new();
    let first = object.shared().expect("it is free");
    let second = object.shared().expect("shared borrows are compatible");
    assert_eq!(object.word(), 2 * ONE);
    drop(first);
    assert_eq!(object.word(), ONE);
    drop(second);
    assert_eq!(object.word(), 0);
    assert_eq!(object.reason(), None);
}

#[test]
fn an_exclusive_borrow_excludes_all_others() {
    let object = Object::new();
    let only = object.exclusive().expect("it is free");
    assert!(object.shared().is_none());
    assert_eq!(object.reason().as_deref(), Some(CHANGED));
    assert!(object.exclusive().is_none());
    assert_eq!(object.reason().as_deref(), Some(CHANGED));
    drop(only);
    assert_eq!(object.word(), 0);
    drop(object.shared().expect("it is free again"));
    drop(object.exclusive().expect("it is free again"));
}

#[test]
fn a_shared_borrow_excludes_an_exclusive_one_of_the_same_thread() {
    let object = Object::new();
    let reads = object.shared().expect("it is free");
    assert!(object.exclusive().is_none());
    assert_eq!(object.reason().as_deref(), Some(READ));
    drop(reads);
    assert!(object.exclusive().is_some());
}

#[test]
fn a_reason_is_taken_once_and_for_its_object() {
    let [object, other] = [Object::new(), Object::new()];
    let _only = object.exclusive().expect("it is free");
    assert!(object.shared().is_none());
    assert_eq!(other.reason(), None);
    assert_eq!(object.reason().as_deref(), Some(CHANGED));
    assert_eq!(object.reason(), None);
}

#[test]
fn a_holder_that_is_used_again_ends_its_borrow() {
    let [object, other] = [Object::new(), Object::new()];
    let mut holder = Holder::default();
    assert!(object.share(&mut holder) && other.share(&mut holder));
    assert_eq!((object.word(), other.word()), (0, ONE));
    assert!(!is_shared_here(&object) && is_shared_here(&other));
    let only = object.exclusive().expect("the holder has ended its borrow");
    assert!(!object.share(&mut holder));
    assert_eq!(other.word(), 0);
    drop(only);

    let mut holder = Holder::default();
    assert!(object.exclude(&mut holder) && other.exclude(&mut holder));
    assert_eq!(object.word(), 0);
    assert!(!other.exclude(&mut Holder::default()));
    // The holder ends its own borrow first.
    assert!(other.exclude(&mut holder));
}

fn is_shared_here(object: &Object) -> bool {
    thread::listed(object.at()) == Some(Mode::Shared)
}

#[test]
fn a_shared_borrow_keeps_the_object() {
    let Object(reference, dropped) = Object::new();
    let mut holder = Holder::default();
    // SAFETY: the object has a word.
    assert!(unsafe { hold(reference.as_ptr(), Mode::Shared, &mut holder) });
    drop(reference);
    assert_eq!(dropped.load(Ordering::Relaxed), 0);
    drop(holder);
    assert_eq!(dropped.load(Ordering::Relaxed), 1);
}

#[test]
fn a_thread_shares_many_objects_and_ends_the_borrows_in_any_order() {
    let objects: Vec<Object> = (0..40).map(|_| Object::new()).collect();
    let mut holders: Vec<_> = objects.iter().map(|object| (object, object.shared())).collect();
    // An order that is neither that of a stack nor that of a queue.
    for step in 0..40 {
        let at = (step * 7) % holders.len();
        let (object, holder) = holders.swap_remove(at);
        assert!(holder.is_some() && is_shared_here(object));
        assert!(object.exclusive().is_none());
        assert_eq!(object.reason().as_deref(), Some(READ), "step {step}");
        drop(holder);
        assert!(!is_shared_here(object), "step {step}");
        assert!(object.exclusive().is_some(), "step {step}");
    }
    let twice = [objects[0].shared(), objects[0].shared()];
    let [first, second] = twice;
    drop(first);
    assert!(is_shared_here(&objects[0]));
    drop(second);
    assert!(!is_shared_here(&objects[0]));
}

#[test]
fn a_panic_ends_borrows() {
    let object = Object::new();
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _only = object.exclusive().expect("it is free");
        std::panic::resume_unwind(Box::new("on purpose"));
    }));
    assert!(panicked.is_err());
    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _reads = object.shared().expect("it is free");
        std::panic::resume_unwind(Box::new("on purpose"));
    }));
    assert!(panicked.is_err() && !is_shared_here(&object));
    assert_eq!(object.word(), 0);
}

#[test]
fn a_forgotten_borrow_blocks_its_object_for_ever_and_no_other_object() {
    let object = Object::new();
    core::mem::forget(object.exclusive());
    assert!(object.shared().is_none());
    assert_eq!(object.reason().as_deref(), Some(CHANGED));
    assert_ne!(object.word(), 0);
    // SAFETY: the forgotten borrow had a reference.
    drop(unsafe { ObjectRef::from_raw(object.at()) });

    let object = Object::new();
    core::mem::forget(object.shared());
    assert!(object.exclusive().is_none());
    assert_eq!(object.reason().as_deref(), Some(READ));
    // As if the memory were freed, and another object lay there.
    // SAFETY: the object has a word, and lives.
    unsafe { word(object.at()) }.store(0, Ordering::Relaxed);
    assert!(is_shared_here(&object));
    drop(object.exclusive().expect("it is free"));
    drop(object.shared().expect("it is free"));
    // The reference that the forgotten holder keeps.
    // SAFETY: the holder had one, and is never dropped.
    drop(unsafe { ObjectRef::from_raw(object.at()) });
}

#[test]
fn a_borrow_at_once_leaves_no_reason() {
    let object = Object::new();
    // SAFETY: the object has a word.
    let at_once = || unsafe { read_at_once(object.at(), || object.word()) };
    assert_eq!(at_once(), Some(ONE));
    assert_eq!(object.word(), 0);
    let only = object.exclusive().expect("it is free");
    assert!(at_once().is_none());
    assert_eq!(object.reason(), None);
    drop(only);
}

#[test]
fn a_refusal_is_a_runtime_error_that_names_the_type() {
    let object = Object::new();
    let _only = object.exclusive().expect("it is free");
    assert!(object.shared().is_none());
    let refusal = Refusal::take(object.at()).expect("there is a reason");
    let error = BorrowError { type_key: "test.Pair", refusal };
    let error = crate::Error::from(error);
    assert_eq!(error.to_string(), format!("RuntimeError: test.Pair: {CHANGED}"));
    let mismatch = crate::Mismatch::from(refusal);
    assert_eq!((mismatch.kind(), mismatch.text()), (&crate::ErrorKind::RuntimeError, CHANGED));
}
