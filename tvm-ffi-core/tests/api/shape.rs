//! Shapes, through the runtime.

use std::collections::HashSet;

use tvm_ffi_core::abi::TypeIndex;
use tvm_ffi_core::{Any, Function, ObjectRef, Shape};

/// A sequence that the runtime makes: `ffi.Array`, `ffi.List`, or `ffi.Shape`.
fn sequence(kind: &str, elements: &[Any]) -> Any {
    let views: Vec<_> = elements.iter().map(Any::as_view).collect();
    Function::get_global(kind).unwrap().call_packed(&views).unwrap()
}

#[test]
fn a_shape_holds_its_extents() {
    let shape = Shape::new(&[2, -3, i64::MAX]);
    assert_eq!(*shape, [2, -3, i64::MAX]);
    assert_eq!(shape.as_ref().len(), 3);
    assert_eq!(format!("{shape:?}"), "[2, -3, 9223372036854775807]");
    assert_eq!(shape.as_object().type_index(), TypeIndex::SHAPE);
    assert_eq!(shape.as_object().type_key(), "ffi.Shape");
}

#[test]
fn shapes_are_made_from_everything_like_them() {
    let extents = vec![1, 2, 3];
    let shape = Shape::from(extents.as_slice());
    assert_eq!(shape, Shape::from([1, 2, 3]));
    assert_eq!(shape, Shape::from(extents.clone()));
    assert_eq!(shape, extents.into_iter().collect());
    assert_ne!(shape, Shape::new(&[1, 2]));
    let set = HashSet::from([shape.clone(), Shape::new(&[1, 2, 3])]);
    assert_eq!(set.len(), 1);
    assert!(Shape::new(&[]).is_empty());
    let long: Vec<i64> = (0..10_000).collect();
    assert_eq!(*Shape::new(&long), long);
}

#[test]
fn cloning_shares_the_object() {
    let shape = Shape::new(&[4]);
    let clone = shape.clone();
    assert_eq!(shape.as_object().strong_count(), 2);
    assert!(ObjectRef::ptr_eq(shape.as_object(), clone.as_object()));
    let object = ObjectRef::from(clone);
    drop(shape);
    assert!(object.is_unique());
}

#[test]
fn the_extents_of_a_shape_are_borrowed_where_they_are() {
    let shape = Shape::new(&[1, 2]);
    let value = Any::new(shape.clone());
    let mut holder = Vec::new();
    let extents: &[i64] = value.as_view().cast_in(&mut holder).unwrap();
    assert_eq!(extents.as_ptr(), shape.as_ptr());

    let array = sequence("ffi.Array", &[Any::new(3)]);
    let mut holder = Vec::new();
    let extents: &[i64] = array.as_view().cast_in(&mut holder).unwrap();
    assert_eq!(extents, [3]);
}
