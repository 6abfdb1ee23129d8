//! Where objects lie in memory, and how they end.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::family::{Cat, Counter, Drops, Watch, named, puppy};
use crate::abi::TVMFFIObject;
use crate::object::{ObjectType, Ref, WeakRef, borrow};
use tvm_ffi_macros::object;

/// Checks what is known of the block around an object.
fn check_block<T: ObjectType>(object: &Ref<T>) {
    let header = object.header();
    assert_eq!(header.addr().get() % align_of::<TVMFFIObject>(), 0);
    let payload = object.payload();
    assert_eq!(payload.addr().get() - header.addr().get(), 24);
    assert_eq!(payload.addr().get() % align_of::<T>(), 0, "the payload of {} is aligned", T::TYPE_KEY);
    for (before, what) in [(16, "the borrow word"), (8, "the function that frees the block")] {
        // SAFETY: objects of this library have these words before their headers.
        let word = unsafe { header.byte_sub(before) }.cast::<u64>();
        // SAFETY: as above; they do not change now.
        assert_eq!(unsafe { word.read() }, 0, "{what} of {}", T::TYPE_KEY);
    }
    assert_eq!(Ref::as_object(object).type_key(), T::TYPE_KEY);
    assert_eq!(Ref::as_object(object).type_index(), T::class().type_index().expect("it is registered"));
}

macro_rules! aligned {
    ($($name:ident, $key:literal, $align:literal;)*) => {
        $(
            #[object($key, crate = "crate")]
            #[repr(align($align))]
            struct $name {
                bytes: [u8; $align / 2 + 1],
                watch: Watch,
            }
        )*

        #[test]
        fn the_payload_follows_the_header_at_every_alignment() {
            $(
                let drops = Drops::default();
                let object = Ref::new($name { bytes: [7; $align / 2 + 1], watch: drops.watch() });
                assert!(align_of::<$name>() >= $align);
                check_block(&object);
                assert!(object.bytes.iter().all(|byte| *byte == 7));
                let weak = Ref::downgrade(&object);
                drop(object);
                assert_eq!(drops.count(), 1);
                assert!(weak.upgrade().is_none());
                drop(weak);
                assert_eq!(drops.count(), 1);
            )*
        }
    };
}

aligned! {
    Align1, "tests.Align1", 1;
    Align2, "tests.Align2", 2;
    Align4, "tests.Align4", 4;
    Align8, "tests.Align8", 8;
    Align16, "tests.Align16", 16;
    Align32, "tests.Align32", 32;
    Align64, "tests.Align64", 64;
    Align4096, "tests.Align4096", 4096;
}

#[object("tests.Empty", crate = "crate")]
struct Empty;

#[object("tests.Byte", crate = "crate")]
struct Byte {
    byte: u8,
}

#[test]
fn objects_may_be_small_or_empty() {
    check_block(&Ref::new(Empty));
    let byte = Ref::new(Byte { byte: 3 });
    check_block(&byte);
    assert_eq!(byte.byte, 3);
}

#[test]
fn a_weak_reference_is_upgraded_while_the_object_lives() {
    let drops = Drops::default();
    let object = Ref::new(puppy(&drops));
    let weak: WeakRef<_> = Ref::downgrade(&object);
    let second = weak.clone();
    let upgraded = weak.upgrade().expect("the object lives");
    assert!(Ref::ptr_eq(&object, &upgraded));
    drop((object, weak));
    assert_eq!((upgraded.toys[0].as_str(), drops.count()), ("ball", 0));
    drop(upgraded);
    assert_eq!(drops.count(), 1);
    assert!(second.upgrade().is_none());
    assert_eq!(format!("{second:?}"), "WeakRef(tests.Puppy)");
    drop(second);
    assert_eq!(drops.count(), 1);
}

#[test]
fn objects_end_on_any_thread() {
    let drops = Drops::default();
    let object = Ref::new(puppy(&drops));
    let weak = Ref::downgrade(&object);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            let object = object.clone();
            scope.spawn(move || assert_eq!(object.dog.bark, 7));
            let weak = weak.clone();
            scope.spawn(move || weak.upgrade().map(|object| object.toys.len()));
        }
        drop(object);
    });
    assert!(weak.upgrade().is_none());
    assert_eq!(drops.count(), 1);
}

#[object("tests.Bomb", crate = "crate")]
struct Bomb {
    watch: Watch,
}

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("boom");
    }
}

#[test]
fn a_panic_in_drop_goes_no_further_and_frees_the_memory() {
    let drops = Drops::default();
    let object = Ref::new(Bomb { watch: drops.watch() });
    let dropped = catch_unwind(AssertUnwindSafe(move || drop(object)));
    assert!(dropped.is_ok(), "the caller may be written in C");
    assert_eq!(drops.count(), 1, "the other fields are dropped");
}

#[test]
fn only_the_last_reference_of_either_kind_gives_unique_access() {
    let drops = Drops::default();
    let mut object = Ref::new(Cat { animal: named("Tom", &drops) });
    Ref::get_mut(&mut object).expect("there is one reference").animal.legs = 3;
    assert_eq!(object.animal.legs, 3);
    let weak = Ref::downgrade(&object);
    assert!(Ref::get_mut(&mut object).is_none(), "a weak reference could be upgraded meanwhile");
    drop(weak);
    let second = object.clone();
    assert!(Ref::get_mut(&mut object).is_none());
    drop(second);
    assert!(Ref::get_mut(&mut object).is_some());
}

#[test]
fn an_object_whose_borrow_was_leaked_gives_no_unique_access() {
    let mut object = Ref::new(Counter::default());
    Ref::get_mut(&mut object).expect("there is one reference").total = 2;
    let mut holder = Default::default();
    // SAFETY: the object was made here, and outlives the borrow.
    assert!(unsafe { borrow::hold(object.header(), borrow::Mode::Exclusive, &mut holder) });
    assert!(Ref::get_mut(&mut object).is_none());
    drop(holder);
    assert_eq!(Ref::get_mut(&mut object).expect("it is not borrowed").total, 2);
}
