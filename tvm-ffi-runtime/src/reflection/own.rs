//! What is registered of the runtime's own types.

use core::ptr::null;

use tvm_ffi_abi::{SEqHashKind, TVMFFIByteArray, TVMFFIObjectCreator, TVMFFITypeMetadata, TypeIndex};

use super::{attributes, fields, register};
use crate::catch::Result;
use crate::types::{TypeEntry, Types};

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

/// Registers it.
pub(super) fn register(types: &Types) -> Result {
    for (type_index, size, creator) in METADATA {
        add_metadata(types.entry(*type_index)?, *size, *creator)?;
    }
    fields::IMPORTS_OF_MODULE.add(types.entry(TypeIndex::MODULE)?)?;
    fields::VALUE_OF_VISIT_INTERRUPT.add(types.entry(TypeIndex::VISIT_INTERRUPT)?)?;
    for name in COLUMNS {
        types.columns.get_or_make(name.as_bytes());
    }
    attributes::register(&types.columns)
}

fn add_metadata(entry: &'static TypeEntry, total_size: i32, creator: Option<TVMFFIObjectCreator>) -> Result {
    let doc = TVMFFIByteArray { data: null(), size: 0 };
    let structural_eq_hash_kind = SEqHashKind::UNSUPPORTED;
    let metadata = TVMFFITypeMetadata { doc, creator, total_size, structural_eq_hash_kind };
    // SAFETY: the text is empty.
    unsafe { register::metadata(entry, &metadata) }
}
