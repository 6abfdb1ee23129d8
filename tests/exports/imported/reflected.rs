//! Reflection of classes of the testing library.

use tvm_ffi::reflect::TypeInfo;
use tvm_ffi::{Any, ErrorKind, ForeignType, ObjectRef, Result};

use super::testing::{AllTypes, AutoInit, Base, Derived, IntPair, load};

#[test]
fn a_type_lists_its_ancestors() -> Result<()> {
    load();
    let derived = Derived::type_info()?;
    assert_eq!(derived.key(), "testing.TestObjectDerived");
    let keys: Vec<_> = derived.ancestors().iter().map(TypeInfo::key).collect();
    assert_eq!(keys, ["ffi.Object", "testing.TestObjectBase"]);
    let base = Base::type_info()?;
    assert_eq!(derived.parent(), Some(base));
    assert!(derived.is_a(&base) && base.is_a(&base) && !base.is_a(&derived));
    assert!(!IntPair::type_info()?.is_a(&base));
    let root = TypeInfo::by_key("ffi.Object")?;
    assert_eq!((root.parent(), root.ancestors().len()), (None, 0));
    assert!(derived.is_a(&root) && !root.is_a(&derived));
    Ok(())
}

#[test]
fn types_are_found_by_key() -> Result<()> {
    load();
    assert!(TypeInfo::find("no.such.Type")?.is_none());
    assert!(TypeInfo::find("")?.is_none());
    let error = TypeInfo::by_key("no.such.Type").unwrap_err();
    assert!(error.message().contains("there is no type `no.such.Type`"), "{error}");
    assert_eq!(TypeInfo::by_key("ffi.Array")?.type_index(), tvm_ffi::abi::TypeIndex::ARRAY);
    Ok(())
}

#[test]
fn reflection_of_a_field() -> Result<()> {
    load();
    let about = Derived::type_info()?;
    let names: Vec<_> = about.fields().iter().map(|field| field.name()).collect();
    assert_eq!(names, ["v_i64", "v_f64", "v_str", "v_map", "v_array"]);
    assert_eq!(about.own_fields().len(), 2);
    let field = about.field("v_i64").expect("it is inherited");
    assert_eq!(
        (field.owner().key(), field.doc(), field.is_writable()),
        ("testing.TestObjectBase", Some("i64 field"), true)
    );
    assert_eq!(field.to_string(), "testing.TestObjectBase.v_i64");
    assert_eq!(field.schema().as_deref(), Some(r#"{"type":"int"}"#));
    assert_eq!(field.default()?.expect("it has one").cast::<i64>()?, 10);
    let array = about.field("v_array").expect("it has one");
    assert!(array.schema().expect("it has one").contains("ffi.Array"), "{:?}", array.schema());
    assert!(array.default()?.is_none() && array.doc().is_none());
    assert!(!about.field("v_f64").expect("it is inherited").is_writable());
    Ok(())
}

#[test]
fn reflection_of_a_method() -> Result<()> {
    load();
    let method = Derived::type_info()?.method("add_i64").expect("it is inherited");
    assert_eq!(
        (method.owner().key(), method.doc(), method.is_static()),
        ("testing.TestObjectBase", Some("add_i64 method"), false)
    );
    assert!(method.schema().expect("it has one").contains("testing.TestObjectBase"), "self is a parameter");
    let base = Base::new(1, 2.0, "x")?;
    assert_eq!(method.function()?.call((&base, 4))?.cast::<i64>()?, 5);
    assert!(AllTypes::type_info()?.method("make_with").is_some_and(|method| method.is_static()));
    Ok(())
}

#[test]
fn objects_are_used_by_name() -> Result<()> {
    load();
    let object: ObjectRef = Base::new(1, 2.0, "x")?.into_object();
    assert_eq!(object.field("v_i64")?.cast::<i64>()?, 1);
    assert_eq!(object.call_method("add_i64", (10,))?.cast::<i64>()?, 11);
    let missing = object.field("weight").unwrap_err();
    assert_eq!(missing.kind(), ErrorKind::AttributeError);
    let missing = object.call_method("weigh", ()).unwrap_err();
    assert_eq!(missing.message(), "testing.TestObjectBase has no method `weigh`, only `add_i64`");
    let error = object.call_method("add_i64", ("x",)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TypeError);
    let about = TypeInfo::of_object(&object)?;
    about.field("v_i64").expect("it has one").set(&object, 5)?;
    assert_eq!(object.field("v_i64")?.cast::<i64>()?, 5);
    Ok(())
}

#[test]
fn a_field_of_another_type_is_refused() -> Result<()> {
    load();
    let pair: ObjectRef = IntPair::new(1, 2)?.into_object();
    let field = Base::type_info()?.field("v_i64").expect("it has one");
    let said = "testing.TestObjectBase.v_i64: expected an object of type testing.TestObjectBase, got testing.TestIntPair";
    assert_eq!(field.get(&pair).unwrap_err().message(), said);
    assert_eq!(field.set(&pair, 1).unwrap_err().message(), said);
    let child = Derived::type_info()?.field("v_array").expect("it has one");
    let base: ObjectRef = Base::new(1, 2.0, "x")?.into_object();
    assert!(child.get(&base).is_err(), "a parent has no field of its child");
    let read_only = Base::type_info()?.field("v_f64").expect("it has one");
    assert_eq!(read_only.set(&base, 1.0).unwrap_err().kind(), ErrorKind::AttributeError);
    let refused = field.set(&base, "text").unwrap_err();
    assert_eq!(refused.kind(), ErrorKind::TypeError);
    assert_eq!(field.get(&base)?.cast::<i64>()?, 1, "what was refused changed nothing");
    Ok(())
}

#[test]
fn built_in_objects_have_types_too() -> Result<()> {
    let array = Any::new(vec![1i64]).try_into_object().expect("an array is an object");
    let about = TypeInfo::of_object(&array)?;
    assert_eq!((about.key(), about.parent().map(|parent| parent.key())), ("ffi.Array", Some("ffi.Object")));
    assert_eq!(array.field("size").unwrap_err().message(), "ffi.Array has no field `size`, nor any other");
    Ok(())
}

#[test]
fn attributes_are_found_by_name() -> Result<()> {
    load();
    assert!(AutoInit::type_info()?.attribute("__ffi_init__").is_some());
    assert!(AllTypes::type_info()?.attribute("__ffi_init__").is_none());
    assert!(AutoInit::type_info()?.attribute("no such attribute").is_none());
    Ok(())
}
