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

    fn deinit(&self, deinit: Deinit) -> c_int {
        // SAFETY: every access is atomic.
        unsafe { deinit_once(self.0.get(), deinit) }
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
fn a_failure_leaves_the_handle_to_the_next_call() {
    static HANDLE: Handle = Handle::new();
    unsafe extern "C" fn fails(_: *mut *mut c_void) -> c_int {
        -7
    }
    unsafe extern "C" fn gives_null(_: *mut *mut c_void) -> c_int {
        0
    }
    unsafe extern "C" fn init(out: *mut *mut c_void) -> c_int {
        give(out)
    }
    unsafe extern "C" fn deinit(handle: *mut c_void) -> c_int {
        if handle.is_null() { 1 } else { 5 }
    }
    assert_eq!(HANDLE.init(fails), -7);
    assert_eq!(HANDLE.init(gives_null), -1);
    assert_eq!(HANDLE.init(init), 0);
    assert_eq!(HANDLE.init(fails), 0, "it is made");
    assert_eq!(HANDLE.deinit(deinit), 5);
    assert_eq!(HANDLE.deinit(deinit), 0, "it has ended");
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
