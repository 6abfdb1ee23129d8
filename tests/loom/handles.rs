//! Handles that are made once: threads wait for the one that makes it, and the next tries again where it fails.

use core::ptr::null_mut;
use std::sync::atomic::AtomicUsize as StdUsize;
use std::sync::atomic::Ordering as StdOrdering;

use loom::cell::UnsafeCell;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use loom::thread;

use crate::turns::{NotMade, Turns};

struct Handle {
    turns: Turns,
    handle: AtomicPtr<UnsafeCell<i32>>,
    calls: AtomicUsize,
}

impl Handle {
    fn new() -> Arc<Self> {
        Arc::new(Self { turns: Turns::new(), handle: AtomicPtr::new(null_mut()), calls: AtomicUsize::new(0) })
    }

    /// Makes the handle, unless it is made. The first `failures` calls fail.
    fn get(&self, thread: usize, failures: usize) -> Result<i32, i32> {
        if self.handle.load(Ordering::Acquire).is_null() {
            let made = self.turns.make(&self.handle, thread, || {
                if self.calls.fetch_add(1, Ordering::Relaxed) < failures {
                    return Err(5);
                }
                let made = Box::leak(Box::new(UnsafeCell::new(0)));
                // SAFETY: `loom` checks that no thread reads or writes meanwhile.
                made.with_mut(|number| unsafe { *number = 42 });
                Ok(made)
            });
            match made {
                Ok(()) => {}
                Err(NotMade::Code(code)) => return Err(code),
                Err(NotMade::Null | NotMade::Recursion) => panic!("neither happens here"),
            }
        }
        let handle = self.handle.load(Ordering::Acquire);
        // SAFETY: handles are never freed.
        let handle = unsafe { handle.as_ref() }.expect("the handle is made");
        // SAFETY: `loom` checks that no thread writes meanwhile.
        Ok(handle.with(|number| unsafe { *number }))
    }
}

#[test]
fn threads_get_one_handle() {
    loom::model(|| {
        let handle = Handle::new();
        let other = handle.clone();
        let thread = thread::spawn(move || assert_eq!(other.get(1, 0), Ok(42)));
        assert_eq!(handle.get(2, 0), Ok(42));
        thread.join().unwrap();
        assert_eq!(handle.calls.load(Ordering::Relaxed), 1);
    });
}

#[test]
fn a_thread_that_waits_makes_the_handle_where_the_other_fails() {
    static BOTH_CALLED: StdUsize = StdUsize::new(0);
    loom::model(|| {
        let handle = Handle::new();
        let other = handle.clone();
        let thread = thread::spawn(move || other.get(1, 1));
        let results = [handle.get(2, 1), thread.join().unwrap()];
        assert!(results.contains(&Err(5)) && results.contains(&Ok(42)), "{results:?}");
        BOTH_CALLED.fetch_add(1, StdOrdering::Relaxed);
    });
    assert!(BOTH_CALLED.load(StdOrdering::Relaxed) > 1);
}
