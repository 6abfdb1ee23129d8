//! An entry of the type table.

use core::mem::offset_of;
use core::ptr::{self, null, null_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tvm_ffi_abi::{TVMFFIByteArray, TVMFFIFieldInfo, TVMFFIMethodInfo, TVMFFITypeInfo, TVMFFITypeMetadata};

use crate::append_only::{List, Memory};
use crate::sync::{AtomicI32, AtomicPtr, Ordering};

/// A type. The first fields are those of [`TVMFFITypeInfo`]: code of other languages reads them where they are.
#[repr(C)]
pub(crate) struct TypeEntry {
    pub(crate) type_index: i32,
    depth: i32,
    key: TVMFFIByteArray,
    /// The root first.
    ancestors: *const &'static TypeEntry,
    key_hash: u64,
    num_fields: AtomicI32,
    num_methods: AtomicI32,
    fields: AtomicPtr<TVMFFIFieldInfo>,
    methods: AtomicPtr<TVMFFIMethodInfo>,
    metadata: AtomicPtr<TVMFFITypeMetadata>,
    registration: Mutex<Registration>,
}

const _: () = {
    assert!(offset_of!(TypeEntry, type_index) == offset_of!(TVMFFITypeInfo, type_index));
    assert!(offset_of!(TypeEntry, depth) == offset_of!(TVMFFITypeInfo, type_depth));
    assert!(offset_of!(TypeEntry, key) == offset_of!(TVMFFITypeInfo, type_key));
    assert!(offset_of!(TypeEntry, ancestors) == offset_of!(TVMFFITypeInfo, type_ancestors));
    assert!(offset_of!(TypeEntry, key_hash) == offset_of!(TVMFFITypeInfo, type_key_hash));
    assert!(offset_of!(TypeEntry, num_fields) == offset_of!(TVMFFITypeInfo, num_fields));
    assert!(offset_of!(TypeEntry, num_methods) == offset_of!(TVMFFITypeInfo, num_methods));
    assert!(offset_of!(TypeEntry, fields) == offset_of!(TVMFFITypeInfo, fields));
    assert!(offset_of!(TypeEntry, methods) == offset_of!(TVMFFITypeInfo, methods));
    assert!(offset_of!(TypeEntry, metadata) == offset_of!(TVMFFITypeInfo, metadata));
};

// SAFETY: what the pointers lead to is never changed, and addresses of lists change by the rules of `append_only`.
unsafe impl Send for TypeEntry {}
// SAFETY: as above.
unsafe impl Sync for TypeEntry {}

/// What only those who register something use.
pub(crate) struct Registration {
    pub(super) slots: Slots,
    fields: Memory<TVMFFIFieldInfo>,
    methods: Memory<TVMFFIMethodInfo>,
}

/// The indices that a type has for its children.
pub(super) struct Slots {
    /// The number of indices, with the type's own.
    pub(super) count: i32,
    /// How many of them are given away, with the type's own.
    pub(super) allocated: i32,
    /// Whether children get other indices when these are used up.
    pub(super) can_overflow: bool,
}

impl TypeEntry {
    /// A new entry, which is never freed.
    pub(super) fn new(
        type_index: i32,
        key: &[u8],
        key_hash: u64,
        parent: Option<&'static Self>,
        slots: Slots,
    ) -> &'static Self {
        let ancestors: Vec<&'static Self> = parent
            .into_iter()
            .flat_map(|parent| parent.ancestors().iter().copied().chain([parent]))
            .collect();
        Box::leak(Box::new(Self {
            type_index,
            depth: ancestors.len() as i32,
            key: keep(key),
            ancestors: Vec::leak(ancestors).as_ptr(),
            key_hash,
            num_fields: AtomicI32::new(0),
            num_methods: AtomicI32::new(0),
            fields: AtomicPtr::new(null_mut()),
            methods: AtomicPtr::new(null_mut()),
            metadata: AtomicPtr::new(null_mut()),
            registration: Mutex::new(Registration { slots, fields: Memory::EMPTY, methods: Memory::EMPTY }),
        }))
    }

    /// The entry as the C API shows it.
    #[inline(always)]
    pub(crate) fn info(&'static self) -> *const TVMFFITypeInfo {
        ptr::from_ref(self).cast()
    }

    pub(crate) fn key(&self) -> &'static [u8] {
        // SAFETY: the key is kept forever.
        unsafe { self.key.bytes() }
    }

    /// The key, for messages.
    pub(crate) fn key_text(&self) -> String {
        String::from_utf8_lossy(self.key()).into_owned()
    }

    /// The types that this one extends, the root first.
    pub(crate) fn ancestors(&self) -> &'static [&'static Self] {
        // SAFETY: an entry has as many ancestors as it is deep, and they are kept forever.
        unsafe { core::slice::from_raw_parts(self.ancestors, self.depth as usize) }
    }

    /// Whether objects of this type are objects of another: it is the same, or this one extends it.
    pub(crate) fn is_instance_of(&self, type_index: i32) -> bool {
        self.type_index == type_index
            || self.ancestors().iter().any(|ancestor| ancestor.type_index == type_index)
    }

    pub(crate) fn fields(&self) -> &'static [TVMFFIFieldInfo] {
        self.field_list().read()
    }

    #[cfg(test)]
    pub(crate) fn methods(&self) -> &'static [TVMFFIMethodInfo] {
        self.method_list().read()
    }

    pub(crate) fn metadata(&self) -> Option<&'static TVMFFITypeMetadata> {
        // SAFETY: metadata is kept forever.
        unsafe { self.metadata.load(Ordering::Acquire).as_ref() }
    }

    pub(crate) fn registration(&self) -> MutexGuard<'_, Registration> {
        self.registration.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn add_field(&self, field: TVMFFIFieldInfo, registration: &mut Registration) {
        self.field_list().push(field, &mut registration.fields);
    }

    pub(crate) fn add_method(&self, method: TVMFFIMethodInfo, registration: &mut Registration) {
        self.method_list().push(method, &mut registration.methods);
    }

    pub(crate) fn set_metadata(&self, metadata: TVMFFITypeMetadata, _: &mut Registration) {
        self.metadata.store(Box::leak(Box::new(metadata)), Ordering::Release);
    }

    fn field_list(&self) -> List<'_, TVMFFIFieldInfo> {
        List { items: &self.fields, count: &self.num_fields }
    }

    fn method_list(&self) -> List<'_, TVMFFIMethodInfo> {
        List { items: &self.methods, count: &self.num_methods }
    }
}

/// A copy of a text that is never freed and ends with a NUL. An empty text is NULL.
pub(crate) fn keep(text: &[u8]) -> TVMFFIByteArray {
    if text.is_empty() {
        return TVMFFIByteArray { data: null(), size: 0 };
    }
    let mut copy = Vec::with_capacity(text.len() + 1);
    copy.extend_from_slice(text);
    copy.push(0);
    TVMFFIByteArray { data: Vec::leak(copy).as_ptr(), size: text.len() }
}
