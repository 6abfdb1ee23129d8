mod functions;

use core::ptr::null_mut;

use tvm_ffi_abi::{FieldFlag, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};

use super::*;
use crate::error::take_raised;
use crate::object::Object;
use crate::testing::raised;
use crate::text;

/// The index of a new type below `ffi.Object`.
fn add(key: &str) -> i32 {
    add_child(key, TypeIndex::OBJECT, 0, true)
}

fn add_child(key: &str, parent: i32, child_slots: i32, can_overflow: bool) -> i32 {
    let depth = entry(parent).unwrap().ancestors().len() as i32 + 1;
    let key = TVMFFIByteArray::of(key.as_bytes());
    // SAFETY: the key is readable.
    unsafe { get_or_alloc_index(&key, -1, depth, child_slots, can_overflow.into(), parent) }
}

/// What a request is refused with.
fn refused(key: &str, static_index: i32, depth: i32, child_slots: i32, parent: i32) -> String {
    let key = key.as_bytes();
    let request = table::Request { key, static_index, depth, child_slots, can_overflow: true, parent };
    match types().table.get_or_allocate(&request) {
        Err(catch::Failure::Error("InternalError", message)) => message,
        _ => panic!("the request is not refused"),
    }
}

fn field(name: &str) -> TVMFFIFieldInfo {
    TVMFFIFieldInfo {
        name: TVMFFIByteArray::of(name.as_bytes()),
        doc: TVMFFIByteArray::of(b""),
        metadata: TVMFFIByteArray::of(b"{}"),
        flags: FieldFlag::WRITABLE,
        size: 8,
        alignment: 8,
        offset: 24,
        getter: None,
        setter: null_mut(),
        default_value_or_factory: TVMFFIAny::NONE,
        field_static_type_index: TypeIndex::INT,
    }
}

fn int(int: i64) -> TVMFFIAny {
    TVMFFIAny::new(TypeIndex::INT, TVMFFIAnyPayload::from_int(int))
}

fn strong_count(object: &Object) -> u32 {
    // SAFETY: Object validity; the test has the only references.
    unsafe { (*object.handle().cast::<TVMFFIObject>()).combined_ref_count as u32 }
}

#[test]
fn types_of_the_runtime_are_there_before_any_other() {
    let keys: Vec<&[u8]> = keys().take(29).collect();
    assert_eq!(keys[0], b"None");
    assert_eq!(keys[13], b"ffi.Unchanged");
    assert_eq!(keys[14], b"ffi.Object");
    let object = entry(TypeIndex::OBJECT).unwrap();
    assert!(object.ancestors().is_empty());
    assert_eq!(object.metadata().unwrap().total_size, 24);
    let array = entry(TypeIndex::ARRAY).unwrap();
    assert_eq!((array.key(), array.ancestors().len()), (&b"ffi.Array"[..], 1));
    assert!(array.metadata().is_none());
    assert!(is_instance(TypeIndex::ARRAY, TypeIndex::OBJECT));
    assert!(!is_instance(TypeIndex::ARRAY, TypeIndex::LIST));
    assert!(!is_instance(TypeIndex::INT, TypeIndex::OBJECT));
}

#[test]
fn a_key_has_one_index() {
    let index = add("types.A");
    assert!(index >= TypeIndex::DYN_OBJECT_BEGIN);
    assert_eq!(add("types.A"), index);
    let mut found = 0;
    // SAFETY: the key is readable, and the place is writable.
    assert_eq!(unsafe { key_to_index(&TVMFFIByteArray::of(b"types.A"), &mut found) }, 0);
    assert_eq!(found, index);
    // SAFETY: as above.
    assert_eq!(unsafe { key_to_index(&TVMFFIByteArray::of(b"types.None"), &mut found) }, -1);
    assert_eq!(
        raised(),
        "InternalError: Check failed: (it != type_key2index_.end()) is false: Cannot find type `types.None`"
    );
    // SAFETY: the key is readable.
    assert_eq!(unsafe { get_or_alloc_index(&TVMFFIByteArray::of(b"types.None"), -1, 1, 0, 1, -2) }, -2);
}

#[test]
fn children_get_indices_of_their_parent_first() {
    let parent = add_child("types.Parent", TypeIndex::OBJECT, 3, true);
    let child = add_child("types.Child", parent, 1, true);
    assert_eq!(child, parent + 1);
    assert_eq!(add_child("types.Grandchild", child, 0, true), parent + 2);
    assert_eq!(add_child("types.Second", parent, 0, true), parent + 3);
    let overflow = add_child("types.Overflow", parent, 0, true);
    assert!(overflow > parent + 3);
    let ancestors: Vec<i32> =
        entry(overflow).unwrap().ancestors().iter().map(|ancestor| ancestor.type_index).collect();
    assert_eq!(ancestors, [TypeIndex::OBJECT, parent]);
}

#[test]
fn a_child_of_a_type_that_cannot_overflow_cannot() {
    let parent = add_child("types.Closed", TypeIndex::OBJECT, 1, false);
    let child = add_child("types.ClosedChild", parent, 0, true);
    assert_eq!(
        refused("types.ClosedSecond", -1, 2, 0, parent),
        "Check failed: (parent->child_slots_can_overflow) is false: Reach maximum number of sub-classes for types.Closed"
    );
    assert!(refused("types.ClosedThird", -1, 3, 0, child).ends_with("sub-classes for types.ClosedChild"));
}

#[test]
fn an_index_that_a_type_cannot_have_is_refused() {
    assert_eq!(
        refused("types.Taken", 64, 1, 0, 64),
        "Check failed: (type_table_[static_type_index] == nullptr) is false: Conflicting static index 64 between ffi.Object and types.Taken"
    );
    assert!(refused("types.Taken", 60, 0, 4, -1).contains("Conflicting static index 60 between ffi.Object"));
    assert!(refused("types.Far", 1 << 20, 1, 0, 64).contains("static_type_index < type_table_.size()"));
    assert_eq!(
        refused("types.Below", 63, 1, 0, 64),
        "Check failed: allocated_tindex > parent->type_index (63 vs. 64) : "
    );
    assert_eq!(refused("types.Orphan", -1, 1, 0, -1), "Check not null: parent ");
    assert_eq!(refused("types.Orphan", -1, 0, 0, 100), "Check not null: parent ");
    assert!(refused("types.Orphan", -1, 1, 0, 1 << 20).contains("parent_type_index < type_table_.size()"));
    assert_eq!(
        refused("types.Deep", -1, 3, 0, 64),
        "Check failed: type_depth == parent->type_depth + 1 (3 vs. 1) : "
    );
    for slots in [-1, i32::MIN, i32::MAX] {
        assert!(refused("types.Slots", -1, 1, slots, 64).contains("num_child_slots"));
    }
    assert!(refused("types.Slots", -1, 1, i32::MAX - 1, 64).contains("no room"));
}

#[test]
fn fields_are_copied() {
    let index = add("types.Fields");
    let object = Object::new(TypeIndex::OBJECT, ());
    {
        let name = String::from("first");
        let mut first = field(&name);
        first.flags |= FieldFlag::HAS_DEFAULT | FieldFlag::SETTER_IS_FUNCTION_OBJ;
        first.default_value_or_factory = object.view();
        first.setter = object.handle();
        // SAFETY: the field is readable.
        assert_eq!(unsafe { register_field(index, &first) }, 0);
    }
    let before = entry(index).unwrap().fields();
    for name in ["second", "third", "fourth", "fifth"] {
        let mut other = field(name);
        other.default_value_or_factory = object.view();
        // SAFETY: the field is readable.
        assert_eq!(unsafe { register_field(index, &other) }, 0);
    }
    let info = get_info(index);
    // SAFETY: entries are kept forever.
    assert_eq!(unsafe { (*info).num_fields }, 5);
    // SAFETY: the names are kept forever, and a NUL follows each.
    let names =
        entry(index).unwrap().fields().iter().map(|field| unsafe { text::c_text(field.name.data.cast()) });
    assert!(names.eq([&b"first"[..], b"second", b"third", b"fourth", b"fifth"]));
    assert_eq!((before.len(), before[0].name.size), (1, 5));
    assert!(before[0].doc.data.is_null());
    assert_eq!(strong_count(&object), 3, "one for the default, one for the setter");
    assert_eq!(entry(index).unwrap().fields()[1].default_value_or_factory.type_index, TypeIndex::NONE);
}

#[test]
fn a_type_has_a_field_of_a_name_once() {
    let index = add("types.Twice");
    // SAFETY: the fields are readable.
    let codes = [(); 2].map(|()| unsafe { register_field(index, &field("x")) });
    assert_eq!(codes, [0, -1]);
    assert!(raised().ends_with("is false: Duplicate field name \"x\" in type \"types.Twice\""));
    let child = add_child("types.TwiceChild", index, 0, true);
    // SAFETY: the field is readable.
    assert_eq!(unsafe { register_field(child, &field("x")) }, 0);
    // SAFETY: the field is readable.
    assert_eq!(unsafe { register_field(-7, &field("x")) }, -1);
    assert_eq!(
        raised(),
        "InternalError: Check failed: (entry != nullptr) is false: Cannot find type info for type_index=-7"
    );
}

#[test]
fn methods_may_repeat_and_metadata_may_not() {
    let index = add("types.Methods");
    let empty = TVMFFIByteArray::of(b"");
    let method = TVMFFIMethodInfo {
        name: TVMFFIByteArray::of(b"run"),
        doc: empty,
        metadata: empty,
        flags: 0,
        method: int(3),
    };
    for _ in 0..2 {
        // SAFETY: the method is readable.
        assert_eq!(unsafe { register_method(index, &method) }, 0);
    }
    assert_eq!(entry(index).unwrap().methods().len(), 2);
    let metadata = TVMFFITypeMetadata {
        doc: TVMFFIByteArray::of(b"text"),
        creator: None,
        total_size: 40,
        structural_eq_hash_kind: 0,
    };
    // SAFETY: the metadata is readable.
    let codes = [(); 2].map(|()| unsafe { register_metadata(index, &metadata) });
    assert_eq!(codes, [0, -1]);
    assert!(raised().starts_with("RuntimeError: Overriding types.Methods, possible causes:\n"));
    assert_eq!(entry(index).unwrap().metadata().unwrap().total_size, 40);
}

#[test]
fn an_attribute_is_set_once() {
    let name = TVMFFIByteArray::of(b"types.attribute");
    // SAFETY: the name is readable.
    assert!(unsafe { get_attr_column(&name) }.is_null());
    // SAFETY: the name is readable, and the value is lent.
    assert_eq!(unsafe { register_attr(0, &name, &int(1)) }, 0);
    // SAFETY: the name is readable.
    let shown = unsafe { get_attr_column(&name) };
    // SAFETY: columns are kept forever.
    assert_eq!(unsafe { (*shown).size }, 0);
    let object = Object::new(TypeIndex::OBJECT, ());
    // SAFETY: the name is readable, and the value is lent.
    let codes = [(); 2].map(|()| unsafe { register_attr(70, &name, &object.view()) });
    assert_eq!(codes, [0, -1]);
    assert!(raised().starts_with(
        "RuntimeError: TypeAttr `types.attribute` is already registered for type index 70. To update"
    ));
    assert_eq!(strong_count(&object), 2);
    // SAFETY: columns are kept forever.
    assert_eq!(unsafe { (*shown).size }, 71);
    let column = column(b"types.attribute").unwrap();
    assert_eq!(column.get(70).unwrap().payload.ptr(), object.handle());
    for absent in [-1, 0, 69, 71, i32::MAX] {
        assert!(column.get(absent).is_none());
    }
    for outside in [-1, i32::MAX] {
        // SAFETY: the name is readable, and the value is lent.
        assert_eq!(unsafe { register_attr(outside, &name, &int(1)) }, -1);
        raised();
    }
}

#[test]
fn a_column_that_grows_keeps_its_values() {
    let column = types().columns.get_or_make(b"types.grows");
    for index in [3, 4096, 9000] {
        types()
            .columns
            .register(index, b"types.grows", Value::int(index.into()))
            .unwrap_or_else(|_| panic!());
    }
    for index in [3, 4096, 9000] {
        assert_eq!(column.get(index).unwrap().payload.int(), i64::from(index));
    }
}

/// Half of the threads register, and the others read.
#[test]
fn what_threads_read_is_whole() {
    let rounds = if cfg!(miri) { 3 } else { 200 };
    std::thread::scope(|scope| {
        for writer in 0..4 {
            scope.spawn(move || {
                for round in 0..rounds {
                    let index = add(&format!("types.{}.{round}", writer % 2));
                    // SAFETY: the field is readable. Another thread may have registered it.
                    let code = unsafe { register_field(index, &field(&format!("f{writer}"))) };
                    assert_eq!(code, 0);
                    let attribute = TVMFFIByteArray::of(b"types.shared");
                    // SAFETY: the name is readable, and the value is lent.
                    unsafe { register_attr(index, &attribute, &int(index.into())) };
                    take_raised();
                }
            });
        }
        for reader in 0..4 {
            scope.spawn(move || {
                for round in 0..rounds {
                    let key = format!("types.{}.{round}", reader % 2);
                    let Ok(index) = index_of(key.as_bytes()) else { continue };
                    let entry = entry(index).expect("a key leads to an entry");
                    assert_eq!(entry.key(), key.as_bytes());
                    for field in entry.fields() {
                        // SAFETY: names are kept forever.
                        assert_eq!(unsafe { field.name.bytes() }[0], b'f');
                    }
                    if let Some(value) = column(b"types.shared").and_then(|column| column.get(index)) {
                        assert_eq!(value.payload.int(), i64::from(index));
                    }
                }
            });
        }
    });
    for round in 0..rounds {
        for number in 0..2 {
            let index = index_of(format!("types.{number}.{round}").as_bytes());
            assert_eq!(index.ok().and_then(entry).unwrap().fields().len(), 2);
        }
    }
}
