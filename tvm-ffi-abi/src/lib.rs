//! Mirrors of the C ABI of TVM-FFI, and the contracts that SAFETY comments name.
//!
//! - [`types`](self): every struct of `tvm/ffi/c_api.h`, field by field, under its C name;
//! - [`TypeIndex`] and the other enumerations, as integers, because a caller may pass any value;
//! - the DLPack structs, from [`dlpack_rs`].
//!
//! Sizes and offsets are asserted at compile time against the values of a 64-bit build, and a test compiles a C program
//! against the headers of the pinned wheel and compares all of them.
//!
//! # Contracts
//!
//! SAFETY comments across this crate refer to these by name.
//!
//! **SafeCall contract** (`TVMFFISafeCallType`). For the duration of the call `args` points to `num_args` initialised
//! `TVMFFIAny`s (it may be NULL when `num_args` is 0) that no other code writes, except through an `ObjectRValueRef` slot;
//! `result` points to a writable `TVMFFIAny` that owns nothing. The callee returns 0 and has written an owned value to
//! `result`, or returns -1 and has raised an error on this thread.
//!
//! **AnyView validity.** All sixteen bytes of a viewed `TVMFFIAny` are initialised, and hold a value of its type index, for the lifetime of the view:
//! an index of 64 or more has a pointer to a live object whose header has that index; `DLTensorPtr` a pointer to a
//! `DLTensor` (see below); `RawStr` a NUL-terminated string; `ByteArrayPtr` a `TVMFFIByteArray` with readable bytes;
//! `ObjectRValueRef` the address of a slot that holds an owned object or NULL. No other thread changes the slot. The caller keeps a lent object
//! until the call ends: no other thread gives it away. A callback may give it away, since a call holds references to its arguments (see
//! `call::held`). No code writes the text or the bytes of a `RawStr` or
//! a `ByteArrayPtr` during the call, so they are not elements of a tensor that the same call writes.
//!
//! **Object validity.** An object handle points to a `TVMFFIObject` header with a strong count of at least one that the
//! holder of the handle owns or borrows, followed by the body of its type index, in the layout of the
//! runtime's headers. Bodies of strings, bytes, shapes, big integers, functions, errors, tensors, and arrays are
//! immutable while shared.
//!
//! **DLTensor validity.** `shape` and `strides`, unless they are NULL, point to `ndim` readable `i64`s. No code writes these, or
//! the struct, while it is in use: no callback resizes the tensor, and they are not elements of a tensor that the same
//! call writes. `data` is not dereferenced by metadata accessors.

#[cfg(not(target_pointer_width = "64"))]
compile_error!("tvm-ffi supports 64-bit targets only: the layouts of the C ABI were checked for those");

// A module uses only modules of the floors above it in this list, which `tests/hygiene/sources/floors.rs` checks.

// floor 0
#[doc(hidden)]
pub mod decimal; // decimal numbers as text
mod index; // enumerations of the ABI
#[cfg(windows)]
#[doc(hidden)]
pub mod published; // the runtime of a program
mod sync; // atomics, which loom replaces
#[doc(hidden)]
pub mod wait; // waiting with a bound

// floor 1
#[doc(hidden)]
pub mod dtype; // names of dtypes
mod structs; // the C structs

// floor 2
#[doc(hidden)]
pub mod container_lock; // locks of lists and dicts
pub mod count; // reference counts
#[doc(hidden)]
pub mod key; // hash and equality
#[doc(hidden)]
pub mod map; // layout of maps
#[doc(hidden)]
pub mod module; // vtable of modules

#[doc(hidden)]
pub use index::is_object_index;
pub use index::{BacktraceUpdateMode, DeleterFlag, FieldFlag, ModulePropertyMask, SEqHashKind, TypeIndex};
pub use structs::{
    LAYOUTS, StructLayout, TVMFFIAny, TVMFFIAnyPayload, TVMFFIByteArray, TVMFFICustomAllocator,
    TVMFFIErrorCell, TVMFFIFieldGetter, TVMFFIFieldInfo, TVMFFIFieldSetter, TVMFFIFunctionCell,
    TVMFFIMethodInfo, TVMFFIObject, TVMFFIObjectAllocHeader, TVMFFIObjectCreator, TVMFFIObjectDeleter,
    TVMFFIObjectHandle, TVMFFIOpaqueObjectCell, TVMFFISafeCallType, TVMFFISeqCell, TVMFFIShapeCell,
    TVMFFIStreamHandle, TVMFFITypeAttrColumn, TVMFFITypeInfo, TVMFFITypeMetadata, TVMFFIVersion,
};

pub use dlpack_rs::ffi::{
    DLDataType, DLDataTypeCode, DLDevice, DLDeviceType, DLManagedTensor, DLManagedTensorVersioned,
    DLPackExchangeAPI, DLPackManagedTensorAllocator, DLPackVersion, DLTensor,
};
