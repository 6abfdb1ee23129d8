use tvm_ffi_abi::TypeIndex;

use super::*;
use crate::testing::add_child;
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
