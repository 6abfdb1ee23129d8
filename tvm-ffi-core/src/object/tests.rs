mod changed;
mod conversions;
mod deferred_drop;
mod family;
mod inherit;
mod layout;
mod nested;

use core::ffi::{c_int, c_void};
use core::ptr::NonNull;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use crate::abi::{DeleterFlag, TVMFFIAny, TVMFFIObject, TypeIndex};
use crate::any::Any;
use crate::convert::IntoAny;
use crate::object_ref::{ObjectRef, new_header};
use crate::testing;

const TYPE: i32 = TypeIndex::OBJECT;

/// A payload that counts how often it is dropped, and knows whether it was.
struct Payload {
    drops: Arc<AtomicUsize>,
    alive: AtomicBool,
}

impl Drop for Payload {
    fn drop(&mut self) {
        self.alive.store(false, Ordering::Relaxed);
        self.drops.fetch_add(1, Ordering::Relaxed);
    }
}

/// An object with a [`Payload`], and its count of drops.
fn counted() -> (ObjectRef, Arc<AtomicUsize>) {
    let drops = Arc::new(AtomicUsize::new(0));
    let payload = Payload { drops: Arc::clone(&drops), alive: AtomicBool::new(true) };
    let handle = testing::object::new(TYPE, payload);
    // SAFETY: the object was just made, with one reference.
    let object = unsafe { ObjectRef::from_handle(handle) }.expect("the handle is not NULL");
    (object, drops)
}

fn is_alive(object: &ObjectRef) -> bool {
    // SAFETY: the tests that ask made the object in `counted`.
    unsafe { object.body::<Payload>().as_ref() }.alive.load(Ordering::Relaxed)
}

fn count(drops: &AtomicUsize) -> usize {
    drops.load(Ordering::Relaxed)
}

#[test]
fn the_last_reference_drops_the_payload() {
    let (object, drops) = counted();
    let second = object.clone();
    assert!(ObjectRef::ptr_eq(&object, &second));
    assert_eq!((object.strong_count(), object.is_unique()), (2, false));
    drop(object);
    assert_eq!((count(&drops), second.is_unique()), (0, true));
    drop(second);
    assert_eq!(count(&drops), 1);
}

#[test]
fn a_weak_reference_keeps_the_memory_but_not_the_payload() {
    let (object, drops) = counted();
    let weak = object.downgrade();
    assert!(!object.is_unique(), "a weak reference counts against uniqueness");
    let upgraded = weak.upgrade().expect("the object lives");
    assert!(ObjectRef::ptr_eq(&object, &upgraded));
    drop((object, upgraded));
    assert_eq!(count(&drops), 1);
    // The header is still there to be asked.
    assert!(weak.upgrade().is_none());
    let second = weak.clone();
    drop(weak);
    assert!(second.upgrade().is_none());
    assert_eq!(count(&drops), 1);
}

#[test]
fn a_weak_reference_that_ends_first_leaves_the_object_alone() {
    let (object, drops) = counted();
    drop(object.downgrade());
    assert!(object.is_unique());
    assert_eq!(count(&drops), 0);
    drop(object);
    assert_eq!(count(&drops), 1);
}

#[test]
fn a_handle_moves_through_raw_forms_without_a_change_of_counts() {
    let (object, drops) = counted();
    let raw = object.into_raw();
    // SAFETY: the reference is taken back once.
    let object = unsafe { ObjectRef::from_raw(raw) };
    // SAFETY: the object is live.
    let borrowed = unsafe { ObjectRef::from_borrowed(raw) };
    assert_eq!(object.strong_count(), 2);
    drop(object);
    assert_eq!(count(&drops), 0);
    drop(borrowed);
    assert_eq!(count(&drops), 1);
    // SAFETY: NULL is allowed.
    assert!(unsafe { ObjectRef::from_handle(core::ptr::null_mut()) }.is_none());
}

/// The phases that [`record_phase`] was called with.
static PHASES: Mutex<Vec<c_int>> = Mutex::new(Vec::new());

/// A deleter that leaves the memory to the test.
unsafe extern "C" fn record_phase(_: *mut c_void, flags: c_int) {
    PHASES.lock().expect("no test panics with it").push(flags);
}

#[test]
fn the_deleter_is_told_which_phase_it_is_called_for() {
    let mut header = new_header(TYPE, record_phase);
    let header = NonNull::from(&mut header);
    let phases = || core::mem::take(&mut *PHASES.lock().expect("no test panics with it"));
    // SAFETY: the header has one reference and outlives it.
    drop(unsafe { ObjectRef::from_raw(header) });
    assert_eq!(phases(), [DeleterFlag::BOTH]);

    // SAFETY: no other code uses the header.
    unsafe { header.write(new_header(TYPE, record_phase)) };
    // SAFETY: as above.
    let object = unsafe { ObjectRef::from_raw(header) };
    let weak = object.downgrade();
    drop(object);
    assert_eq!(phases(), [DeleterFlag::STRONG]);
    drop(weak);
    assert_eq!(phases(), [DeleterFlag::WEAK]);
}

#[test]
fn an_object_without_a_deleter_is_never_freed() {
    let mut header = TVMFFIObject { deleter: None, ..new_header(TYPE, record_phase) };
    // SAFETY: the header has one reference and outlives it.
    let object = unsafe { ObjectRef::from_raw(NonNull::from(&mut header)) };
    let weak = object.downgrade();
    drop(object);
    assert!(weak.upgrade().is_none());
    drop(weak);
    assert_eq!(header.combined_ref_count, 0);
}

const ROUNDS: usize = if cfg!(miri) { 20 } else { 5_000 };

#[test]
fn clones_on_many_threads_end_in_one_drop() {
    let (object, drops) = counted();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            let object = object.clone();
            scope.spawn(move || {
                for _ in 0..ROUNDS {
                    let clone = object.clone();
                    assert!(is_alive(&clone));
                }
            });
        }
    });
    assert_eq!((count(&drops), object.is_unique()), (0, true));
    drop(object);
    assert_eq!(count(&drops), 1);
}

#[test]
fn an_upgrade_that_races_with_the_last_drop_gives_a_live_object_or_none() {
    for _ in 0..ROUNDS {
        let (object, drops) = counted();
        let weak = object.downgrade();
        std::thread::scope(|scope| {
            for _ in 0..2 {
                let weak = weak.clone();
                scope.spawn(move || {
                    if let Some(object) = weak.upgrade() {
                        assert!(is_alive(&object));
                    }
                });
            }
            scope.spawn(move || drop(object));
        });
        assert_eq!(count(&drops), 1);
        assert!(weak.upgrade().is_none());
    }
}

#[test]
fn the_last_strong_and_the_last_weak_reference_may_end_at_once() {
    for _ in 0..ROUNDS {
        let (object, drops) = counted();
        let weak = object.downgrade();
        std::thread::scope(|scope| {
            scope.spawn(move || drop(object));
            scope.spawn(move || drop(weak));
        });
        assert_eq!(count(&drops), 1);
    }
}

#[test]
fn a_value_holds_one_reference() {
    let (object, drops) = counted();
    let value = object.clone().into_any();
    assert_eq!(object.strong_count(), 2);
    let second = value.clone();
    assert_eq!(object.strong_count(), 3);
    drop(value);
    assert_eq!(object.strong_count(), 2);
    let back = second.try_into_object().expect("the value is an object");
    assert_eq!(object.strong_count(), 2);
    drop((object, back));
    assert_eq!(count(&drops), 1);
}

#[test]
fn a_value_without_an_object_is_given_back() {
    let value = Any::new(3i64).try_into_object().expect_err("an integer is not an object");
    assert_eq!(value.cast::<i64>().expect("it is an integer"), 3);
}

#[test]
fn a_value_whose_object_is_null_is_dropped_and_copied_without_looking() {
    // A careless callee may give such a value.
    let raw = TVMFFIAny::new(TypeIndex::ARRAY, crate::abi::TVMFFIAnyPayload::from_ptr(core::ptr::null_mut()));
    // SAFETY: NULL owns nothing.
    let value = unsafe { Any::from_raw(raw) };
    drop(value.clone());
    assert!(value.try_into_object().is_err());
}

/// A count that wrapped around would free an object in use, which forgetting references could bring about in safe code.
#[cfg(all(unix, not(miri)))]
#[test]
fn a_count_that_would_wrap_around_ends_the_process() {
    use std::os::unix::process::ExitStatusExt;

    const ROLE: &str = "TVM_FFI_TEST_CHILD";
    const NAME: &str = "object::tests::a_count_that_would_wrap_around_ends_the_process";
    let half = 1u64 << 31;
    let Ok(role) = std::env::var(ROLE) else {
        for role in ["strong", "weak", "weak clone", "upgrade"] {
            let mut child = std::process::Command::new(std::env::current_exe().expect("it has a path"));
            let output = child.args(["--exact", NAME, "--nocapture"]).env(ROLE, role).output();
            let output = output.expect("the test binary runs");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.signal(), Some(libc::SIGABRT), "{role}: {stderr}");
            assert!(stderr.contains("an object has too many references"), "{role}: {stderr}");
            // The message cannot be written.
            let mut child = child.stderr(std::process::Stdio::piped()).spawn().expect("the test binary runs");
            drop(child.stderr.take());
            let status = child.wait().expect("the child ends");
            assert_eq!(status.signal(), Some(libc::SIGABRT), "{role}");
        }
        return;
    };
    let (strong, weak) = if role == "strong" || role == "upgrade" { (half - 2, 2) } else { (1, half - 2) };
    let header = TVMFFIObject {
        combined_ref_count: weak << 32 | strong,
        deleter: None,
        ..new_header(TYPE, record_phase)
    };
    // SAFETY: the header is never freed, and is counted in no other place.
    let object = unsafe { ObjectRef::from_raw(NonNull::from(Box::leak(Box::new(header)))) };
    let weak = core::mem::ManuallyDrop::new(object.downgrade());
    // The last that fits is given, the one after it is not.
    for _ in 0..4 {
        match role.as_str() {
            "strong" => core::mem::forget(object.clone()),
            "weak" => core::mem::forget(object.downgrade()),
            "weak clone" => core::mem::forget(crate::object_ref::WeakObjectRef::clone(&weak)),
            _ => core::mem::forget(weak.upgrade()),
        }
    }
}

#[test]
fn debug_output_names_the_type() {
    let (object, _) = counted();
    let _ = crate::runtime();
    assert!(format!("{object:?}").starts_with("ObjectRef(ffi.Object at "), "{object:?}");
}
