//! Borrows through typed references, and of arguments.

use super::*;
use crate::any::Any;
use crate::convert::{FromAnyView, FromArgument, IntoAny};
use crate::object::{Ref, explain_borrowed};
use crate::object_ref::ObjectRef;
use tvm_ffi_macros::object;

#[object("test.Counter", mutable, crate = "crate")]
#[derive(Debug, Clone, PartialEq)]
struct Counter {
    count: u64,
    name: String,
}

fn counter() -> Ref<Counter> {
    Ref::new(Counter { count: 1, name: String::from("one") })
}

fn value(object: &Ref<Counter>) -> Any {
    object.clone().into_any()
}

#[test]
fn guards_lead_to_the_value() {
    let object = counter();
    {
        let mut only = object.borrow_mut();
        only.count += 1;
        only.name.push_str(" more");
        assert_eq!(only.count, 2);
    }
    let [first, second] = [object.borrow(), object.borrow()];
    assert_eq!((first.count, second.name.as_str()), (2, "one more"));
    assert_eq!(format!("{first:?}"), format!("{:?}", *second));
}

#[test]
fn a_guard_in_the_way_is_named() {
    let object = counter();
    let only = object.borrow_mut();
    let error = object.try_borrow().expect_err("it is borrowed mutably");
    assert_eq!(error.to_string(), format!("test.Counter: {CHANGED}"));
    assert_eq!(object.try_borrow_mut().expect_err("it is borrowed mutably"), error);
    drop(only);
    let reads = object.borrow();
    let error = object.try_borrow_mut().expect_err("it is borrowed");
    assert_eq!(crate::Error::from(error).to_string(), format!("RuntimeError: test.Counter: {READ}"));
    drop(reads);
    assert!(object.try_borrow_mut().is_ok());
}

#[test]
fn borrows_that_cannot_be_had_panic_like_those_of_a_cell() {
    let object = counter();
    let only = object.borrow_mut();
    let message = |body: &dyn Fn()| {
        let payload = std::panic::catch_unwind(std::panic::AssertUnwindSafe(body)).expect_err("it panics");
        payload.downcast_ref::<String>().expect("it has a message").clone()
    };
    assert_eq!(message(&|| drop(object.borrow())), format!("test.Counter: {CHANGED}"));
    drop(only);
    let _reads = object.borrow();
    assert_eq!(message(&|| drop(object.borrow_mut())), format!("test.Counter: {READ}"));
}

#[test]
fn the_only_reference_needs_no_borrow_but_respects_one_that_was_forgotten() {
    let mut object = counter();
    Ref::get_mut(&mut object).expect("it is the only reference").count = 7;
    assert_eq!(object.borrow().count, 7);
    core::mem::forget(object.borrow_mut());
    assert!(Ref::get_mut(&mut object).is_none());
    // SAFETY: the guard owned a reference.
    drop(unsafe { ObjectRef::from_raw(object.header()) });
}

#[test]
fn an_argument_that_was_decoded_is_borrowed_until_its_holder_ends() {
    let object = counter();
    let value = value(&object);
    let mut holder = Holder::default();
    let decoded = <&Counter>::decode(value.as_view(), &mut holder).expect("it is one");
    assert_eq!(decoded.count, 1);
    assert!(object.try_borrow_mut().is_err());
    drop(holder);
    assert!(object.try_borrow_mut().is_ok());
}

#[test]
fn a_holder_may_outlive_the_value_that_it_was_used_for() {
    let mut holder = Holder::default();
    let value = counter().into_any();
    assert!(<&Counter>::decode(value.as_view(), &mut holder).is_some());
    drop(value);
    // The object is still there to be given back.
    drop(holder);
}

#[test]
fn an_argument_is_borrowed_with_a_reference_of_its_own() {
    let object = counter();
    let value = value(&object);
    let mut holder = Holder::default();
    // SAFETY: the value outlives the holder, and the type writes no tensor.
    let decoded = unsafe { <Option<&Counter> as FromArgument<'_>>::hot(value.as_view(), &mut holder) };
    assert_eq!(decoded.flatten().map(|counter| counter.count), Some(1));
    assert_eq!(Ref::strong_count(&object), 3);
    assert!(object.try_borrow_mut().is_err());
    drop(holder);
    assert!(object.try_borrow_mut().is_ok());
}

#[test]
fn why_an_argument_was_refused_is_told_without_another_try() {
    let object = counter();
    let value = value(&object);
    let mut holder = Holder::default();
    let only = object.borrow_mut();
    // SAFETY: the value outlives the holder, and the type writes no tensor.
    let decoded = unsafe { <Option<&Counter> as FromArgument<'_>>::hot(value.as_view(), &mut holder) };
    assert!(decoded.is_none());
    // As in a call, whose other arguments are gone when it is explained.
    drop(only);
    let mismatch = <Option<&Counter> as FromArgument<'_>>::explain(value.as_view());
    let mismatch = mismatch.expect("it was refused");
    assert_eq!((mismatch.kind(), mismatch.text()), (&crate::ErrorKind::RuntimeError, CHANGED));
    // There is nothing else to say, and nothing is borrowed to find out.
    let _reads = object.borrow();
    assert!(explain_borrowed::<Counter>(value.as_view()).is_none());
}

/// References of all kinds come and go while the object is changed and read: counts, borrows, and the last drop fit together.
#[test]
fn an_object_is_changed_and_read_while_references_come_and_go() {
    const ROUNDS: u64 = if cfg!(miri) { 10 } else { 2_000 };
    let object = counter();
    let weak = Ref::downgrade(&object);
    let changes = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let object = object.clone();
            let changes = &changes;
            scope.spawn(move || {
                for _ in 0..ROUNDS {
                    // On a machine that is busy, a thread may be away for longer than others wait.
                    let Ok(mut only) = object.try_borrow_mut() else { continue };
                    only.count += 1;
                    only.name = format!("after {}", only.count);
                    changes.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        for _ in 0..2 {
            let weak = weak.clone();
            scope.spawn(move || {
                for _ in 0..ROUNDS {
                    let Some(object) = weak.upgrade() else { break };
                    let value = object.clone().into_any();
                    let mut holder = Holder::default();
                    let Some(read) = <&Counter>::decode(value.as_view(), &mut holder) else { continue };
                    let expected =
                        if read.count == 1 { String::from("one") } else { format!("after {}", read.count) };
                    assert_eq!(read.name, expected);
                }
            });
        }
        drop(object);
    });
    assert!(weak.upgrade().is_none(), "the last reference has ended");
    assert!(changes.into_inner() > 0);
}
