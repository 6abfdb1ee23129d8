//! Types that extend others, and objects of other libraries.

use core::ptr::NonNull;

use tvm_ffi_macros::object;

use super::family::{Animal, Cat, Counter, Dog, Drops, Puppy, StepCounter, named, puppy};
use crate::abi::{TVMFFIByteArray, TVMFFIObject, TypeIndex};
use crate::any::Any;
use crate::convert::IntoAny;
use crate::object::{Extends, ObjectType, Ref, class_of};
use crate::object_ref::{BOTH_ONE, ObjectRef};
use crate::runtime::table;
use crate::testing;

#[test]
fn a_reference_is_upcast_over_any_distance() {
    let drops = Drops::default();
    let puppy = Ref::new(puppy(&drops));
    let dog: Ref<Dog> = Ref::upcast(puppy.clone());
    let animal: Ref<Animal> = Ref::upcast(puppy.clone());
    let same: Ref<Animal> = Ref::upcast(dog.clone());
    assert_eq!((dog.bark, animal.name.as_str(), animal.legs), (7, "Rex", 4));
    assert!(ObjectRef::ptr_eq(Ref::as_object(&animal), Ref::as_object(&same)));
    drop((puppy, dog, animal));
    assert_eq!((Ref::strong_count(&same), drops.count()), (1, 0));
    drop(same);
    assert_eq!(drops.count(), 1, "the whole object is dropped through its first part");
}

/// The bound is for generic code too.
fn legs<T: Extends<Animal, Distance>, Distance>(animal: &Ref<T>) -> i64 {
    Ref::<T>::upcast::<Animal, Distance>(animal.clone()).legs
}

#[test]
fn generic_code_has_bounds_on_parents() {
    let drops = Drops::default();
    assert_eq!(legs(&Ref::new(puppy(&drops))), 4);
    assert_eq!(legs(&Ref::new(Cat { animal: named("Tom", &drops) })), 4);
    assert_eq!(drops.count(), 2);
}

#[test]
fn a_downcast_looks_at_the_object() {
    let drops = Drops::default();
    let animal: Ref<Animal> = Ref::upcast(Ref::new(puppy(&drops)));
    let object: ObjectRef = animal.clone().into();
    assert!(object.is::<Animal>() && object.is::<Dog>() && object.is::<Puppy>());
    assert!(!object.is::<Cat>() && !object.is::<Counter>());

    let animal = Ref::downcast::<Cat>(animal).expect_err("it is a dog");
    let dog = Ref::downcast::<Dog>(animal).expect("it is one");
    let puppy = Ref::downcast::<Puppy>(dog).expect("it is one");
    assert_eq!(puppy.toys, ["ball"]);
    let object = object.downcast::<Counter>().expect_err("it is an animal");
    let same = object.downcast::<Puppy>().expect("it is one");
    drop((puppy, same));
    assert_eq!(drops.count(), 1);
}

#[test]
fn an_object_of_a_parent_is_not_one_of_a_subclass() {
    let drops = Drops::default();
    let animal = Ref::new(named("Zoe", &drops));
    let animal = Ref::downcast::<Dog>(animal).expect_err("it is an animal and no more");
    assert!(!Ref::as_object(&animal).is::<Puppy>());
    assert_eq!(Ref::strong_count(&animal), 1);
    let counter: Ref<Counter> = Ref::upcast(Ref::new(StepCounter::default()));
    assert!(Ref::downcast::<StepCounter>(counter).is_ok());
}

#[test]
fn the_class_of_an_object_is_found_in_its_front() {
    let drops = Drops::default();
    let animal: Ref<Animal> = Ref::upcast(Ref::new(Dog { animal: named("Rex", &drops), bark: 0 }));
    // SAFETY: the object lives.
    let class = unsafe { class_of(Ref::as_object(&animal).as_ptr()) }.expect("this library made it");
    assert!(core::ptr::eq(class, Dog::class()));
    let foreign = foreign(TypeIndex::OBJECT);
    // SAFETY: the object lives.
    assert!(unsafe { class_of(foreign.as_ptr()) }.is_none());
}

/// An object that the runtime made, with zeros instead of our payload, as those of Python's subclasses.
fn foreign(type_index: i32) -> ObjectRef {
    let handle = testing::object::new(type_index, [0u64; 16]);
    // SAFETY: the object was just made, with one reference.
    unsafe { ObjectRef::from_handle(handle) }.expect("the handle is not NULL")
}

/// The index of a type that extends a class of this library, and that another library registered.
fn child_of<T: ObjectType>(key: &'static str) -> i32 {
    let parent = T::class().type_index().expect("there is a runtime");
    let key = TVMFFIByteArray { data: key.as_ptr(), size: key.len() };
    // SAFETY: the key is readable; the parent is registered, at depth 1.
    unsafe { table::TVMFFITypeGetOrAllocIndex(&key, -1, 2, 0, 1, parent) }
}

#[test]
fn type_indices_are_not_believed() {
    let own = Animal::class().type_index().expect("there is a runtime");
    let child = child_of::<Animal>("python.Lion");
    for type_index in [own, child, TypeIndex::OBJECT] {
        let object = foreign(type_index);
        assert!(!object.is::<Animal>() && !object.is::<Dog>());
        let object = object.downcast::<Animal>().expect_err("it has another payload");
        assert_eq!(object.type_index(), type_index);
    }
}

#[test]
fn an_object_without_a_deleter_is_not_of_this_library() {
    let type_index = Animal::class().type_index().expect("there is a runtime");
    let header = TVMFFIObject { combined_ref_count: BOTH_ONE, type_index, __padding: 0, deleter: None };
    let header = Box::leak(Box::new(header));
    let handle = NonNull::from(&mut *header);
    // SAFETY: the header has one reference, and outlives it.
    let object = unsafe { ObjectRef::from_raw(handle) };
    assert!(!object.is::<Animal>());
    drop(object);
    // SAFETY: there is no reference to the header any more, which came out of a box.
    drop(unsafe { Box::from_raw(handle.as_ptr()) });
}

#[test]
fn an_object_that_python_allocated_is_refused_in_these_words() {
    let lion = foreign(child_of::<Animal>("python.Lioness")).into_any();
    let refused = lion.as_view().cast::<Ref<Animal>>().expect_err("it has another payload");
    assert_eq!(
        refused.to_string(),
        "TypeError: expected a tests.Animal made by its own constructor, \
         got an object of type python.Lioness that Python allocated"
    );
    let refused = lion.as_view().cast::<Ref<Dog>>().expect_err("it is not a dog either");
    assert_eq!(refused.to_string(), "TypeError: expected tests.Dog, got python.Lioness");
    let refused = Any::new(vec![lion]).cast::<Vec<Ref<Animal>>>().expect_err("an element is as good as it");
    assert!(refused.to_string().contains("element [0]: expected a tests.Animal made by its own constructor"));
}

#[object("tests.OfTwo", crate = "crate")]
#[derive(Debug)]
struct OneOfTwo;

#[object("tests.OfTwo", crate = "crate")]
#[derive(Debug)]
struct OtherOfTwo;

#[test]
fn one_of_two_types_with_one_key_has_objects() {
    let outcomes = [Ref::try_new(OneOfTwo).map(drop), Ref::try_new(OtherOfTwo).map(drop)];
    let errors: Vec<_> = outcomes.into_iter().filter_map(Result::err).collect();
    let [error] = &errors[..] else { panic!("{errors:?}") };
    assert_eq!(
        error.message(),
        "type key `tests.OfTwo` is already registered, by another type of this library"
    );
}

#[object("tests.Taken", crate = "crate")]
#[derive(Debug)]
struct Taken;

#[test]
fn a_type_whose_key_is_taken_has_no_objects() {
    let type_index = {
        let key = TVMFFIByteArray { data: "tests.Taken".as_ptr(), size: "tests.Taken".len() };
        let _ = crate::runtime();
        // SAFETY: the key is readable; every object is an `Object`.
        unsafe { table::TVMFFITypeGetOrAllocIndex(&key, -1, 1, 0, 1, TypeIndex::OBJECT) }
    };
    let reason =
        "type key `tests.Taken` is already registered, by another library or another copy of this one";
    let error = Ref::try_new(Taken).expect_err("another library has the key");
    assert!(error.message().contains(reason), "{error}");
    let panic = std::panic::catch_unwind(|| Ref::new(Taken)).expect_err("it cannot be made");
    assert!(panic.downcast_ref::<String>().is_some_and(|message| message.contains(reason)));

    let theirs = foreign(type_index).into_any();
    let refused = theirs.cast::<Ref<Taken>>().expect_err("this library did not make it").to_string();
    assert!(refused.starts_with("TypeError: expected a tests.Taken of this library, which could not"));
    assert!(refused.contains(reason) && refused.ends_with(", got tests.Taken"), "{refused}");
}

#[object("tests.Single", crate = "crate")]
#[derive(Debug)]
struct Single {
    _text: String,
}

#[object("tests.Double", crate = "crate")]
#[derive(Debug)]
struct Double {
    _text: String,
}

#[test]
fn types_that_look_the_same_are_told_apart() {
    let single: ObjectRef = Ref::new(Single { _text: "a".to_owned() }).into();
    let double: ObjectRef = Ref::new(Double { _text: "b".to_owned() }).into();
    assert_eq!((single.is::<Single>(), single.is::<Double>()), (true, false));
    assert_eq!((double.is::<Single>(), double.is::<Double>()), (false, true));
}
