//! Objects as arguments that are to be changed.

use super::family::{Counter, Dog, Drops, StepCounter, named};
use crate::any::Any;
use crate::convert::{FromAnyView, FromArgument, IntoAny};
use crate::error::Result;
use crate::object::Ref;
use crate::object::borrow::Holder;

/// The counter in a value, to be read.
fn reader<'a>(value: &'a Any, holder: &'a mut Holder) -> Option<&'a Counter> {
    FromAnyView::decode(value.as_view(), holder)
}

#[test]
fn an_argument_to_be_changed_is_borrowed_alone() {
    let object = Ref::new(StepCounter::default());
    let value = object.clone().into_any();
    let (mut holder, mut second) = (Holder::default(), Holder::default());
    // SAFETY: the value outlives the holders.
    let counter = unsafe { <&mut Counter>::hot(value.as_view(), &mut holder) }.expect("it is not borrowed");
    counter.total += 5;
    // SAFETY: as above.
    assert!(unsafe { <&mut Counter>::hot(value.as_view(), &mut second) }.is_none());
    let refused = <&mut Counter>::explain(value.as_view()).expect("it is borrowed");
    assert_eq!(
        format!("{}: {refused}", refused.kind()),
        "RuntimeError: the object is borrowed mutably by a call that is running on this thread"
    );
    let mut shared = Default::default();
    assert!(reader(&value, &mut shared).is_none());
    drop(holder);
    assert_eq!(reader(&value, &mut shared).map(|counter| counter.total), Some(5));
    // SAFETY: as above.
    assert!(unsafe { <&mut Counter>::hot(value.as_view(), &mut second) }.is_none(), "it is read");
}

#[test]
fn an_argument_to_be_changed_that_is_none_is_explained() {
    let value = Dog { animal: named("Rex", &Drops::default()), bark: 1 }.into_any();
    let refused = <&mut Counter>::explain(value.as_view()).expect("it is a dog");
    assert_eq!(refused.text(), "expected tests.Counter, got tests.Dog");
    let counter = Counter::default().into_any();
    assert!(<&mut Counter>::explain(counter.as_view()).is_none());
}

#[test]
fn a_reference_to_a_mutable_object_is_not_a_borrow() -> Result<()> {
    let object = Ref::new(Counter::default());
    let value = object.clone().into_any();
    let mut holder = Holder::default();
    // SAFETY: the value outlives the holder.
    let counter = unsafe { <&mut Counter>::hot(value.as_view(), &mut holder) }.expect("it is not borrowed");
    let again: Ref<Counter> = value.as_view().cast()?;
    counter.total = 1;
    assert_eq!(format!("{again:?}"), "tests.Counter(<mutably borrowed>)");
    drop(holder);
    assert!(format!("{again:?}").starts_with("Counter { total: 1"), "{again:?}");
    Ok(())
}
