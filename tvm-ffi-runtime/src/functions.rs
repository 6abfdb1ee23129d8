//! The table of the functions of the C API.

use core::ffi::{CStr, c_void};
use core::ptr::NonNull;

use crate::{
    allocator, backtrace, bigint, container, dtype, env, error, function, init_once, module, object, opaque,
    reflection, tensor, text, types, version, views,
};

pub(crate) mod globals;
mod publish;
pub mod signatures;

pub use publish::{keep_private, publish};

/// A function of the C API: its name and its address.
pub struct CFunction {
    /// The C name.
    pub name: &'static CStr,
    address: Address,
}

/// The address of a function.
#[derive(Clone, Copy)]
struct Address(*const c_void);

// SAFETY: functions stay where they are.
unsafe impl Sync for Address {}

impl CFunction {
    /// The address.
    pub const fn address(&self) -> *const c_void {
        self.address.0
    }
}

macro_rules! functions {
    ($($name:ident = $function:expr;)*) => {
        /// The functions of the C API that this runtime has, by name.
        pub static FUNCTIONS: &[CFunction] = &[$(CFunction {
            name: {
                const NAME: &CStr = match CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => panic!("the literal ends with the only NUL"),
                };
                NAME
            },
            address: Address({
                const FUNCTION: signatures::$name = $function;
                FUNCTION as *const c_void
            }),
        },)*];
    };
}

// In the order of their names. Short ones that are called often are `inline(always)`: then a call of the exported function is one jump less.
functions! {
    TVMFFIAnyViewToOwnedAny = views::any_view_to_owned_any;
    TVMFFIBacktrace = backtrace::backtrace;
    TVMFFIBigIntFromByteArray = bigint::from_byte_array;
    TVMFFIBigIntGetContentByteArray = bigint::content_of;
    TVMFFIBytesFromByteArray = text::bytes_from_byte_array;
    TVMFFIDataTypeFromString = dtype::from_string;
    TVMFFIDataTypeToString = dtype::to_string;
    TVMFFIEnvCheckSignals = env::check_signals;
    TVMFFIEnvGetDLPackManagedTensorAllocator = env::get_allocator;
    TVMFFIEnvGetStream = env::get_stream;
    TVMFFIEnvModLookupFromImports = globals::lookup_from_imports;
    TVMFFIEnvModRegisterContextSymbol = module::register_context_symbol;
    TVMFFIEnvModRegisterSystemLibSymbol = module::register_system_lib_symbol;
    TVMFFIEnvRegisterCAPI = env::register_c_api;
    TVMFFIEnvSetDLPackManagedTensorAllocator = env::set_allocator;
    TVMFFIEnvSetStream = env::set_stream;
    TVMFFIEnvTensorAlloc = env::tensor_alloc;
    TVMFFIErrorCreate = error::create;
    TVMFFIErrorCreateWithCauseAndExtraContext = error::create_with_cause_and_extra_context;
    TVMFFIErrorMoveFromRaised = error::move_from_raised;
    TVMFFIErrorSetRaised = error::set_raised_of;
    TVMFFIErrorSetRaisedFromCStr = error::set_raised_from_c_str;
    TVMFFIErrorSetRaisedFromCStrParts = error::set_raised_from_c_str_parts;
    TVMFFIFunctionCall = function::call_function;
    TVMFFIFunctionCreate = function::create;
    TVMFFIFunctionGetGlobal = globals::get_global;
    TVMFFIFunctionSetGlobal = globals::set_global;
    TVMFFIFunctionSetGlobalFromMethodInfo = globals::set_global_from_method_info;
    TVMFFIGetCustomAllocator = allocator::get;
    TVMFFIGetTypeAttrColumn = reflection::get_attr_column;
    TVMFFIGetTypeInfo = reflection::get_info;
    TVMFFIGetVersion = version::get;
    TVMFFIHandleDeinitOnce = init_once::deinit_once;
    TVMFFIHandleInitOnce = init_once::init_once;
    TVMFFIObjectCreateOpaque = opaque::create;
    TVMFFIObjectDecRef = object::dec_ref_of;
    TVMFFIObjectIncRef = object::inc_ref_of;
    TVMFFIRustContainerLock = container::lock_container;
    TVMFFIRustContainerUnlock = container::unlock_container;
    TVMFFISetCustomAllocator = allocator::set;
    TVMFFIStringFromByteArray = text::string_from_byte_array;
    TVMFFITensorCreateUnsafeView = tensor::create_unsafe_view;
    TVMFFITensorFromDLPack = tensor::from_dlpack;
    TVMFFITensorFromDLPackVersioned = tensor::from_dlpack;
    TVMFFITensorToDLPack = tensor::to_dlpack;
    TVMFFITensorToDLPackVersioned = tensor::to_dlpack;
    TVMFFITypeGetOrAllocIndex = types::get_or_alloc_index;
    TVMFFITypeKeyToIndex = types::key_to_index;
    TVMFFITypeRegisterAttr = reflection::register_attr;
    TVMFFITypeRegisterField = reflection::register_field;
    TVMFFITypeRegisterMetadata = reflection::register_metadata;
    TVMFFITypeRegisterMethod = reflection::register_method;
}

/// The address of a function of the C API, for constants; NULL if there is none.
#[doc(hidden)]
pub const fn address_of(name: &str) -> *const c_void {
    let mut index = 0;
    while index < FUNCTIONS.len() {
        if is_name(FUNCTIONS[index].name.to_bytes(), name.as_bytes()) {
            return FUNCTIONS[index].address();
        }
        index += 1;
    }
    core::ptr::null()
}

const fn is_name(name: &[u8], other: &[u8]) -> bool {
    let mut index = 0;
    while index < name.len() && index < other.len() && name[index] == other[index] {
        index += 1;
    }
    index == name.len() && index == other.len()
}

/// The address of a function of the C API.
pub fn symbol(name: &CStr) -> Option<NonNull<c_void>> {
    let index = FUNCTIONS.binary_search_by(|function| function.name.cmp(name)).ok()?;
    NonNull::new(FUNCTIONS[index].address().cast_mut())
}

#[cfg(test)]
mod tests;
