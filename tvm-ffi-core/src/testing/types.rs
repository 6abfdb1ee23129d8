//! The table of types.

use core::ffi::c_int;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::{bytes, error, object};
use crate::abi::{
    FieldFlag, TVMFFIAny, TVMFFIByteArray, TVMFFIFieldInfo, TVMFFIMethodInfo, TVMFFITypeInfo,
    TVMFFITypeMetadata, TypeIndex,
};

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
    // One that another library registered before.
    (TypeIndex::DYN_OBJECT_BEGIN, "tests.Taken"),
];

/// One type. What is registered later is kept here, and freed when more of it moves it, as in the C library.
struct RegisteredType {
    info: *mut TVMFFITypeInfo,
    fields: Vec<TVMFFIFieldInfo>,
    methods: Vec<TVMFFIMethodInfo>,
    metadata: Option<Box<TVMFFITypeMetadata>>,
}

/// Types by index; they are never freed.
#[derive(Default)]
struct Types(BTreeMap<i32, RegisteredType>);

// SAFETY: what entries point to is changed under the lock only.
unsafe impl Send for Types {}

impl Types {
    fn add(&mut self, type_index: i32, key: &[u8], ancestors: Vec<*const TVMFFITypeInfo>) {
        let info = TVMFFITypeInfo {
            type_index,
            type_depth: ancestors.len() as i32,
            type_key: keep(key),
            type_ancestors: Vec::leak(ancestors).as_ptr(),
            type_key_hash: 0,
            num_fields: 0,
            num_methods: 0,
            fields: core::ptr::null(),
            methods: core::ptr::null(),
            metadata: core::ptr::null(),
        };
        let info = Box::into_raw(Box::new(info));
        self.0.insert(
            type_index,
            RegisteredType { info, fields: Vec::new(), methods: Vec::new(), metadata: None },
        );
    }

    /// The ancestors of a child of a type.
    fn lineage(&self, parent: i32) -> Vec<*const TVMFFITypeInfo> {
        let Some(RegisteredType { info, .. }) = self.0.get(&parent) else { return Vec::new() };
        // SAFETY: entries are never freed.
        let depth = unsafe { (**info).type_depth };
        // SAFETY: as above.
        let above = unsafe { (**info).type_ancestors };
        // SAFETY: an entry has as many ancestors as it is deep.
        let above = unsafe { core::slice::from_raw_parts(above, depth as usize) };
        above.iter().copied().chain([info.cast_const()]).collect()
    }

    fn find(&self, key: &[u8]) -> Option<i32> {
        let is_named = |entry: &RegisteredType| {
            // SAFETY: entries are never freed.
            let name = unsafe { (*entry.info).type_key };
            // SAFETY: keys are never freed.
            (unsafe { bytes(&name) }) == key
        };
        self.0.iter().find(|(_, entry)| is_named(entry)).map(|(type_index, _)| *type_index)
    }
}

/// Bytes that are never freed; NULL if there are none.
fn keep(text: &[u8]) -> TVMFFIByteArray {
    if text.is_empty() {
        return TVMFFIByteArray { data: core::ptr::null(), size: 0 };
    }
    let text = Vec::leak(text.to_vec());
    TVMFFIByteArray { data: text.as_ptr(), size: text.len() }
}

/// A copy of a text that is never freed.
///
/// # Safety
///
/// As for [`bytes`].
unsafe fn kept(text: &TVMFFIByteArray) -> TVMFFIByteArray {
    // SAFETY: the caller's contract.
    keep(unsafe { bytes(text) })
}

/// A copy of a value, whose reference is never given up.
///
/// # Safety
///
/// AnyView validity.
unsafe fn kept_value(value: TVMFFIAny) -> TVMFFIAny {
    if crate::object_ref::is_object_index(value.type_index) {
        // SAFETY: the caller's contract.
        unsafe { object::retain(value.payload.ptr()) };
    }
    value
}

fn with_types<R>(body: impl FnOnce(&mut Types) -> R) -> R {
    static TYPES: Mutex<Option<Types>> = Mutex::new(None);
    let mut types = TYPES.lock().unwrap_or_else(PoisonError::into_inner);
    body(types.get_or_insert_with(|| {
        let mut types = Types::default();
        for (type_index, key) in BUILT_IN {
            let ancestors = types.lineage(TypeIndex::OBJECT);
            types.add(*type_index, key.as_bytes(), ancestors);
        }
        types
    }))
}

/// Runs `body` on an entry; -1, with an error raised, if there is no entry or `body` returns one: its kind and its message.
fn change(
    type_index: i32,
    body: impl FnOnce(&mut RegisteredType) -> Result<(), (&'static str, String)>,
) -> c_int {
    let unknown = || ("InternalError", format!("Cannot find type info for type_index={type_index}"));
    match with_types(|types| types.0.get_mut(&type_index).ok_or_else(unknown).and_then(body)) {
        Ok(()) => 0,
        Err((kind, message)) => {
            error::raise(kind, &message);
            -1
        }
    }
}

/// Ends the process, as the C library does where it has no way to report an error.
fn fatal(message: &str) -> ! {
    eprintln!("{message}");
    std::process::exit(-1);
}

/// Ends the process for an index that is not registered, as the C library does.
#[allow(non_snake_case, reason = "the C name")]
pub(super) extern "C" fn TVMFFIGetTypeInfo(type_index: i32) -> *const TVMFFITypeInfo {
    match with_types(|types| types.0.get(&type_index).map(|entry| entry.info.cast_const())) {
        Some(info) => info,
        None => fatal(&format!("Cannot find type info for type_index={type_index}")),
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
    depth: i32,
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
        let ancestors = types.lineage(parent);
        if ancestors.len() as i32 != depth {
            fatal("Check failed: type_depth == parent->type_depth + 1");
        }
        types.add(type_index, key, ancestors);
        type_index
    })
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFITypeRegisterField(
    type_index: i32,
    field: *const TVMFFIFieldInfo,
) -> c_int {
    // SAFETY: the caller lends the field.
    let field = unsafe { *field };
    change(type_index, |entry| {
        // SAFETY: the caller gives a readable text.
        let name = unsafe { bytes(&field.name) };
        // SAFETY: names are never freed.
        if entry.fields.iter().any(|known| unsafe { bytes(&known.name) } == name) {
            let name = String::from_utf8_lossy(name);
            return Err(("InternalError", format!("Duplicate field name \"{name}\"")));
        }
        // SAFETY: the caller lends what the field refers to.
        entry.fields.push(unsafe { kept_field(field) });
        // SAFETY: entries are never freed, and changed under the lock only.
        unsafe { (*entry.info).fields = entry.fields.as_ptr() };
        // SAFETY: as above.
        unsafe { (*entry.info).num_fields = entry.fields.len() as i32 };
        Ok(())
    })
}

/// A field with copies of everything that it refers to.
///
/// # Safety
///
/// It refers to readable texts and live objects.
unsafe fn kept_field(field: TVMFFIFieldInfo) -> TVMFFIFieldInfo {
    // SAFETY: the caller's contract.
    let [name, doc, metadata] = [field.name, field.doc, field.metadata].map(|text| unsafe { kept(&text) });
    let has_default = field.flags & FieldFlag::HAS_DEFAULT != 0;
    let default = if has_default { field.default_value_or_factory } else { TVMFFIAny::NONE };
    // SAFETY: the caller's contract.
    let default_value_or_factory = unsafe { kept_value(default) };
    if field.flags & FieldFlag::SETTER_IS_FUNCTION_OBJ != 0 {
        // SAFETY: the caller's contract.
        unsafe { object::retain(field.setter) };
    }
    TVMFFIFieldInfo { name, doc, metadata, default_value_or_factory, ..field }
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFITypeRegisterMethod(
    type_index: i32,
    method: *const TVMFFIMethodInfo,
) -> c_int {
    // SAFETY: the caller lends the method.
    let method = unsafe { *method };
    change(type_index, |entry| {
        let texts = [method.name, method.doc, method.metadata];
        // SAFETY: the caller gives readable texts.
        let [name, doc, metadata] = texts.map(|text| unsafe { kept(&text) });
        // SAFETY: the caller lends the function.
        let function = unsafe { kept_value(method.method) };
        entry.methods.push(TVMFFIMethodInfo { name, doc, metadata, method: function, ..method });
        // SAFETY: entries are never freed, and changed under the lock only.
        unsafe { (*entry.info).methods = entry.methods.as_ptr() };
        // SAFETY: as above.
        unsafe { (*entry.info).num_methods = entry.methods.len() as i32 };
        Ok(())
    })
}

#[allow(non_snake_case, reason = "the C name")]
pub(super) unsafe extern "C" fn TVMFFITypeRegisterMetadata(
    type_index: i32,
    metadata: *const TVMFFITypeMetadata,
) -> c_int {
    // SAFETY: the caller lends the metadata.
    let metadata = unsafe { *metadata };
    change(type_index, |entry| {
        if entry.metadata.is_some() {
            return Err(("RuntimeError", format!("Overriding type_index={type_index}")));
        }
        // SAFETY: the caller gives a readable text.
        let doc = unsafe { kept(&metadata.doc) };
        let metadata = entry.metadata.insert(Box::new(TVMFFITypeMetadata { doc, ..metadata }));
        // SAFETY: entries are never freed, and changed under the lock only.
        unsafe { (*entry.info).metadata = &raw const **metadata };
        Ok(())
    })
}
