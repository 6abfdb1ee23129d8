//! The types that come with the runtime.

use tvm_ffi_abi::TypeIndex;

use super::Types;
use super::columns::Columns;
use super::table::{Request, Table};

/// The types without a parent, by index.
const ROOTS: &[(i32, &str)] = &[
    (TypeIndex::NONE, "None"),
    (TypeIndex::INT, "int"),
    (TypeIndex::BOOL, "bool"),
    (TypeIndex::FLOAT, "float"),
    (TypeIndex::OPAQUE_PTR, "void*"),
    (TypeIndex::DATA_TYPE, "DataType"),
    (TypeIndex::DEVICE, "Device"),
    (TypeIndex::DL_TENSOR_PTR, "DLTensor*"),
    (TypeIndex::RAW_STR, "const char*"),
    (TypeIndex::BYTE_ARRAY_PTR, "TVMFFIByteArray*"),
    (TypeIndex::OBJECT_RVALUE_REF, "ObjectRValueRef"),
    (TypeIndex::SMALL_STR, "ffi.SmallStr"),
    (TypeIndex::SMALL_BYTES, "ffi.SmallBytes"),
    (TypeIndex::UNCHANGED, "ffi.Unchanged"),
];

/// The types that extend `ffi.Object`, and that no type extends.
const OBJECTS: &[(i32, &str)] = &[
    (TypeIndex::STR, "ffi.String"),
    (TypeIndex::BYTES, "ffi.Bytes"),
    (TypeIndex::ERROR, "ffi.Error"),
    (TypeIndex::FUNCTION, "ffi.Function"),
    (TypeIndex::SHAPE, "ffi.Shape"),
    (TypeIndex::TENSOR, "ffi.Tensor"),
    (TypeIndex::ARRAY, "ffi.Array"),
    (TypeIndex::MAP, "ffi.Map"),
    (TypeIndex::MODULE, "ffi.Module"),
    (TypeIndex::OPAQUE_PY_OBJECT, "ffi.OpaquePyObject"),
    (TypeIndex::LIST, "ffi.List"),
    (TypeIndex::DICT, "ffi.Dict"),
    (TypeIndex::VISIT_INTERRUPT, "ffi.VisitInterrupt"),
    (TypeIndex::BIG_INT, "ffi.BigInt"),
];

/// The table and the columns as they are at first.
pub(super) fn types() -> Types {
    let table = Table::new();
    add(&table, TypeIndex::OBJECT, "ffi.Object", true, -1);
    for (type_index, key) in ROOTS {
        add(&table, *type_index, key, false, -1);
    }
    for (type_index, key) in OBJECTS {
        add(&table, *type_index, key, false, TypeIndex::OBJECT);
    }
    let columns = Columns::new();
    let any_hash = columns.get_or_make(b"__any_hash__");
    let any_equal = columns.get_or_make(b"__any_equal__");
    Types { table, columns, any_hash, any_equal }
}

fn add(table: &Table, type_index: i32, key: &str, can_overflow: bool, parent: i32) {
    let depth = i32::from(parent >= 0);
    let key = key.as_bytes();
    let request = Request { key, static_index: type_index, depth, child_slots: 0, can_overflow, parent };
    let added = table.get_or_allocate(&request);
    debug_assert!(added.is_ok_and(|index| index == type_index));
}
