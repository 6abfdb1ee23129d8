//! Lifetimes and drops of objects.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

use tvm_ffi::IntoAny;
use tvm_ffi::prelude::*;

static LIVE: AtomicI64 = AtomicI64::new(0);
static DROPPED: AtomicI64 = AtomicI64::new(0);

/// Counted when it is made and dropped.
#[tvm_ffi::object("e2e.Tracked")]
struct Tracked {
    #[field]
    value: Any,
}

impl Tracked {
    fn of(value: Any) -> Self {
        LIVE.fetch_add(1, Ordering::SeqCst);
        Self { value }
    }
}

impl Drop for Tracked {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, Ordering::SeqCst);
        DROPPED.fetch_add(1, Ordering::SeqCst);
    }
}

#[tvm_ffi::methods]
impl Tracked {
    #[init]
    fn new(#[default(Any::default())] value: Any) -> Result<Self> {
        let tracked = Self::of(value);
        // Fails after it was counted, so the drop counts too.
        if tracked.value.as_view().cast::<String>().is_ok_and(|text| text == "fail") {
            bail!(ValueError, "asked to fail");
        }
        Ok(tracked)
    }

    fn itself(&self) -> usize {
        core::ptr::from_ref(self) as usize
    }
}

/// The numbers of live and of all objects.
#[tvm_ffi::export]
fn tracked() -> (i64, i64) {
    (LIVE.load(Ordering::SeqCst), DROPPED.load(Ordering::SeqCst))
}

/// Some at once.
#[tvm_ffi::export]
fn make_tracked(count: usize) -> Vec<Tracked> {
    (0..count).map(|index| Tracked::of((index as i64).into_any())).collect()
}

static KEPT: Mutex<Vec<ObjectRef>> = Mutex::new(Vec::new());

/// Keeps an object in a static.
#[tvm_ffi::export]
fn keep_object(object: ObjectRef) {
    KEPT.lock().expect("no panic").push(object);
}

/// Drops all kept objects on another thread, which may call Python.
#[tvm_ffi::export(gil = "released")]
fn drop_kept_elsewhere() -> usize {
    let kept = core::mem::take(&mut *KEPT.lock().expect("no panic"));
    let count = kept.len();
    thread::spawn(move || drop(kept)).join().expect("no panic");
    count
}

/// Calls a function when it is dropped.
#[tvm_ffi::object("e2e.Bomb", init)]
struct Bomb {
    #[field]
    at_end: Function,
}

impl Drop for Bomb {
    fn drop(&mut self) {
        // Its error cannot be raised.
        let _ = self.at_end.call(("dropped",));
    }
}

/// Panics when it is dropped.
#[tvm_ffi::object("e2e.PanicsInDrop", init)]
struct PanicsInDrop {
    #[field]
    value: Any,
}

impl Drop for PanicsInDrop {
    fn drop(&mut self) {
        panic!("dropped");
    }
}

/// A mutable object with any value, for cycles.
#[tvm_ffi::object("e2e.Holder", init, mutable)]
struct Holder {
    #[field(set, default = Any::default())]
    value: Any,
}

#[tvm_ffi::methods]
impl Holder {
    /// Calls the value.
    fn call(&self, argument: i64) -> Result<Any> {
        self.value.as_view().cast::<Function>()?.call((argument,))
    }

    fn clear(&mut self) -> Any {
        core::mem::take(&mut self.value)
    }
}

/// Another library registers the type key too.
#[tvm_ffi::object("e2e.Contested", init)]
struct Contested {
    #[field]
    value: i64,
}

#[tvm_ffi::export]
fn make_contested(value: i64) -> Contested {
    Contested { value }
}

#[tvm_ffi::export]
fn read_contested(contested: &Contested) -> i64 {
    contested.value
}
