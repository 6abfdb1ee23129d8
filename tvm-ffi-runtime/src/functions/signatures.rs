//! The signatures of the C API.

use core::ffi::{c_char, c_int, c_void};

use tvm_ffi_abi::*;

/// Calls a macro with the signature of each function of the C API. The caller has the types of `tvm_ffi_abi` and `core::ffi` in scope.
#[doc(hidden)]
#[macro_export]
macro_rules! c_functions {
    ($callback:ident) => {
        $callback! {
            fn TVMFFIAnyViewToOwnedAny(view: *const TVMFFIAny, out: *mut TVMFFIAny) -> c_int;
            fn TVMFFIBacktrace(file: *const c_char, line: c_int, function: *const c_char, cross_boundary: c_int) -> *const TVMFFIByteArray;
            fn TVMFFIBigIntFromByteArray(bytes: *const TVMFFIByteArray, out: *mut TVMFFIAny) -> c_int;
            fn TVMFFIBigIntGetContentByteArray(value: *const TVMFFIAny) -> TVMFFIByteArray;
            fn TVMFFIBytesFromByteArray(bytes: *const TVMFFIByteArray, out: *mut TVMFFIAny) -> c_int;
            fn TVMFFIDataTypeFromString(text: *const TVMFFIByteArray, out: *mut DLDataType) -> c_int;
            fn TVMFFIDataTypeToString(dtype: *const DLDataType, out: *mut TVMFFIAny) -> c_int;
            fn TVMFFIEnvCheckSignals() -> c_int;
            fn TVMFFIEnvGetDLPackManagedTensorAllocator() -> DLPackManagedTensorAllocator;
            fn TVMFFIEnvGetStream(device_type: i32, device_id: i32) -> TVMFFIStreamHandle;
            fn TVMFFIEnvModLookupFromImports(context: TVMFFIObjectHandle, name: *const c_char, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFIEnvModRegisterContextSymbol(name: *const c_char, symbol: *mut c_void) -> c_int;
            fn TVMFFIEnvModRegisterSystemLibSymbol(name: *const c_char, symbol: *mut c_void) -> c_int;
            fn TVMFFIEnvRegisterCAPI(name: *const c_char, symbol: *mut c_void) -> c_int;
            fn TVMFFIEnvSetDLPackManagedTensorAllocator(allocator: DLPackManagedTensorAllocator, global: c_int, previous: *mut DLPackManagedTensorAllocator) -> c_int;
            fn TVMFFIEnvSetStream(device_type: i32, device_id: i32, stream: TVMFFIStreamHandle, previous: *mut TVMFFIStreamHandle) -> c_int;
            fn TVMFFIEnvTensorAlloc(prototype: *mut DLTensor, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFIErrorCreate(kind: *const TVMFFIByteArray, message: *const TVMFFIByteArray, backtrace: *const TVMFFIByteArray, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFIErrorCreateWithCauseAndExtraContext(kind: *const TVMFFIByteArray, message: *const TVMFFIByteArray, backtrace: *const TVMFFIByteArray, cause: TVMFFIObjectHandle, extra: TVMFFIObjectHandle, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFIErrorMoveFromRaised(out: *mut TVMFFIObjectHandle);
            fn TVMFFIErrorSetRaised(error: TVMFFIObjectHandle);
            fn TVMFFIErrorSetRaisedFromCStr(kind: *const c_char, message: *const c_char);
            fn TVMFFIErrorSetRaisedFromCStrParts(kind: *const c_char, parts: *const *const c_char, num_parts: i32);
            fn TVMFFIFunctionCall(function: TVMFFIObjectHandle, args: *mut TVMFFIAny, num_args: i32, result: *mut TVMFFIAny) -> c_int;
            fn TVMFFIFunctionCreate(context: *mut c_void, call: Option<TVMFFISafeCallType>, deleter: Option<unsafe extern "C" fn(*mut c_void)>, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFIFunctionGetGlobal(name: *const TVMFFIByteArray, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFIFunctionSetGlobal(name: *const TVMFFIByteArray, function: TVMFFIObjectHandle, allow_override: c_int) -> c_int;
            fn TVMFFIFunctionSetGlobalFromMethodInfo(info: *const TVMFFIMethodInfo, allow_override: c_int) -> c_int;
            fn TVMFFIGetCustomAllocator() -> *mut TVMFFICustomAllocator;
            fn TVMFFIGetTypeAttrColumn(name: *const TVMFFIByteArray) -> *const TVMFFITypeAttrColumn;
            fn TVMFFIGetTypeInfo(type_index: i32) -> *const TVMFFITypeInfo;
            fn TVMFFIGetVersion(out: *mut TVMFFIVersion);
            fn TVMFFIHandleDeinitOnce(handle: *mut *mut c_void, deinit: unsafe extern "C" fn(*mut c_void) -> c_int) -> c_int;
            fn TVMFFIHandleInitOnce(handle: *mut *mut c_void, init: unsafe extern "C" fn(*mut *mut c_void) -> c_int) -> c_int;
            fn TVMFFIObjectCreateOpaque(handle: *mut c_void, type_index: i32, deleter: Option<unsafe extern "C" fn(*mut c_void)>, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFIObjectDecRef(object: TVMFFIObjectHandle) -> c_int;
            fn TVMFFIObjectIncRef(object: TVMFFIObjectHandle) -> c_int;
            fn TVMFFIRustContainerLock(container: TVMFFIObjectHandle) -> c_int;
            fn TVMFFIRustContainerUnlock(container: TVMFFIObjectHandle) -> c_int;
            fn TVMFFISetCustomAllocator(allocator: *mut TVMFFICustomAllocator) -> c_int;
            fn TVMFFIStringFromByteArray(text: *const TVMFFIByteArray, out: *mut TVMFFIAny) -> c_int;
            fn TVMFFITensorCreateUnsafeView(source: TVMFFIObjectHandle, prototype: *const DLTensor, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFITensorFromDLPack(tensor: *mut DLManagedTensor, alignment: i32, contiguous: i32, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFITensorFromDLPackVersioned(tensor: *mut DLManagedTensorVersioned, alignment: i32, contiguous: i32, out: *mut TVMFFIObjectHandle) -> c_int;
            fn TVMFFITensorToDLPack(tensor: TVMFFIObjectHandle, out: *mut *mut DLManagedTensor) -> c_int;
            fn TVMFFITensorToDLPackVersioned(tensor: TVMFFIObjectHandle, out: *mut *mut DLManagedTensorVersioned) -> c_int;
            fn TVMFFITypeGetOrAllocIndex(key: *const TVMFFIByteArray, static_index: i32, depth: i32, child_slots: i32, can_overflow: i32, parent: i32) -> i32;
            fn TVMFFITypeKeyToIndex(key: *const TVMFFIByteArray, out: *mut i32) -> c_int;
            fn TVMFFITypeRegisterAttr(type_index: i32, name: *const TVMFFIByteArray, value: *const TVMFFIAny) -> c_int;
            fn TVMFFITypeRegisterField(type_index: i32, field: *const TVMFFIFieldInfo) -> c_int;
            fn TVMFFITypeRegisterMetadata(type_index: i32, metadata: *const TVMFFITypeMetadata) -> c_int;
            fn TVMFFITypeRegisterMethod(type_index: i32, method: *const TVMFFIMethodInfo) -> c_int;
        }
    };
}

macro_rules! types {
    ($(fn $name:ident($($arg:ident: $ty:ty),*) $(-> $ret:ty)?;)*) => {$(
        /// The type of the function of this name in the C API.
        pub type $name = unsafe extern "C" fn($($ty),*) $(-> $ret)?;
    )*};
}

c_functions!(types);
