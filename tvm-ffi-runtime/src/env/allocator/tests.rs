use core::cell::Cell;

use tvm_ffi_abi::{DLDataType, DLDevice, DLPackVersion};

use super::*;

thread_local! {
    static FREED: Cell<usize> = const { Cell::new(0) };
}

/// How an allocator raises an error.
type SetError = Option<unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char)>;

fn scalar() -> DLTensor {
    DLTensor {
        data: null_mut(),
        device: DLDevice { device_type: 1, device_id: 0 },
        ndim: 0,
        dtype: DLDataType { code: 2, bits: 32, lanes: 1 },
        shape: null_mut(),
        strides: null_mut(),
        byte_offset: 0,
    }
}

unsafe extern "C" fn give(
    prototype: *mut DLTensor,
    out: *mut *mut DLManagedTensorVersioned,
    _: *mut c_void,
    _: SetError,
) -> c_int {
    unsafe extern "C" fn free(managed: *mut DLManagedTensorVersioned) {
        FREED.set(FREED.get() + 1);
        // SAFETY: made below.
        drop(unsafe { Box::from_raw(managed) });
    }
    let managed = DLManagedTensorVersioned {
        version: DLPackVersion { major: 1, minor: 3 },
        manager_ctx: null_mut(),
        deleter: Some(free),
        flags: 0,
        // SAFETY: the prototype of these tests.
        dl_tensor: unsafe { prototype.read() },
    };
    // SAFETY: the place that the runtime gives.
    unsafe { out.write(Box::into_raw(Box::new(managed))) };
    0
}

unsafe extern "C" fn fail_with_code(
    _: *mut DLTensor,
    _: *mut *mut DLManagedTensorVersioned,
    context: *mut c_void,
    set_error: SetError,
) -> c_int {
    let set_error = set_error.expect("the runtime gives it");
    // SAFETY: C strings.
    unsafe { set_error(context, c"MemoryError".as_ptr(), c"full".as_ptr()) };
    -3
}

/// Sets the allocator of the thread, or of the process too; gives the one of the thread before.
fn set(allocator: DLPackManagedTensorAllocator, global: bool) -> bool {
    let mut previous = None;
    // SAFETY: the place is writable.
    assert_eq!(unsafe { set_allocator(allocator, c_int::from(global), &raw mut previous) }, 0);
    previous.is_some()
}

fn alloc() -> core::result::Result<Object, c_int> {
    let mut out = null_mut();
    // SAFETY: the prototype is that of a tensor, and the place is writable.
    match unsafe { tensor_alloc(&mut scalar(), &raw mut out) } {
        // SAFETY: the handle is owned.
        0 => Ok(unsafe { Object::from_owned(out) }.expect("a tensor")),
        code => Err(code),
    }
}

#[test]
fn the_allocator_of_the_thread_comes_before_that_of_the_process() {
    assert_eq!(alloc().err(), Some(-1), "there is none");
    assert!(error::take_raised().is_some());
    assert!(!set(Some(give), true));
    std::thread::spawn(|| {
        drop(alloc().expect("the allocator of the process"));
        assert_eq!(FREED.get(), 1);
        assert!(!set(Some(fail_with_code), false), "the thread had none");
        assert!(alloc().is_err());
        assert!(set(None, false));
        assert!(alloc().is_ok());
    })
    .join()
    .expect("the tests succeed");
    assert!(set(None, true));
    assert!(get_allocator().is_none());
}
