use core::cell::UnsafeCell;
use core::sync::atomic::AtomicUsize;
use std::thread;

use super::*;

/// A handle of its own for each test.
struct Handle(UnsafeCell<*mut c_void>);

// SAFETY: every access is atomic.
unsafe impl Sync for Handle {}

impl Handle {
    const fn new() -> Self {
        Self(UnsafeCell::new(null_mut()))
    }

    fn init(&self, init: Init) -> c_int {
        // SAFETY: every access is atomic.
        unsafe { init_once(self.0.get(), init) }
    }
}

/// Gives a handle that is not NULL.
fn give(out: *mut *mut c_void) -> c_int {
    // SAFETY: the place that the runtime gives.
    unsafe { out.write((&raw const CALLS).cast_mut().cast()) };
    0
}

static CALLS: AtomicUsize = AtomicUsize::new(0);

#[test]
fn threads_make_a_handle_once() {
    static HANDLE: Handle = Handle::new();
    unsafe extern "C" fn init(out: *mut *mut c_void) -> c_int {
        thread::yield_now();
        CALLS.fetch_add(1, Ordering::Relaxed);
        give(out)
    }
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(HANDLE.init(init), 0));
        }
    });
    assert_eq!(CALLS.load(Ordering::Relaxed), 1);
}

#[test]
fn making_a_handle_makes_others_but_not_itself() {
    static OUTER: Handle = Handle::new();
    static INNER: Handle = Handle::new();
    unsafe extern "C" fn inner(out: *mut *mut c_void) -> c_int {
        assert_eq!(OUTER.init(inner), -1, "it would wait for itself");
        give(out)
    }
    unsafe extern "C" fn outer(out: *mut *mut c_void) -> c_int {
        assert_eq!(INNER.init(inner), 0);
        give(out)
    }
    assert_eq!(OUTER.init(outer), 0);
}
