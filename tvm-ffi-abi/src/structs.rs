//! `repr(C)` mirrors of the structs in `tvm/ffi/c_api.h`.

use core::ffi::{c_int, c_void};
use core::mem::{align_of, offset_of, size_of};
use core::ptr::NonNull;
use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

use super::{
    DLDataType, DLDevice, DLManagedTensor, DLManagedTensorVersioned, DLPackVersion, DLTensor, TypeIndex,
    is_object_index,
};

/// A pointer to a [`TVMFFIObject`] header.
pub type TVMFFIObjectHandle = *mut c_void;

/// Destroys or frees an object, by flags.
pub type TVMFFIObjectDeleter = unsafe extern "C" fn(object: *mut c_void, flags: c_int);

/// The one C signature of every function; see the SafeCall contract of [this crate](crate).
pub type TVMFFISafeCallType = unsafe extern "C" fn(
    handle: *mut c_void,
    args: *const TVMFFIAny,
    num_args: i32,
    result: *mut TVMFFIAny,
) -> c_int;

/// Reads the field at an address into an owned value.
pub type TVMFFIFieldGetter = unsafe extern "C" fn(field: *mut c_void, result: *mut TVMFFIAny) -> c_int;

/// Writes the field at an address.
pub type TVMFFIFieldSetter = unsafe extern "C" fn(field: *mut c_void, value: *const TVMFFIAny) -> c_int;

/// Makes an empty instance of a type.
pub type TVMFFIObjectCreator = unsafe extern "C" fn(result: *mut TVMFFIObjectHandle) -> c_int;

/// A stream of a device, `cudaStream_t` say.
pub type TVMFFIStreamHandle = *mut c_void;

/// A tagged value of 16 bytes.
///
/// The second word is the length of a small string and zero otherwise; all eight payload bytes are always defined,
/// because the runtime compares and hashes both words.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFIAny {
    /// What the payload is: a [`TypeIndex`](crate::TypeIndex) or a type registered at run time.
    pub type_index: i32,
    /// Length of a small string or of small bytes; zero for everything else.
    pub small_len: u32,
    /// The payload.
    pub payload: TVMFFIAnyPayload,
}

impl TVMFFIAny {
    /// `None`.
    pub const NONE: Self = Self::new(TypeIndex::NONE, TVMFFIAnyPayload::from_int(0));

    /// A value with no small string in it.
    #[inline(always)]
    pub const fn new(type_index: i32, payload: TVMFFIAnyPayload) -> Self {
        Self { type_index, small_len: 0, payload }
    }

    /// The header of the object in the value, if it holds one.
    #[doc(hidden)]
    #[inline(always)]
    pub fn header(&self) -> Option<NonNull<TVMFFIObject>> {
        if is_object_index(self.type_index) { NonNull::new(self.payload.ptr().cast()) } else { None }
    }
}

/// The payload of a [`TVMFFIAny`]: eight bytes, always all initialised.
///
/// The fields are private so that the constructors are the only way to make one; any bit pattern may be read as any of
/// the types.
#[repr(C)]
#[derive(Clone, Copy)]
pub union TVMFFIAnyPayload {
    int: i64,
    uint: u64,
    float: f64,
    ptr: *mut c_void,
    bytes: [u8; 8],
}

impl TVMFFIAnyPayload {
    /// A signed integer (`v_int64`).
    #[inline(always)]
    pub const fn from_int(int: i64) -> Self {
        Self { int }
    }

    /// An unsigned integer (`v_uint64`).
    #[inline(always)]
    pub const fn from_uint(uint: u64) -> Self {
        Self { uint }
    }

    /// A float (`v_float64`).
    #[inline(always)]
    pub const fn from_float(float: f64) -> Self {
        Self { float }
    }

    /// A pointer (`v_ptr`, `v_obj`, `v_c_str`).
    #[inline(always)]
    pub const fn from_ptr(ptr: *mut c_void) -> Self {
        Self { ptr }
    }

    /// Eight bytes (`v_bytes`).
    #[inline(always)]
    pub const fn from_bytes(bytes: [u8; 8]) -> Self {
        Self { bytes }
    }

    /// The payload as a signed integer.
    #[inline(always)]
    pub const fn int(&self) -> i64 {
        // SAFETY: AnyView validity: all eight bytes are initialised, and every bit pattern is an `i64`.
        unsafe { self.int }
    }

    /// The payload as an unsigned integer.
    #[inline(always)]
    pub const fn uint(&self) -> u64 {
        // SAFETY: as in `int`.
        unsafe { self.uint }
    }

    /// The payload as a float.
    #[inline(always)]
    pub const fn float(&self) -> f64 {
        // SAFETY: as in `int`; every bit pattern is an `f64`.
        unsafe { self.float }
    }

    /// The payload as a pointer, which is only as valid as the type index says.
    #[inline(always)]
    pub const fn ptr(&self) -> *mut c_void {
        // SAFETY: as in `int`; every bit pattern is a raw pointer.
        unsafe { self.ptr }
    }

    /// The payload as bytes, in memory order.
    #[inline(always)]
    pub const fn bytes(&self) -> &[u8; 8] {
        // SAFETY: as in `int`; every bit pattern is an array of bytes.
        unsafe { &self.bytes }
    }
}

/// Version of the C ABI.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TVMFFIVersion {
    /// Major version.
    pub major: u32,
    /// Minor version.
    pub minor: u32,
    /// Patch version.
    pub patch: u32,
}

/// The header of every object; handles point to it.
#[repr(C)]
pub struct TVMFFIObject {
    /// Strong count in the low, weak count in the high 32 bits. Only ever accessed atomically once shared.
    pub combined_ref_count: u64,
    /// Type index.
    pub type_index: i32,
    /// Zero.
    pub __padding: u32,
    /// Called with a [`DeleterFlag`](crate::DeleterFlag); NULL for objects that are never freed.
    pub deleter: Option<TVMFFIObjectDeleter>,
}

/// A borrowed run of bytes.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct TVMFFIByteArray {
    /// First byte.
    pub data: *const u8,
    /// Number of bytes.
    pub size: usize,
}

impl TVMFFIByteArray {
    /// A borrowed byte array for a C function.
    #[inline]
    pub const fn of(bytes: &[u8]) -> Self {
        Self { data: bytes.as_ptr(), size: bytes.len() }
    }

    /// The bytes, whose pointer may be NULL if there are none.
    ///
    /// # Safety
    ///
    /// Unless `size` is 0, `data` points to `size` bytes that are readable and not written during `'a`.
    #[inline(always)]
    pub const unsafe fn bytes<'a>(&self) -> &'a [u8] {
        if self.data.is_null() {
            return &[];
        }
        // SAFETY: the caller's contract; the pointer is not NULL.
        unsafe { core::slice::from_raw_parts(self.data, self.size) }
    }
}

/// Body of a shape.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFIShapeCell {
    /// First extent.
    pub data: *const i64,
    /// Number of extents.
    pub size: usize,
}

/// Body of an array or a list.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFISeqCell {
    /// First `TVMFFIAny`.
    pub data: *mut c_void,
    /// Number of elements.
    pub size: i64,
    /// Elements that fit the buffer.
    pub capacity: i64,
    /// Frees `data` where it is not inline.
    pub data_deleter: Option<unsafe extern "C-unwind" fn(*mut c_void)>,
}

/// Body of an error.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFIErrorCell {
    /// Kind, `ValueError` say.
    pub kind: TVMFFIByteArray,
    /// Message.
    pub message: TVMFFIByteArray,
    /// Traceback text, most recent call first.
    pub backtrace: TVMFFIByteArray,
    /// Changes the traceback.
    pub update_backtrace:
        Option<unsafe extern "C-unwind" fn(TVMFFIObjectHandle, *const TVMFFIByteArray, i32)>,
    /// Owned cause, or NULL.
    pub cause_chain: TVMFFIObjectHandle,
    /// Owned context, or NULL.
    pub extra_context: TVMFFIObjectHandle,
}

impl TVMFFIErrorCell {
    /// The backtrace, which other threads may change meanwhile.
    ///
    /// The size is read first. The runtime in Rust sees to it that a text which is found afterwards has room for so many bytes. The C++
    /// runtime frees the text that it replaces.
    ///
    /// # Safety
    ///
    /// The cell is that of a live error.
    pub unsafe fn backtrace(cell: NonNull<Self>) -> TVMFFIByteArray {
        // SAFETY: the caller's contract.
        let backtrace = unsafe { &raw mut (*cell.as_ptr()).backtrace };
        // SAFETY: as above.
        let size = unsafe { &raw mut (*backtrace).size };
        // SAFETY: as above; the field is aligned.
        let size = unsafe { AtomicUsize::from_ptr(size) }.load(Ordering::Acquire);
        // SAFETY: as above.
        let data = unsafe { &raw mut (*backtrace).data }.cast::<*mut u8>();
        // SAFETY: as above; the field is aligned.
        let data = unsafe { AtomicPtr::from_ptr(data) }.load(Ordering::Acquire);
        TVMFFIByteArray { data, size }
    }
}

/// Body of a function.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFIFunctionCell {
    /// The C entry point; gets the function object as its first argument.
    pub safe_call: Option<TVMFFISafeCallType>,
    /// A C++ entry point that throws. NULL for functions made in Rust.
    pub cpp_call: *mut c_void,
}

/// Body of an opaque object.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFIOpaqueObjectCell {
    /// What it wraps.
    pub handle: *mut c_void,
}

/// The words before an object.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFIObjectAllocHeader {
    /// Frees the block.
    pub delete_space: Option<unsafe extern "C-unwind" fn(*mut c_void)>,
}

/// A replacement allocator for objects.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFICustomAllocator {
    /// Allocates `(size, alignment, type_index, context)`.
    pub allocate: Option<unsafe extern "C-unwind" fn(usize, usize, i32, *mut c_void) -> *mut c_void>,
    /// Passed to `allocate`.
    pub context: *mut c_void,
}

/// A registered field.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFIFieldInfo {
    /// Name.
    pub name: TVMFFIByteArray,
    /// Documentation.
    pub doc: TVMFFIByteArray,
    /// Metadata as JSON.
    pub metadata: TVMFFIByteArray,
    /// [`FieldFlag`](crate::FieldFlag)s.
    pub flags: i64,
    /// Size in bytes.
    pub size: i64,
    /// Alignment in bytes.
    pub alignment: i64,
    /// Offset from the object header, in bytes.
    pub offset: i64,
    /// Reads the field at an address.
    pub getter: Option<TVMFFIFieldGetter>,
    /// A `TVMFFIFieldSetter`, or a function object by flag.
    pub setter: *mut c_void,
    /// Default, by flags.
    pub default_value_or_factory: TVMFFIAny,
    /// Exact type index of the field, or `ANY`.
    pub field_static_type_index: i32,
}

/// A registered method or global function.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFIMethodInfo {
    /// Name.
    pub name: TVMFFIByteArray,
    /// Documentation.
    pub doc: TVMFFIByteArray,
    /// Metadata as JSON.
    pub metadata: TVMFFIByteArray,
    /// [`FieldFlag`](crate::FieldFlag)s.
    pub flags: i64,
    /// The function.
    pub method: TVMFFIAny,
}

/// Metadata of a type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFITypeMetadata {
    /// Documentation.
    pub doc: TVMFFIByteArray,
    /// Makes an empty instance.
    pub creator: Option<TVMFFIObjectCreator>,
    /// Size of an instance with its header, in bytes.
    pub total_size: i32,
    /// A [`SEqHashKind`](crate::SEqHashKind).
    pub structural_eq_hash_kind: i32,
}

/// The values of one type attribute, by type index.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFITypeAttrColumn {
    /// First value.
    pub data: *const TVMFFIAny,
    /// Number of values.
    pub size: i32,
    /// Type index of the first value.
    pub begin_index: i32,
}

/// What the runtime knows of a type.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct TVMFFITypeInfo {
    /// Type index.
    pub type_index: i32,
    /// Number of ancestors.
    pub type_depth: i32,
    /// Type key.
    pub type_key: TVMFFIByteArray,
    /// Ancestors, root first.
    pub type_ancestors: *const *const TVMFFITypeInfo,
    /// Hash of the key.
    pub type_key_hash: u64,
    /// Number of fields.
    pub num_fields: i32,
    /// Number of methods.
    pub num_methods: i32,
    /// Fields.
    pub fields: *const TVMFFIFieldInfo,
    /// Methods.
    pub methods: *const TVMFFIMethodInfo,
    /// Metadata, or NULL.
    pub metadata: *const TVMFFITypeMetadata,
}

/// Size, alignment, and field offsets of one struct, in bytes.
#[derive(Debug, Clone, Copy)]
pub struct StructLayout {
    /// C name.
    pub name: &'static str,
    /// Size.
    pub size: usize,
    /// Alignment.
    pub align: usize,
    /// Fields with their offsets.
    pub fields: &'static [(&'static str, usize)],
}

macro_rules! layouts {
    ($($name:ident: $size:literal / $align:literal { $($field:ident @ $offset:literal,)* })*) => {
        #[cfg(target_pointer_width = "64")]
        const _: () = {
            $(
                assert!(size_of::<$name>() == $size);
                assert!(align_of::<$name>() == $align);
                $(assert!(offset_of!($name, $field) == $offset);)*
            )*
        };

        /// The layouts of every mirrored struct, as this build has them.
        pub const LAYOUTS: &[StructLayout] = &[$(StructLayout {
            name: stringify!($name),
            size: size_of::<$name>(),
            align: align_of::<$name>(),
            fields: &[$((stringify!($field), offset_of!($name, $field)),)*],
        },)*];
    };
}

layouts! {
    TVMFFIAny: 16 / 8 { type_index @ 0, small_len @ 4, payload @ 8, }
    TVMFFIVersion: 12 / 4 { major @ 0, minor @ 4, patch @ 8, }
    TVMFFIObject: 24 / 8 { combined_ref_count @ 0, type_index @ 8, __padding @ 12, deleter @ 16, }
    TVMFFIByteArray: 16 / 8 { data @ 0, size @ 8, }
    TVMFFIShapeCell: 16 / 8 { data @ 0, size @ 8, }
    TVMFFISeqCell: 32 / 8 { data @ 0, size @ 8, capacity @ 16, data_deleter @ 24, }
    TVMFFIErrorCell: 72 / 8 { kind @ 0, message @ 16, backtrace @ 32, update_backtrace @ 48, cause_chain @ 56, extra_context @ 64, }
    TVMFFIFunctionCell: 16 / 8 { safe_call @ 0, cpp_call @ 8, }
    TVMFFIOpaqueObjectCell: 8 / 8 { handle @ 0, }
    TVMFFIObjectAllocHeader: 8 / 8 { delete_space @ 0, }
    TVMFFICustomAllocator: 16 / 8 { allocate @ 0, context @ 8, }
    TVMFFIFieldInfo: 120 / 8 { name @ 0, doc @ 16, metadata @ 32, flags @ 48, size @ 56, alignment @ 64, offset @ 72, getter @ 80, setter @ 88, default_value_or_factory @ 96, field_static_type_index @ 112, }
    TVMFFIMethodInfo: 72 / 8 { name @ 0, doc @ 16, metadata @ 32, flags @ 48, method @ 56, }
    TVMFFITypeMetadata: 32 / 8 { doc @ 0, creator @ 16, total_size @ 24, structural_eq_hash_kind @ 28, }
    TVMFFITypeAttrColumn: 16 / 8 { data @ 0, size @ 8, begin_index @ 12, }
    TVMFFITypeInfo: 72 / 8 { type_index @ 0, type_depth @ 4, type_key @ 8, type_ancestors @ 24, type_key_hash @ 32, num_fields @ 40, num_methods @ 44, fields @ 48, methods @ 56, metadata @ 64, }
    DLPackVersion: 8 / 4 { major @ 0, minor @ 4, }
    DLDevice: 8 / 4 { device_type @ 0, device_id @ 4, }
    DLDataType: 4 / 2 { code @ 0, bits @ 1, lanes @ 2, }
    DLTensor: 48 / 8 { data @ 0, device @ 8, ndim @ 16, dtype @ 20, shape @ 24, strides @ 32, byte_offset @ 40, }
    DLManagedTensor: 64 / 8 { dl_tensor @ 0, manager_ctx @ 48, deleter @ 56, }
    DLManagedTensorVersioned: 80 / 8 { version @ 0, manager_ctx @ 8, deleter @ 16, flags @ 24, dl_tensor @ 32, }
}
