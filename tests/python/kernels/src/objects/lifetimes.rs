//! How long objects live, and what happens when they end.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

use tvm_ffi::IntoAny;
use tvm_ffi::prelude::*;

static LIVE: AtomicI64 = AtomicI64::new(0);
static DROPPED: AtomicI64 = AtomicI64::new(0);

/// Counted from its start to its end.
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
        // After it was counted, so that what was made is dropped again.
        if tracked.value.as_view().cast::<String>().is_ok_and(|text| text == "fail") {
            bail!(ValueError, "asked to fail");
        }
        Ok(tracked)
    }

    fn itself(&self) -> usize {
        core::ptr::from_ref(self) as usize
    }
}

/// How many there are, and how many there were.
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

/// Remembers an object without keeping it.
#[tvm_ffi::export]
fn watch(tracked: Ref<Tracked>) {
    *WEAK.lock().expect("no panic") = Some(Ref::downgrade(&tracked));
}

/// What is remembered, if it is still there.
#[tvm_ffi::export]
fn watched() -> Option<Ref<Tracked>> {
    WEAK.lock().expect("no panic").as_ref().and_then(WeakRef::upgrade)
}

/// Keeps an object in a static.
#[tvm_ffi::export]
fn keep_object(object: ObjectRef) {
    KEPT.lock().expect("no panic").push(object);
}

/// Lets go of all that is kept, on another thread.
#[tvm_ffi::export]
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

/// Upgrades and lets go while others do.
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

/// Calls a function when it ends.
#[tvm_ffi::object("e2e.Bomb", init)]
struct Bomb {
    #[field]
    at_end: Function,
}

impl Drop for Bomb {
    fn drop(&mut self) {
        // What it raises has nowhere to go.
        let _ = self.at_end.call(("dropped",));
    }
}

/// Panics when it ends.
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

/// Holds anything, and may be changed: what cycles are made of.
#[tvm_ffi::object("e2e.Holder", init, mutable)]
struct Holder {
    #[field(set, default = Any::default())]
    value: Any,
}

#[tvm_ffi::methods]
impl Holder {
    /// Calls what it holds.
    fn call(&self, argument: i64) -> Result<Any> {
        self.value.as_view().cast::<Function>()?.call((argument,))
    }

    fn clear(&mut self) -> Any {
        core::mem::take(&mut self.value)
    }
}

/// Claimed by another library too.
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
