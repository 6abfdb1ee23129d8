//! Objects as arguments, results, and elements.

use std::collections::HashMap;

use super::family::{Animal, Cat, Dog, Drops, Puppy, named, puppy};
use crate::abi::TypeIndex;
use crate::any::{Any, AnyView};
use crate::convert::{FromAnyView, IntoAny};
use crate::error::Result;
use crate::object::Ref;
use crate::object_ref::ObjectRef;
use crate::testing::rvalue::Rvalue;
use crate::{ArrayRef, MapRef};

fn dog(name: &str, drops: &Drops) -> Ref<Dog> {
    Ref::new(Dog { animal: named(name, drops), bark: 1 })
}

#[test]
fn a_reference_goes_through_a_value_without_a_copy() -> Result<()> {
    let drops = Drops::default();
    let puppy = Ref::new(puppy(&drops));
    let value = puppy.clone().into_any();
    assert_eq!((Ref::strong_count(&puppy), value.type_index()), (2, Ref::as_object(&puppy).type_index()));
    let animal: Ref<Animal> = value.as_view().cast()?;
    assert_eq!((Ref::strong_count(&puppy), animal.name.as_str()), (3, "Rex"));
    let same: Ref<Puppy> = value.cast()?;
    assert!(Ref::ptr_eq(&puppy, &same));
    drop((puppy, animal, same));
    assert_eq!(drops.count(), 1);
    Ok(())
}

#[test]
fn borrowed_objects_are_not_counted() -> Result<()> {
    let drops = Drops::default();
    let object = dog("Rex", &drops);
    let value = object.clone().into_any();
    let animal: &Animal = value.as_view().cast_ref()?;
    assert_eq!((animal.legs, Ref::strong_count(&object)), (4, 2));
    let dog: Option<&Dog> = value.as_view().cast_ref()?;
    assert_eq!(dog.map(|dog| dog.bark), Some(1));
    let (none, mut holder) = (Any::none(), ());
    assert!(none.as_view().cast_in::<Option<&Dog>>(&mut holder)?.is_none());
    Ok(())
}

#[test]
fn borrowed_containers_lend_objects() -> Result<()> {
    let drops = Drops::default();
    let list = Any::new(vec![dog("A", &drops), dog("B", &drops)]);
    let mut holder = Default::default();
    let animals: ArrayRef<'_, &Animal> = list.as_view().cast_in(&mut holder)?;
    assert_eq!(animals.iter().map(|animal| animal.name.as_str()).collect::<String>(), "AB");
    let mut holder = Default::default();
    let dogs: Vec<&Dog> = list.as_view().cast_in(&mut holder)?;
    assert_eq!(dogs.len(), 2);

    let table = Any::new(HashMap::from([(String::from("rex"), dog("C", &drops))]));
    let mut holder = Default::default();
    let table: MapRef<'_, &str, &Dog> = table.as_view().cast_in(&mut holder)?;
    assert_eq!(table.get("rex").map(|dog| dog.animal.name.as_str()), Some("C"));
    Ok(())
}

#[test]
fn an_object_that_is_given_away_is_taken_once() {
    let drops = Drops::default();
    let object = dog("Rex", &drops);
    let observer = object.clone();
    let mut rvalue = Rvalue::new(object.into());
    let raw = rvalue.raw();
    // SAFETY: the slot is valid, and outlives the view.
    let view = unsafe { AnyView::from_raw(core::ptr::NonNull::from(&raw)) };
    assert!(view.cast::<Ref<Cat>>().is_err());
    // SAFETY: the value outlives the holder.
    let taken = unsafe { <Ref<Dog>>::decode_argument(view, &mut ()) };
    assert!(taken.is_none(), "without permission nothing is taken");
    assert!(!rvalue.is_taken());
    let taken: Ref<Animal> = view.cast().expect("it is an animal");
    assert!(rvalue.is_taken());
    assert_eq!(Ref::strong_count(&observer), 2, "the reference has moved");
    assert!(view.cast::<Ref<Animal>>().is_err());
    drop((taken, observer));
    assert_eq!(drops.count(), 1);
}

#[test]
fn an_object_index_with_a_null_pointer_is_refused() {
    let raw = crate::abi::TVMFFIAny::new(
        TypeIndex::DYN_OBJECT_BEGIN,
        crate::abi::TVMFFIAnyPayload::from_ptr(core::ptr::null_mut()),
    );
    // SAFETY: the decoders look at the pointer before they follow it.
    let view = unsafe { AnyView::from_raw(core::ptr::NonNull::from(&raw)) };
    assert!(<Ref<Dog>>::decode(view, &mut ()).is_none());
    assert!(<&Dog>::decode(view, &mut ()).is_none());
    assert!(view.cast::<ObjectRef>().is_err());
}
