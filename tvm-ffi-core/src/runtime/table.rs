//! The table of the runtime's C functions.
//!
//! Each entry first points at a resolver of the same signature that binds and calls on. Once bound, a call is one load and
//! one indirect call. Entries are called as `C-unwind`, because a resolver panics where there is no runtime.

use core::ffi::{c_char, c_int, c_void};
use core::sync::atomic::{AtomicPtr, Ordering};
use std::ffi::CStr;

use super::search::Found;
use crate::abi::*;

struct TableEntry {
    name: &'static CStr,
    slot: &'static AtomicPtr<c_void>,
    /// The version that added it; `None` if every runtime of the same major and minor version has it.
    since: Option<&'static str>,
}

macro_rules! functions {
    ($($(#[since($since:literal)])? fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $(-> $ret:ty)?;)*) => {
        #[allow(non_upper_case_globals, reason = "the C names")]
        mod slots {
            use super::*;
            $(pub(super) static $name: AtomicPtr<c_void> =
                AtomicPtr::new(resolvers::$name as unsafe extern "C-unwind" fn($($ty),*) $(-> $ret)? as *mut c_void);)*
        }

        #[allow(non_snake_case, reason = "the C names")]
        mod resolvers {
            use super::*;
            $(pub(super) unsafe extern "C-unwind" fn $name($($arg: $ty),*) $(-> $ret)? {
                resolve(stringify!($name), &slots::$name, resolvers::$name as unsafe extern "C-unwind" fn($($ty),*) $(-> $ret)? as *mut c_void);
                // SAFETY: the caller's contract is that of the function called.
                unsafe { super::$name($($arg),*) }
            })*
        }

        $(
            /// The function of this name in the C API.
            ///
            /// # Safety
            ///
            /// The arguments satisfy the C API.
            #[allow(non_snake_case, reason = "the C name")]
            #[inline]
            pub(crate) unsafe fn $name($($arg: $ty),*) $(-> $ret)? {
                let address = slots::$name.load(Ordering::Acquire);
                // SAFETY: a slot holds its resolver or the runtime's function of this name, which have this signature.
                let function = unsafe {
                    core::mem::transmute::<*mut c_void, unsafe extern "C-unwind" fn($($ty),*) $(-> $ret)?>(address)
                };
                // SAFETY: the caller's contract.
                unsafe { function($($arg),*) }
            }
        )*

        static ENTRIES: &[TableEntry] = &[$(TableEntry {
            name: {
                const NAME: &CStr = match CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => panic!(),
                };
                NAME
            },
            slot: &slots::$name,
            since: { let since: &[&'static str] = &[$($since)?]; if since.is_empty() { None } else { Some(since[0]) } },
        },)*];
    };
}

type H = TVMFFIObjectHandle;

functions! {
    fn TVMFFIGetVersion(version: *mut TVMFFIVersion);
    fn TVMFFIObjectCreateOpaque(handle: *mut c_void, type_index: i32, deleter: Option<unsafe extern "C" fn(*mut c_void)>, out: *mut H) -> c_int;
    fn TVMFFITypeKeyToIndex(key: *const TVMFFIByteArray, index: *mut i32) -> c_int;
    fn TVMFFIFunctionCreate(context: *mut c_void, safe_call: TVMFFISafeCallType, deleter: Option<unsafe extern "C" fn(*mut c_void)>, out: *mut H) -> c_int;
    fn TVMFFIFunctionGetGlobal(name: *const TVMFFIByteArray, out: *mut H) -> c_int;
    fn TVMFFIFunctionSetGlobal(name: *const TVMFFIByteArray, function: H, allow_override: c_int) -> c_int;
    fn TVMFFIFunctionSetGlobalFromMethodInfo(info: *const TVMFFIMethodInfo, allow_override: c_int) -> c_int;
    fn TVMFFIFunctionCall(function: H, args: *mut TVMFFIAny, num_args: i32, result: *mut TVMFFIAny) -> c_int;
    fn TVMFFIErrorMoveFromRaised(out: *mut H);
    fn TVMFFIErrorSetRaised(error: H);
    fn TVMFFIErrorSetRaisedFromCStr(kind: *const c_char, message: *const c_char);
    fn TVMFFIErrorCreateWithCauseAndExtraContext(kind: *const TVMFFIByteArray, message: *const TVMFFIByteArray, backtrace: *const TVMFFIByteArray, cause: H, extra: H, out: *mut H) -> c_int;
    fn TVMFFITensorFromDLPackVersioned(tensor: *mut DLManagedTensorVersioned, alignment: i32, contiguous: i32, out: *mut H) -> c_int;
    fn TVMFFITensorToDLPackVersioned(tensor: H, out: *mut *mut DLManagedTensorVersioned) -> c_int;
    #[since("0.1.14")] fn TVMFFIBigIntFromByteArray(bytes: *const TVMFFIByteArray, out: *mut TVMFFIAny) -> c_int;
    fn TVMFFIDataTypeFromString(text: *const TVMFFIByteArray, out: *mut DLDataType) -> c_int;
    fn TVMFFIDataTypeToString(dtype: *const DLDataType, out: *mut TVMFFIAny) -> c_int;
    fn TVMFFIGetTypeInfo(index: i32) -> *const TVMFFITypeInfo;
    fn TVMFFITypeGetOrAllocIndex(key: *const TVMFFIByteArray, static_index: i32, depth: i32, child_slots: i32, can_overflow: i32, parent: i32) -> i32;
    fn TVMFFITypeRegisterField(index: i32, field: *const TVMFFIFieldInfo) -> c_int;
    fn TVMFFITypeRegisterMethod(index: i32, method: *const TVMFFIMethodInfo) -> c_int;
    fn TVMFFITypeRegisterMetadata(index: i32, metadata: *const TVMFFITypeMetadata) -> c_int;
    fn TVMFFITypeRegisterAttr(index: i32, name: *const TVMFFIByteArray, value: *const TVMFFIAny) -> c_int;
    fn TVMFFIGetTypeAttrColumn(name: *const TVMFFIByteArray) -> *const TVMFFITypeAttrColumn;
    fn TVMFFIEnvSetStream(device_type: i32, device_id: i32, stream: TVMFFIStreamHandle, previous: *mut TVMFFIStreamHandle) -> c_int;
    fn TVMFFIEnvGetStream(device_type: i32, device_id: i32) -> TVMFFIStreamHandle;
    fn TVMFFIEnvGetDLPackManagedTensorAllocator() -> DLPackManagedTensorAllocator;
    fn TVMFFIEnvSetDLPackManagedTensorAllocator(allocator: DLPackManagedTensorAllocator, global: c_int, previous: *mut DLPackManagedTensorAllocator) -> c_int;
    fn TVMFFIEnvTensorAlloc(prototype: *mut DLTensor, out: *mut H) -> c_int;
    fn TVMFFIEnvCheckSignals() -> c_int;
    #[since("in Rust")] fn TVMFFIRustContainerLock(container: H) -> c_int;
    #[since("in Rust")] fn TVMFFIRustContainerUnlock(container: H) -> c_int;
    fn TVMFFIEnvModRegisterSystemLibSymbol(name: *const c_char, symbol: *mut c_void) -> c_int;
}

/// Whether the runtime has a lock for lists and dicts: it is the one in Rust.
#[inline]
pub(crate) fn has_container_lock() -> bool {
    let resolver: unsafe extern "C-unwind" fn(H) -> c_int = resolvers::TVMFFIRustContainerUnlock;
    slots::TVMFFIRustContainerUnlock.load(Ordering::Acquire) != resolver as *mut c_void
}

/// Points every entry at the function of `found`.
///
/// # Errors
///
/// The first missing function that every runtime of the same version has. The table is unchanged then.
pub(super) fn fill(found: &Found) -> Result<(), String> {
    let addresses: Vec<_> = ENTRIES.iter().map(|entry| found.symbol(entry.name)).collect();
    for (entry, address) in ENTRIES.iter().zip(&addresses) {
        if address.is_none() && entry.since.is_none() {
            return Err(format!("{} has no function `{}`", found.describe(), entry.name.to_string_lossy()));
        }
    }
    for (entry, address) in ENTRIES.iter().zip(addresses) {
        if let Some(address) = address {
            entry.slot.store(address.as_ptr(), Ordering::Release);
        }
    }
    Ok(())
}

/// Binds; panics if the function is still missing afterwards.
#[cold]
#[inline(never)]
fn resolve(name: &str, slot: &AtomicPtr<c_void>, resolver: *mut c_void) {
    super::bind_or_panic();
    if slot.load(Ordering::Acquire) == resolver {
        panic!("{}", missing(name));
    }
}

/// The message for a function that the runtime does not have.
pub(crate) fn missing(name: &str) -> String {
    let entry = ENTRIES.iter().find(|entry| entry.name.to_bytes() == name.as_bytes());
    let since = entry.and_then(|entry| entry.since).unwrap_or("0.1.16");
    format!(
        "the TVM-FFI runtime of this process has no function `{name}`: version {since} or later is needed"
    )
}
