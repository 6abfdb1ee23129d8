//! The table of types.

use core::ffi::c_int;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{bytes, error};
use crate::abi::{TVMFFIByteArray, TVMFFITypeInfo, TypeIndex};

/// Keys of the built-in types that tests name.
const BUILT_IN: &[(i32, &str)] = &[
    (TypeIndex::OBJECT, "ffi.Object"),
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

/// Entries by index; they are never freed.
#[derive(Default)]
struct Types(BTreeMap<i32, &'static TVMFFITypeInfo>);

// SAFETY: entries are not changed after they were made.
unsafe impl Send for Types {}

impl Types {
    fn add(&mut self, type_index: i32, key: &[u8], parent: Option<&'static TVMFFITypeInfo>) {
        let mut ancestors: Vec<*const TVMFFITypeInfo> = Vec::new();
        if let Some(parent) = parent {
            for depth in 0..parent.type_depth as usize {
                // SAFETY: an entry has as many ancestors as it is deep.
                let ancestor = unsafe { parent.type_ancestors.add(depth) };
                // SAFETY: as above.
                ancestors.push(unsafe { ancestor.read() });
            }
            ancestors.push(parent);
        }
        let key = Vec::leak(key.to_vec());
        let info = TVMFFITypeInfo {
            type_index,
            type_depth: ancestors.len() as i32,
            type_key: TVMFFIByteArray { data: key.as_ptr(), size: key.len() },
            type_ancestors: Vec::leak(ancestors).as_ptr(),
            type_key_hash: 0,
            num_fields: 0,
            num_methods: 0,
            fields: core::ptr::null(),
            methods: core::ptr::null(),
            metadata: core::ptr::null(),
        };
        self.0.insert(type_index, Box::leak(Box::new(info)));
    }

    fn find(&self, key: &[u8]) -> Option<i32> {
        // SAFETY: keys are never freed.
        let found = self.0.values().find(|info| unsafe { bytes(&info.type_key) } == key)?;
        Some(found.type_index)
    }
}

fn with_types<R>(body: impl FnOnce(&mut Types) -> R) -> R {
    static TYPES: Mutex<Option<Types>> = Mutex::new(None);
    let mut types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
    body(types.get_or_insert_with(|| {
        let mut types = Types::default();
        for (type_index, key) in BUILT_IN {
            let parent = types.0.get(&TypeIndex::OBJECT).copied();
            types.add(*type_index, key.as_bytes(), parent);
        }
        types
    }))
}

/// Ends the process for an index that nobody registered, as the C library does.
#[allow(non_snake_case, reason = "the C name")]
pub(super) extern "C" fn TVMFFIGetTypeInfo(type_index: i32) -> *const TVMFFITypeInfo {
    match with_types(|types| types.0.get(&type_index).copied()) {
        Some(info) => info,
        None => {
            eprintln!("Cannot find type info for type_index={type_index}");
            std::process::exit(-1);
        }
    }
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFITypeKeyToIndex(key: *const TVMFFIByteArray, out: *mut i32) -> c_int {
    // SAFETY: the caller gives readable bytes.
    let key = unsafe { bytes(key) };
    let Some(type_index) = with_types(|types| types.find(key)) else {
        error::raise("KeyError", &format!("Cannot find type `{}`", String::from_utf8_lossy(key)));
        return -1;
    };
    // SAFETY: the caller gives a place for the index.
    unsafe { out.write(type_index) };
    0
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFITypeGetOrAllocIndex(
    key: *const TVMFFIByteArray,
    static_index: i32,
    _depth: i32,
    _child_slots: i32,
    _can_overflow: i32,
    parent: i32,
) -> i32 {
    const QUERY_ONLY: i32 = -2;
    // SAFETY: the caller gives readable bytes.
    let key = unsafe { bytes(key) };
    with_types(|types| {
        if let Some(type_index) = types.find(key) {
            return type_index;
        }
        if parent == QUERY_ONLY {
            return QUERY_ONLY;
        }
        let last = types.0.keys().next_back().copied().unwrap_or(0);
        let next = (last + 1).max(TypeIndex::DYN_OBJECT_BEGIN);
        let type_index = if static_index >= 0 { static_index } else { next };
        let parent = types.0.get(&parent).copied();
        types.add(type_index, key, parent);
        type_index
    })
}
