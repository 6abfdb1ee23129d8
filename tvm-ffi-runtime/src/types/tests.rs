use tvm_ffi_abi::TypeIndex;

use super::*;
use crate::testing::{add_child, add_type as add, known, raised};
use crate::value::Value;

/// What a request is refused with.
fn refused(key: &str, static_index: i32, depth: i32, child_slots: i32, parent: i32) -> String {
    let key = key.as_bytes();
    let request = table::Request { key, static_index, depth, child_slots, can_overflow: true, parent };
    match types().table.get_or_allocate(&request) {
        Err(catch::Failure::Error("InternalError", message)) => message,
        _ => panic!("the request is not refused"),
    }
}

#[test]
fn types_of_the_runtime_are_there_before_any_other() {
    let keys: Vec<&[u8]> = types().keys().take(29).collect();
    assert_eq!(keys[0], b"None");
    assert_eq!(keys[13], b"ffi.Unchanged");
    assert_eq!(keys[14], b"ffi.Object");
    let object = known(TypeIndex::OBJECT);
    assert!(object.ancestors().is_empty());
    let array = known(TypeIndex::ARRAY);
    assert_eq!((array.key(), array.ancestors().len()), (&b"ffi.Array"[..], 1));
    assert!(array.is_instance_of(TypeIndex::ARRAY) && array.is_instance_of(TypeIndex::OBJECT));
    assert!(!array.is_instance_of(TypeIndex::LIST));
    assert!(!known(TypeIndex::INT).is_instance_of(TypeIndex::OBJECT));
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
        known(overflow).ancestors().iter().map(|ancestor| ancestor.type_index).collect();
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
