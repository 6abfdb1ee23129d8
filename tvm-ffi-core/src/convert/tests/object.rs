//! Objects: borrowed, owned, and given away by an rvalue reference, once.

use std::sync::Arc;

use super::*;
use crate::error::{Error, ErrorKind};
use crate::object_ref::ObjectRef;
use crate::string::{Bytes, Str};
use crate::testing::rvalue::Rvalue;
use crate::{Function, Result};

fn function() -> Function {
    Function::new(|| 1i64)
}

/// An object of type `Object` that is none of the built-in ones.
fn plain_object() -> ObjectRef {
    let handle = testing::object::new(TypeIndex::OBJECT, Arc::new(()));
    // SAFETY: the object was just made.
    unsafe { ObjectRef::from_handle(handle) }.expect("the handle is not NULL")
}

#[test]
fn a_borrowed_object_is_shared() {
    let object = plain_object();
    let value = object.clone().into_any();
    let decoded: ObjectRef = decode(&value).expect("it is an object");
    assert!(ObjectRef::ptr_eq(&object, &decoded));
    assert_eq!(object.strong_count(), 3);
    assert_eq!(explained::<Function>(value.as_view()), "TypeError: expected Function, got Object");
    assert_eq!(explained::<ObjectRef>(1i64.into_any().as_view()), "TypeError: expected Object, got int");
    assert_eq!(object.strong_count(), 3, "a refusal takes nothing");
}

/// What takes an object out of an rvalue reference does so once, without a change of its count.
fn takes_once<T: Parameter + for<'a> FromAnyView<'a>>(object: ObjectRef) {
    let observer = object.clone();
    let mut rvalue = Rvalue::new(object);
    let raw = rvalue.raw();
    // SAFETY: the value outlives the holder.
    let taken = unsafe { T::decode_argument(view(&raw), &mut Default::default()) };
    assert!(taken.is_none(), "without permission nothing is taken");
    assert!(!rvalue.is_taken());

    let raw = rvalue.raw();
    let taken = decode_as_shim::<T>(view(&raw)).expect("the object is of that type");
    assert!(rvalue.is_taken());
    assert_eq!(observer.strong_count(), 2, "the reference has moved");

    let raw = rvalue.raw();
    assert!(view(&raw).cast::<T>().is_err(), "the second time there is nothing");
    assert!(explained::<T>(view(&raw)).ends_with("got an rvalue reference whose object was taken"));
    drop(taken);
    assert_eq!(observer.strong_count(), 1);
}

#[test]
fn owned_forms_take_an_rvalue_once() {
    takes_once::<ObjectRef>(plain_object());
    takes_once::<Any>(plain_object());
    takes_once::<Function>(function().into());
    takes_once::<Option<Function>>(function().into());
    let bytes = Bytes::from([1u8; 9].as_slice()).into_any();
    takes_once::<Bytes>(bytes.try_into_object().expect("nine bytes are an object"));
    let text = Str::from("longer than seven").into_any();
    takes_once::<Str>(text.try_into_object().expect("the text is an object"));
}

#[test]
fn an_rvalue_of_another_type_stays_where_it_is() {
    let mut rvalue = Rvalue::new(plain_object());
    let raw = rvalue.raw();
    assert_eq!(explained::<Function>(view(&raw)), "TypeError: expected Function, got Object");
    assert_eq!(explained::<Bytes>(view(&raw)), "TypeError: expected bytes, got Object");
    assert_eq!(explained::<Str>(view(&raw)), "TypeError: expected str, got Object");
    assert_eq!(explained::<i64>(view(&raw)), "TypeError: expected int, got Object");
    assert!(!rvalue.is_taken());
}

#[test]
fn text_is_read_through_an_rvalue_and_left_there() {
    let text = Any::new("longer than seven").try_into_object().expect("the text is an object");
    let mut rvalue = Rvalue::new(text);
    let raw = rvalue.raw();
    assert_eq!(decode_as_shim::<String>(view(&raw)).as_deref(), Some("longer than seven"));
    assert!(!rvalue.is_taken());
}

#[test]
fn an_error_is_taken_and_keeps_its_content() {
    let error = Error::new(ErrorKind::KeyError, "no such key").into_any();
    let mut rvalue = Rvalue::new(error.try_into_object().expect("an error is an object"));
    let raw = rvalue.raw();
    let taken = view(&raw).cast::<Error>().expect("it is an error");
    assert!(rvalue.is_taken());
    assert_eq!(taken.to_string(), "KeyError: no such key");
}

#[test]
fn an_rvalue_slot_of_null_is_refused() {
    mismatch::<ObjectRef>(view(&odd(TypeIndex::OBJECT_RVALUE_REF)));
    mismatch::<Any>(view(&odd(TypeIndex::OBJECT_RVALUE_REF)));
}

#[test]
fn an_object_index_with_a_null_pointer_is_refused() {
    for type_index in [TypeIndex::STR, TypeIndex::BYTES, TypeIndex::ERROR, TypeIndex::FUNCTION] {
        let raw = odd(type_index);
        mismatch::<ObjectRef>(view(&raw));
        mismatch::<&str>(view(&raw));
        mismatch::<&[u8]>(view(&raw));
        mismatch::<Error>(view(&raw));
        mismatch::<Function>(view(&raw));
    }
    mismatch::<f64>(view(&odd(TypeIndex::BIG_INT)));
    mismatch::<u128>(view(&odd(TypeIndex::BIG_INT)));
}

/// A type of a user's that borrows from what it holds during the call.
struct Words<'a>(&'a [String]);

impl crate::FfiType for Words<'_> {
    const TAG: &'static crate::TypeTag = &crate::TypeTag::Named("words");
}

impl<'a> FromAnyView<'a> for Words<'a> {
    type Holder = Vec<String>;

    fn decode(view: AnyView<'a>, holder: &'a mut Self::Holder) -> Option<Self> {
        let text: String = String::decode(view, &mut ())?;
        *holder = text.split(' ').map(str::to_owned).collect();
        Some(Self(holder))
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        Mismatch::unless::<Self>(String::explain(view).is_none(), view)
    }
}

#[test]
fn a_holder_keeps_what_a_borrowed_form_needs() -> Result<()> {
    let value = Any::new("three short words");
    let mut holder = Vec::new();
    let words: Words<'_> = value.as_view().cast_in(&mut holder)?;
    assert_eq!(words.0, ["three", "short", "words"]);
    let error = Any::new(3i64).as_view().cast_in::<Words<'_>>(&mut holder).err().expect("3 is not text");
    assert_eq!(error.to_string(), "TypeError: expected words, got int");
    Ok(())
}
