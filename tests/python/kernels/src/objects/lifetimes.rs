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

static WEAK: Mutex<Option<WeakRef<Tracked>>> = Mutex::new(None);
static KEPT: Mutex<Vec<ObjectRef>> = Mutex::new(Vec::new());

/// Keeps a weak reference to an object.
#[tvm_ffi::export]
fn watch(tracked: Ref<Tracked>) {
    *WEAK.lock().expect("no panic") = Some(Ref::downgrade(&tracked));
}

/// The object of the weak reference, if it is alive.
#[tvm_ffi::export]
fn watched() -> Option<Ref<Tracked>> {
    WEAK.lock().expect("no panic").as_ref().and_then(WeakRef::upgrade)
}

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

/// Takes the value out of the object, if there is no other reference.
#[tvm_ffi::export]
fn take_unique(mut tracked: Ref<Tracked>) -> Option<Any> {
    Ref::get_mut(&mut tracked).map(|tracked| core::mem::take(&mut tracked.value))
}

/// Upgrades and drops while other threads do the same.
#[tvm_ffi::export]
fn race_weak(rounds: usize) -> (i64, usize) {
    let before = LIVE.load(Ordering::SeqCst);
    let mut upgraded = 0;
    for _ in 0..rounds {
        let strong = Ref::new(Tracked::of(Any::default()));
        let weak = [Ref::downgrade(&strong), Ref::downgrade(&strong)];
        upgraded += thread::scope(|scope| {
            let threads =
                weak.map(|weak| scope.spawn(move || (0..20).filter(|_| weak.upgrade().is_some()).count()));
            drop(strong);
            threads.into_iter().map(|thread| thread.join().expect("no panic")).sum::<usize>()
        });
    }
    (LIVE.load(Ordering::SeqCst) - before, upgraded)
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
