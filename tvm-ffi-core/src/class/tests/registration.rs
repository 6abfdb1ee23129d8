//! What is registered of a class.

use super::classes::{Anchor, Ouroboros, Pixel, Point, Tally};
use super::support::{attribute, fields, info, text};
use crate::abi::{FieldFlag, TypeIndex};
use crate::any::{Any, AnyView};
use crate::description::{is_class_entry, register_pending_classes, unregistered_classes};
use crate::object::{ObjectType, Ref};

#[test]
fn a_class_is_registered_below_its_parent() {
    let (point, pixel) = (info::<Point>(), info::<Pixel>());
    assert_eq!((point.type_depth, pixel.type_depth), (1, 2));
    // SAFETY: a type has as many ancestors as it is deep.
    let parent = unsafe { pixel.type_ancestors.add(1) };
    // SAFETY: as above.
    let parent = unsafe { *parent };
    // SAFETY: entries are never freed.
    let parent = unsafe { &*parent };
    assert_eq!((parent.type_index, text(&pixel.type_key)), (point.type_index, "tests.Pixel"));
    // SAFETY: the metadata is never freed.
    let metadata = unsafe { &*pixel.metadata };
    assert_eq!(metadata.total_size as usize, 24 + size_of::<Pixel>());
    assert!(metadata.creator.is_none());
    // SAFETY: as above.
    let metadata = unsafe { &*point.metadata };
    assert_eq!((metadata.structural_eq_hash_kind, text(&metadata.doc)), (1, "A place."));
    assert_eq!(attribute::<Pixel>("__ffi_type_final__").cast::<bool>().ok(), Some(true));
    assert_eq!(attribute::<Point>("__ffi_type_final__").cast::<bool>().ok(), Some(false));
}

#[test]
fn fields_are_registered_with_their_places() {
    let [x, y, name] = fields::<Point>() else { panic!("there are three") };
    assert_eq!(
        [x, y, name].map(|field| field.offset as usize),
        [
            24 + core::mem::offset_of!(Point, x),
            24 + core::mem::offset_of!(Point, y),
            24 + core::mem::offset_of!(Point, name)
        ]
    );
    assert_eq!(
        [x, y, name].map(|field| field.flags),
        [0, FieldFlag::HAS_DEFAULT, FieldFlag::HAS_DEFAULT | FieldFlag::KW_ONLY]
    );
    assert_eq!(
        (text(&x.doc), text(&x.metadata)),
        ("To the right.", r#"{"type_schema":"{\"type\":\"int\"}"}"#)
    );
    assert_eq!((x.size, x.alignment, x.field_static_type_index), (8, 8, TypeIndex::INT));
    // Nothing that the runtime may release.
    assert_eq!(
        (name.size as usize, name.field_static_type_index),
        (size_of::<String>(), TypeIndex::OPAQUE_PTR)
    );
    // SAFETY: what is registered is never freed.
    let default = unsafe { AnyView::from_raw((&name.default_value_or_factory).into()) };
    assert_eq!(default.cast::<String>().ok().as_deref(), Some("none"));
    assert!([x, y, name].iter().all(|field| field.getter.is_some() && !field.setter.is_null()));
}

#[test]
fn a_class_is_registered_once() {
    let index = Point::class().type_index().ok();
    assert!(index.is_some() && Point::class().register().ok() == index);
    register_pending_classes();
    assert_eq!(fields::<Point>().len(), 3);
}

#[test]
fn threads_register_a_class_once() {
    let indices: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(|| Anchor::class().type_index().ok())).collect();
        threads.into_iter().map(|thread| thread.join().expect("it does not panic")).collect()
    });
    assert!(indices.iter().all(|index| index.is_some() && *index == indices[0]));
}

#[test]
fn a_class_that_needs_itself_to_be_registered_is_none() {
    for _ in 0..2 {
        let error = Ouroboros::class().type_index().expect_err("it has no end");
        let reason =
            "`tests.Ouroboros` is used by the default of one of its own fields, while it is being registered";
        assert!(error.message().contains(reason), "{error}");
    }
    let tail = Any::new("a text that is an object").try_into_object().expect("it is long");
    assert!(Ref::try_new(Ouroboros { tail }).is_err());
    assert!(unregistered_classes().any(|(name, _)| name == "tests.Ouroboros"));
}

#[test]
#[cfg_attr(miri, ignore = "Miri gives a generic function another address each time that it is taken")]
fn entries_are_known_by_their_address() {
    let record = Tally::class().record;
    let (getter, shim) = (record.fields[0].getter as usize, record.methods[1].export.shim.0 as usize);
    assert!(is_class_entry(getter) && is_class_entry(shim));
    assert!(!is_class_entry(getter.wrapping_add(1)));
}
