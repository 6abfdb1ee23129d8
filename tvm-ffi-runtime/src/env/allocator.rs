//! The allocator for tensors: that of the thread, else that of the process.

use core::cell::Cell;
use core::ffi::{c_char, c_int, c_void};
use core::ptr::null_mut;
use std::sync::{PoisonError, RwLock};

use tvm_ffi_abi::{DLManagedTensorVersioned, DLPackManagedTensorAllocator, DLTensor, TVMFFIObjectHandle};

use crate::catch::{self, Failure, Result, fail};
use crate::object::Object;
use crate::{error, tensor};

thread_local! {
    static OF_THREAD: Cell<DLPackManagedTensorAllocator> = const { Cell::new(None) };
}

static OF_PROCESS: RwLock<DLPackManagedTensorAllocator> = RwLock::new(None);

/// `TVMFFIEnvGetDLPackManagedTensorAllocator`.
pub(crate) extern "C" fn get_allocator() -> DLPackManagedTensorAllocator {
    OF_THREAD.get().or_else(|| *OF_PROCESS.read().unwrap_or_else(PoisonError::into_inner))
}

/// `TVMFFIEnvSetDLPackManagedTensorAllocator`. The previous one is that of the thread.
///
/// # Safety
///
/// The C API: `previous` is NULL or writable.
pub(crate) unsafe extern "C" fn set_allocator(
    allocator: DLPackManagedTensorAllocator,
    global: c_int,
    previous: *mut DLPackManagedTensorAllocator,
) -> c_int {
    let before = OF_THREAD.replace(allocator);
    if global != 0 {
        *OF_PROCESS.write().unwrap_or_else(PoisonError::into_inner) = allocator;
    }
    if !previous.is_null() {
        // SAFETY: the caller's contract.
        unsafe { previous.write(before) };
    }
    0
}

/// A tensor of the allocator that was set.
///
/// # Errors
///
/// The code of the allocator, if it fails; it has raised the error then.
///
/// # Safety
///
/// DLTensor validity.
unsafe fn allocate(prototype: *mut DLTensor) -> core::result::Result<Result<Object>, c_int> {
    let Some(allocator) = get_allocator() else {
        return Ok(Err(fail!(
            RuntimeError,
            "TVMFFIEnvTensorAlloc: allocator is nullptr, likely because TVMFFIEnvSetDLPackManagedTensorAllocator has not been called."
        )));
    };
    let mut managed = null_mut();
    // SAFETY: the caller's contract; the place is writable.
    let code = unsafe { allocator(prototype, &raw mut managed, null_mut(), Some(set_error)) };
    if code != 0 {
        return Err(code);
    }
    if managed.is_null() {
        return Ok(Err(fail!(
            RuntimeError,
            "Check failed: (dlpack_tensor != nullptr) is false: TVMFFIEnvTensorAlloc: failed to allocate a tensor from the allocator"
        )));
    }
    // SAFETY: the allocator gave a tensor.
    let tensor = unsafe { tensor::from_versioned(managed) };
    if tensor.is_err() {
        // SAFETY: the tensor is still owned here.
        unsafe { delete(managed) };
    }
    Ok(tensor)
}

/// Ends a managed tensor.
///
/// # Safety
///
/// The caller owns it.
unsafe fn delete(managed: *mut DLManagedTensorVersioned) {
    // SAFETY: the caller's contract.
    let deleter = unsafe { (*managed).deleter };
    if let Some(deleter) = deleter {
        // SAFETY: the caller's contract.
        unsafe { deleter(managed) };
    }
}

/// How the allocator raises an error.
unsafe extern "C" fn set_error(_: *mut c_void, kind: *const c_char, message: *const c_char) {
    // SAFETY: the allocator gives C strings.
    unsafe { error::set_raised_from_c_str(kind, message) };
}

/// `TVMFFIEnvTensorAlloc`. A code of the allocator other than 0 is passed on.
///
/// # Safety
///
/// The C API: DLTensor validity of the prototype, and `out` is writable.
pub(crate) unsafe extern "C" fn tensor_alloc(
    prototype: *mut DLTensor,
    out: *mut TVMFFIObjectHandle,
) -> c_int {
    let mut code = 0;
    let failed = catch::code(|| {
        // SAFETY: the caller's contract.
        match unsafe { allocate(prototype) } {
            Ok(tensor) => {
                let tensor = tensor?.into_handle();
                // SAFETY: the caller's contract.
                unsafe { out.write(tensor) };
                Ok(())
            }
            Err(of_allocator) => {
                code = of_allocator;
                Err(Failure::Raised)
            }
        }
    });
    if code == 0 { failed } else { code }
}

#[cfg(test)]
mod tests;
