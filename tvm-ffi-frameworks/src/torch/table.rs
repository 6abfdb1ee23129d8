//! The C functions of PyTorch, found by name in the library that is in the process.

use core::ffi::{CStr, c_char, c_void};
use core::ptr::{NonNull, null_mut};
use core::sync::atomic::{AtomicPtr, Ordering};
use std::sync::OnceLock;

use tvm_ffi_core::__private::LoadedLibrary;

use super::numbers::Numbers;

/// What a C function returns: 0 if it succeeds.
pub(crate) type Code = i32;

/// A tensor. It is owned, unless a comment calls it borrowed.
pub(crate) type Tensor = *mut c_void;

/// A list or a text.
pub(crate) type Handle = *mut c_void;

/// A boxed kernel.
pub(crate) type BoxedKernel = unsafe extern "C-unwind" fn(stack: *mut u64, num_inputs: u64, num_outputs: u64);

/// The type of a function that runs when the memory of a tensor is no longer needed.
pub(crate) type BlobDeleter = unsafe extern "C" fn(data: *mut c_void, context: *mut c_void);

/// `torch_from_blob`
pub(crate) type FromBlob = unsafe extern "C" fn(
    data: *mut c_void,
    ndim: i64,
    sizes: *const i64,
    strides: *const i64,
    storage_offset: i64,
    dtype: i32,
    device_type: i32,
    device_index: i32,
    *mut Tensor,
    layout: i32,
    opaque_metadata: *const u8,
    opaque_metadata_size: i64,
    BlobDeleter,
    context: *mut c_void,
) -> Code;

#[cfg(target_os = "windows")]
const FILE_NAME: &str = "torch_cpu.dll";
#[cfg(target_vendor = "apple")]
const FILE_NAME: &str = "libtorch_cpu.dylib";
#[cfg(not(any(target_os = "windows", target_vendor = "apple")))]
const FILE_NAME: &str = "libtorch_cpu.so";

#[cfg(target_os = "windows")]
const CUDA_FILE_NAME: &str = "torch_cuda.dll";
#[cfg(target_vendor = "apple")]
const CUDA_FILE_NAME: &str = "libtorch_cuda.dylib";
#[cfg(not(any(target_os = "windows", target_vendor = "apple")))]
const CUDA_FILE_NAME: &str = "libtorch_cuda.so";

/// `operator delete(void*)`.
#[cfg(target_os = "windows")]
const OPERATOR_DELETE: &CStr = c"??3@YAXPEAX@Z";
#[cfg(not(target_os = "windows"))]
const OPERATOR_DELETE: &CStr = c"_ZdlPv";

/// Defines a struct of functions, which is read from a library.
macro_rules! functions {
    (
        $(#[$meta:meta])* struct $table:ident;
        required { $(fn $name:ident($($type:ty),*) $(-> $result:ty)?;)* }
        optional { $($later:ident: $later_type:ty;)* }
    ) => {
        $(#[$meta])*
        #[repr(C)]
        pub(crate) struct $table {
            $(pub(crate) $name: unsafe extern "C" fn($($type),*) $(-> $result)?,)*
            $(pub(crate) $later: Option<$later_type>,)*
        }

        impl $table {
            /// Reads the functions; gives the name of the first that is missing.
            fn read(library: &LoadedLibrary) -> Result<Self, &'static CStr> {
                const REQUIRED: usize = <[&str]>::len(&[$(stringify!($name)),*]);
                const OPTIONAL: usize = <[&str]>::len(&[$(stringify!($later)),*]);
                let names = concat!($(stringify!($name), "\0",)* $(stringify!($later), "\0",)*);
                let mut addresses = [None; REQUIRED + OPTIONAL];
                for (index, (address, name)) in addresses.iter_mut().zip(c_names(names)).enumerate() {
                    *address = library.symbol(name);
                    if address.is_none() && index < REQUIRED {
                        return Err(name);
                    }
                }
                // SAFETY: the fields are pointers in the order of the names, of which the first are not NULL. The functions of these names have these
                // signatures, see the C headers of PyTorch.
                Ok(unsafe { core::mem::transmute::<[Option<NonNull<c_void>>; REQUIRED + OPTIONAL], Self>(addresses) })
            }
        }
    };
}

/// Names that a NUL byte follows each. A pointer to each would cost a library 40 bytes.
pub(super) fn c_names(mut names: &'static str) -> impl Iterator<Item = &'static CStr> {
    core::iter::from_fn(move || {
        let name = CStr::from_bytes_until_nul(names.as_bytes()).ok()?;
        names = &names[name.count_bytes() + 1..];
        Some(name)
    })
}

functions! {
    /// The functions of version 2.9, and later ones where they are there.
    struct Functions;
    required {
        fn aoti_torch_library_init_def(*const c_char, *const c_char, u32, *mut Handle) -> Code;
        fn aoti_torch_library_init_impl(*const c_char, *const c_char, *const c_char, u32, *mut Handle) -> Code;
        fn aoti_torch_library_def(Handle, *const c_char) -> Code;
        fn aoti_torch_library_impl(Handle, *const c_char, BoxedKernel) -> Code;
        fn aoti_torch_get_data_ptr(Tensor, *mut *mut c_void) -> Code;
        fn aoti_torch_get_dim(Tensor, *mut i64) -> Code;
        fn aoti_torch_get_sizes(Tensor, *mut *mut i64) -> Code;
        fn aoti_torch_get_strides(Tensor, *mut *mut i64) -> Code;
        fn aoti_torch_get_dtype(Tensor, *mut i32) -> Code;
        fn aoti_torch_is_defined(Tensor, *mut bool) -> Code;
        fn aoti_torch_get_device_type(Tensor, *mut i32) -> Code;
        fn aoti_torch_get_device_index(Tensor, *mut i32) -> Code;
        fn aoti_torch_empty_strided(i64, *const i64, *const i64, i32, i32, i32, *mut Tensor) -> Code;
        fn aoti_torch_create_tensor_from_blob(*mut c_void, i64, *const i64, *const i64, i64, i32, i32, i32, *mut Tensor) -> Code;
        fn aoti_torch_zero_(Tensor) -> Code;
        fn aoti_torch_copy_(Tensor, Tensor, i32) -> Code;
        fn aoti_torch_delete_tensor_object(Tensor) -> Code;
        fn aoti_torch_call_dispatcher(*const c_char, *const c_char, *mut u64) -> Code;
        fn aoti_torch_abi_version() -> u64;
    }
    optional {
        torch_library_impl: unsafe extern "C" fn(Handle, *const c_char, BoxedKernel, u64) -> Code;
        torch_list_size: unsafe extern "C" fn(Handle, *mut usize) -> Code;
        torch_list_get_item: unsafe extern "C" fn(Handle, usize, *mut u64) -> Code;
        torch_delete_list: unsafe extern "C" fn(Handle) -> Code;
        torch_string_length: unsafe extern "C" fn(Handle, *mut usize) -> Code;
        torch_string_c_str: unsafe extern "C" fn(Handle, *mut *const c_char) -> Code;
        torch_delete_string: unsafe extern "C" fn(Handle) -> Code;
        torch_from_blob: FromBlob;
        torch_delete_stable_ivalue: unsafe extern "C" fn(*mut u64) -> Code;
        torch_exception_get_what_without_backtrace: unsafe extern "C" fn() -> *const c_char;
    }
}

/// `aoti_torch_check`, which throws an exception of C++ if the condition is false.
pub(crate) type Check = unsafe extern "C-unwind" fn(
    bool,
    function: *const c_char,
    file: *const c_char,
    line: u32,
    message: *const c_char,
);

/// `aoti_torch_get_current_cuda_stream`
pub(crate) type CurrentStream = unsafe extern "C" fn(device_index: i32, *mut *mut c_void) -> Code;

/// `operator delete`
type Delete = unsafe extern "C" fn(*mut c_void);

/// What is used of PyTorch.
pub(crate) struct Table {
    pub(crate) functions: Functions,
    pub(crate) check: Check,
    /// The numbers of dtypes, devices, and memory formats.
    pub(crate) numbers: Numbers,
    /// Frees a heap slot before 2.13.
    pub(crate) operator_delete: Delete,
}

/// The table, made once PyTorch is in the process.
static TABLE: OnceLock<Table> = OnceLock::new();

/// Whether PyTorch is in the process.
pub(crate) fn is_loaded() -> bool {
    LoadedLibrary::find(FILE_NAME).is_some()
}

/// The table. Nothing is loaded for it. One thread at a time calls this.
pub(crate) fn table() -> Result<&'static Table, String> {
    if let Some(table) = TABLE.get() {
        return Ok(table);
    }
    let not_loaded = || format!("PyTorch is not loaded in this process (`{}`): import it first", FILE_NAME);
    let library = LoadedLibrary::find(FILE_NAME).ok_or_else(not_loaded)?;
    let table = read(&library).map_err(|name| {
        let name = name.to_string_lossy();
        format!("`{}` has no function `{name}`: PyTorch 2.9 or later is needed", FILE_NAME)
    })?;
    // The functions are used until the process ends.
    core::mem::forget(library);
    Ok(TABLE.get_or_init(|| table))
}

fn read(library: &LoadedLibrary) -> Result<Table, &'static CStr> {
    let (check, delete) = (c"aoti_torch_check", OPERATOR_DELETE);
    let check = library.symbol(check).ok_or(check)?;
    let delete = library.symbol(delete).ok_or(delete)?;
    Ok(Table {
        functions: Functions::read(library)?,
        // SAFETY: the function has this signature, and throws.
        check: unsafe { core::mem::transmute::<NonNull<c_void>, Check>(check) },
        numbers: Numbers::read(library)?,
        // SAFETY: the function of C++ has this signature.
        operator_delete: unsafe { core::mem::transmute::<NonNull<c_void>, Delete>(delete) },
    })
}

/// The function that gives PyTorch's current stream, if the library with CUDA is in the process.
pub(crate) fn current_stream() -> Option<CurrentStream> {
    // The address of the function, once it is found.
    static FOUND: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
    let address = NonNull::new(FOUND.load(Ordering::Relaxed)).or_else(|| {
        let library = LoadedLibrary::find(CUDA_FILE_NAME)?;
        let address = library.symbol(c"aoti_torch_get_current_cuda_stream")?;
        core::mem::forget(library);
        FOUND.store(address.as_ptr(), Ordering::Relaxed);
        Some(address)
    })?;
    // SAFETY: the function has this signature.
    Some(unsafe { core::mem::transmute::<NonNull<c_void>, CurrentStream>(address) })
}

/// A function of PyTorch that gives a number.
pub(crate) fn number(library: &LoadedLibrary, name: &CStr) -> Option<i32> {
    let address = library.symbol(name)?;
    // SAFETY: the functions that give numbers take nothing.
    let function = unsafe { core::mem::transmute::<NonNull<c_void>, unsafe extern "C" fn() -> i32>(address) };
    // SAFETY: as above.
    Some(unsafe { function() })
}
