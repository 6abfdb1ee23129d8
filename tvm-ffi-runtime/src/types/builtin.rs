//! What is registered before any library is loaded.

use core::ptr::null;

use tvm_ffi_abi::{SEqHashKind, TVMFFIByteArray, TVMFFIObjectCreator, TVMFFITypeMetadata, TypeIndex};

use super::columns::Columns;
use super::table::{Request, Table};
use super::{Types, fields, hooks, register};

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

/// The objects that have metadata: their sizes, and what makes them.
const METADATA: &[(i32, i32, Option<TVMFFIObjectCreator>)] = &[
    (TypeIndex::OBJECT, 24, None),
    // C++ counts the eight bytes before the header.
    (TypeIndex::MODULE, 48, None),
    (TypeIndex::VISIT_INTERRUPT, 40, Some(fields::new_visit_interrupt)),
    (TypeIndex::BIG_INT, 32, None),
];

/// The attributes that C++ looks for. It keeps the address of a column, and keeps NULL if it finds none.
const COLUMNS: &[&str] = &[
    "__any_hash__",
    "__any_equal__",
    "__ffi_enum__",
    "__ffi_convert__",
    "__ffi_eq__",
    "__ffi_compare__",
    "__ffi_hash__",
    "__ffi_new__",
    "__ffi_init__",
    "__ffi_repr__",
    "__ffi_shallow_copy__",
    "__ffi_type_final__",
    "__data_to_json__",
    "__data_from_json__",
    "__s_equal__",
    "__s_hash__",
    "__s_visit__",
    "__s_mutate__",
    "__s_maybe_inplace_mutate__",
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
    for (type_index, size, creator) in METADATA {
        add_metadata(&table, *type_index, *size, *creator);
    }
    table.entry(TypeIndex::MODULE).into_iter().for_each(fields::add_to_module);
    table.entry(TypeIndex::VISIT_INTERRUPT).into_iter().for_each(fields::add_to_visit_interrupt);
    let columns = Columns::new();
    for name in COLUMNS {
        columns.get_or_make(name.as_bytes());
    }
    hooks::register(&columns);
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

fn add_metadata(table: &Table, type_index: i32, total_size: i32, creator: Option<TVMFFIObjectCreator>) {
    let doc = TVMFFIByteArray { data: null(), size: 0 };
    let structural_eq_hash_kind = SEqHashKind::UNSUPPORTED;
    let metadata = TVMFFITypeMetadata { doc, creator, total_size, structural_eq_hash_kind };
    if let Some(entry) = table.entry(type_index) {
        // SAFETY: the text is empty.
        let registered = unsafe { register::metadata(entry, &metadata) };
        debug_assert!(registered.is_ok());
    }
}
