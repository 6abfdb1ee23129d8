//! Mirrors of the C interface of XLA's FFI, `xla/ffi/api/c_api.h`, with the fields that a handler reads.
//!
//! The layouts are the same in versions 0.2 and 0.3. Each struct ends with the last field that is used here.
//!
//! # Contract
//!
//! **Call frame.** XLA calls a handler with a frame that, like all that it refers to, is readable for the duration of the call. Each struct with a
//! `struct_size` has as many bytes. An array has as many elements as the size before it says, and may be NULL if that is 0.
//! `values` of arguments and results have the type that `types` names: a [`Buffer`]. Those of attributes are a [`Scalar`], a [`ByteSpan`], an
//! [`Array`], or for a dictionary an [`Attrs`]. `data` of a buffer, unless there are no elements, is memory of the platform's device with all its elements, in order
//! and without gaps; XLA writes none of it during the call, and results may be written. Other code writes neither the frame nor what it refers to.

use core::ffi::{c_char, c_void};

/// An error of XLA. Who gets it destroys it, or returns it.
#[repr(C)]
pub(crate) struct XlaError {
    opaque: [u8; 0],
}

/// `XLA_FFI_Extension_Base`
#[repr(C)]
pub(crate) struct Extension {
    pub(crate) struct_size: usize,
    pub(crate) kind: i32,
    pub(crate) next: *mut Extension,
}

/// `XLA_FFI_Extension_Metadata`
pub(crate) const METADATA: i32 = 1;

/// `XLA_FFI_Metadata_Extension`
#[repr(C)]
pub(crate) struct MetadataExtension {
    pub(crate) base: Extension,
    pub(crate) metadata: *mut Metadata,
}

/// `XLA_FFI_Metadata`
#[repr(C)]
pub(crate) struct Metadata {
    pub(crate) struct_size: usize,
    pub(crate) version: Version,
    pub(crate) traits: u32,
}

/// `XLA_FFI_Api_Version`
#[repr(C)]
pub(crate) struct Version {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) major: i32,
    pub(crate) minor: i32,
}

/// `XLA_FFI_Api`, up to `Stream_Get`.
#[repr(C)]
pub(crate) struct Api {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) version: Version,
    pub(crate) internal: *const c_void,
    pub(crate) error_create: unsafe extern "C" fn(*mut ErrorCreate) -> *mut XlaError,
    pub(crate) error_get_message: *const c_void,
    pub(crate) error_destroy: unsafe extern "C" fn(*mut ErrorDestroy),
    pub(crate) handler_register: *const c_void,
    pub(crate) stream_get: unsafe extern "C" fn(*mut StreamGet) -> *mut XlaError,
}

/// `XLA_FFI_Api`, up to `DeviceOrdinal_Get`.
#[repr(C)]
pub(crate) struct ApiWithOrdinal {
    pub(crate) api: Api,
    /// `Type_Register` to `RunId_Get`.
    pub(crate) others: [*const c_void; 12],
    pub(crate) device_ordinal_get: unsafe extern "C" fn(*mut DeviceOrdinalGet) -> *mut XlaError,
}

/// `XLA_FFI_Error_Create_Args`
#[repr(C)]
pub(crate) struct ErrorCreate {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) message: *const c_char,
    pub(crate) code: i32,
}

/// `XLA_FFI_Error_Destroy_Args`
#[repr(C)]
pub(crate) struct ErrorDestroy {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) error: *mut XlaError,
}

/// `XLA_FFI_Stream_Get_Args`
#[repr(C)]
pub(crate) struct StreamGet {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) context: *mut c_void,
    pub(crate) stream: *mut c_void,
}

/// `XLA_FFI_DeviceOrdinal_Get_Args`
#[repr(C)]
pub(crate) struct DeviceOrdinalGet {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) context: *mut c_void,
    pub(crate) ordinal: i32,
}

/// `XLA_FFI_CallFrame`
#[repr(C)]
pub(crate) struct CallFrame {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) api: *const Api,
    pub(crate) context: *mut c_void,
    pub(crate) stage: i32,
    pub(crate) arguments: Buffers,
    pub(crate) results: Buffers,
    pub(crate) attributes: Attrs,
}

/// `XLA_FFI_ExecutionStage_EXECUTE`
pub(crate) const EXECUTE: i32 = 3;

/// `XLA_FFI_Args`, `XLA_FFI_Rets`
#[repr(C)]
pub(crate) struct Buffers {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) size: i64,
    pub(crate) types: *mut i32,
    pub(crate) values: *mut *mut Buffer,
}

/// `XLA_FFI_ArgType_BUFFER`, `XLA_FFI_RetType_BUFFER`
pub(crate) const BUFFER: i32 = 1;

/// `XLA_FFI_Buffer`
#[repr(C)]
pub(crate) struct Buffer {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) dtype: i32,
    pub(crate) data: *mut c_void,
    pub(crate) rank: i64,
    pub(crate) dims: *mut i64,
}

/// `XLA_FFI_Attrs`
#[repr(C)]
pub(crate) struct Attrs {
    pub(crate) struct_size: usize,
    pub(crate) extension: *mut Extension,
    pub(crate) size: i64,
    pub(crate) types: *mut i32,
    pub(crate) names: *mut *mut ByteSpan,
    pub(crate) values: *mut *mut c_void,
}

/// `XLA_FFI_AttrType_ARRAY`
pub(crate) const ARRAY: i32 = 1;
/// `XLA_FFI_AttrType_DICTIONARY`
pub(crate) const DICTIONARY: i32 = 2;
/// `XLA_FFI_AttrType_SCALAR`
pub(crate) const SCALAR: i32 = 3;
/// `XLA_FFI_AttrType_STRING`
pub(crate) const STRING: i32 = 4;

/// `XLA_FFI_ByteSpan`
#[repr(C)]
pub(crate) struct ByteSpan {
    pub(crate) data: *const c_char,
    pub(crate) size: usize,
}

/// `XLA_FFI_Scalar`
#[repr(C)]
pub(crate) struct Scalar {
    pub(crate) dtype: i32,
    pub(crate) value: *mut c_void,
}

/// `XLA_FFI_Array`
#[repr(C)]
pub(crate) struct Array {
    pub(crate) dtype: i32,
    pub(crate) size: usize,
    pub(crate) data: *mut c_void,
}

/// Structs with the number of their bytes in front.
///
/// # Safety
///
/// The struct is `repr(C)`, and its first field is its size: a `usize`.
pub(crate) unsafe trait SizedStruct {
    /// The number of bytes up to the end of the last field: padding behind it does not count.
    const SIZE: usize;
}

macro_rules! layouts {
    ($($name:ident: $size:literal / $all:literal { $($field:ident @ $offset:literal,)* })*) => {
        $(
            const _: () = {
                assert!(core::mem::size_of::<$name>() == $all);
                $(assert!(core::mem::offset_of!($name, $field) == $offset);)*
            };
            // SAFETY: the assertions above.
            unsafe impl SizedStruct for $name {
                const SIZE: usize = $size;
            }
        )*
    };
}

layouts! {
    Extension: 24 / 24 { struct_size @ 0, kind @ 8, next @ 16, }
    MetadataExtension: 32 / 32 { base @ 0, metadata @ 24, }
    Metadata: 36 / 40 { struct_size @ 0, version @ 8, traits @ 32, }
    Version: 24 / 24 { struct_size @ 0, extension @ 8, major @ 16, minor @ 20, }
    Api: 88 / 88 { struct_size @ 0, version @ 16, internal @ 40, error_create @ 48, error_destroy @ 64, stream_get @ 80, }
    ApiWithOrdinal: 192 / 192 { api @ 0, device_ordinal_get @ 184, }
    ErrorCreate: 28 / 32 { struct_size @ 0, message @ 16, code @ 24, }
    ErrorDestroy: 24 / 24 { struct_size @ 0, error @ 16, }
    StreamGet: 32 / 32 { struct_size @ 0, context @ 16, stream @ 24, }
    DeviceOrdinalGet: 28 / 32 { struct_size @ 0, context @ 16, ordinal @ 24, }
    CallFrame: 168 / 168 { struct_size @ 0, extension @ 8, api @ 16, context @ 24, stage @ 32, arguments @ 40, results @ 80, attributes @ 120, }
    Buffers: 40 / 40 { struct_size @ 0, size @ 16, types @ 24, values @ 32, }
    Buffer: 48 / 48 { struct_size @ 0, dtype @ 16, data @ 24, rank @ 32, dims @ 40, }
    Attrs: 48 / 48 { struct_size @ 0, size @ 16, types @ 24, names @ 32, values @ 40, }
}

/// Layouts of structs without their size.
const _: () = {
    assert!(core::mem::size_of::<ByteSpan>() == 16);
    assert!(core::mem::size_of::<Scalar>() == 16 && core::mem::offset_of!(Scalar, value) == 8);
    assert!(core::mem::size_of::<Array>() == 24 && core::mem::offset_of!(Array, data) == 16);
};
