//! New tensors in the memory of the calling framework.
//!
//! An allocator is set for a thread, and every test has a thread of its own.
#![cfg(not(miri))]

#[path = "support/capi.rs"]
mod capi;
#[path = "support/counting.rs"]
mod counting;

use std::cell::RefCell;
use std::ffi::{CStr, c_char, c_int, c_void};

use capi::CApi;
use counting::{Deleted, Plan};
use tvm_ffi_core::abi::{DLManagedTensorVersioned, DLPackManagedTensorAllocator, DLTensor};
use tvm_ffi_core::{DType, Device, Tensor};

type SetError = unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char);

/// What the allocator does next.
#[derive(Clone, Copy)]
enum Behaviour {
    /// Gives what was asked for, full of ones.
    Obey,
    /// Raises an error.
    Refuse(&'static CStr, &'static CStr),
    /// Fails, and says nothing.
    Fail,
    /// Claims success, and gives nothing.
    Forget,
    /// Gives a tensor of another shape.
    Misunderstand,
    /// Gives the elements in another order.
    Transpose,
    /// Gives a tensor without memory.
    Fake,
}

thread_local! {
    static STATE: RefCell<(Behaviour, Vec<Deleted>)> = const { RefCell::new((Behaviour::Obey, Vec::new())) };
}

unsafe extern "C" fn allocate(
    prototype: *mut DLTensor,
    out: *mut *mut DLManagedTensorVersioned,
    error_context: *mut c_void,
    set_error: Option<SetError>,
) -> c_int {
    // SAFETY: the runtime passes on the prototype, which lives during the call.
    let prototype = unsafe { *prototype };
    // SAFETY: as above.
    let shape = unsafe { std::slice::from_raw_parts(prototype.shape, prototype.ndim as usize) }.to_vec();
    assert!(prototype.data.is_null() && prototype.strides.is_null() && prototype.byte_offset == 0);
    let behaviour = STATE.with_borrow(|state| state.0);
    let numel = shape.iter().product::<i64>() as usize;
    let mut plan = Plan::new(&vec![1.0; numel], &shape);
    (plan.dtype, plan.device) = (prototype.dtype.into(), prototype.device.into());
    match behaviour {
        Behaviour::Obey => {}
        Behaviour::Refuse(kind, message) => {
            // SAFETY: both are NUL-terminated.
            unsafe { set_error.unwrap()(error_context, kind.as_ptr(), message.as_ptr()) };
            return -1;
        }
        Behaviour::Fail => return -1,
        Behaviour::Forget => return 0,
        Behaviour::Misunderstand => plan.shape.reverse(),
        Behaviour::Transpose => plan.strides = Some(vec![1, shape[0]]),
        Behaviour::Fake => plan.elements.clear(),
    }
    let (managed, deleted) = plan.versioned();
    STATE.with_borrow_mut(|state| state.1.push(deleted));
    // SAFETY: the runtime gives a place for the result.
    unsafe { out.write(managed.into_raw().as_ptr()) };
    0
}

/// Sets the allocator for this thread.
fn install(behaviour: Behaviour) {
    type Set =
        unsafe extern "C" fn(DLPackManagedTensorAllocator, c_int, *mut DLPackManagedTensorAllocator) -> c_int;
    STATE.with_borrow_mut(|state| state.0 = behaviour);
    // SAFETY: the type is that of the C API.
    let set: Set = unsafe { CApi::new().get(c"TVMFFIEnvSetDLPackManagedTensorAllocator") };
    // SAFETY: the allocator obeys DLPack's rules on any thread.
    assert_eq!(unsafe { set(Some(allocate), 0, std::ptr::null_mut()) }, 0);
}

/// How often each tensor that was allocated on this thread has been deleted.
fn deletions() -> Vec<usize> {
    STATE.with_borrow(|state| state.1.iter().map(Deleted::count).collect())
}

fn elements(tensor: &Tensor) -> &[f32] {
    tensor.view().try_cpu::<f32, 1>().unwrap().as_slice()
}

#[test]
fn the_frameworks_memory_is_used_and_given_back() {
    install(Behaviour::Obey);
    let tensor = Tensor::from_vec(vec![1f32, 2.0, 3.0], &[3]).unwrap();
    assert_eq!(deletions(), [0]);
    assert_eq!((elements(&tensor), &*tensor.strides()), (&[1.0, 2.0, 3.0][..], &[1][..]));
    drop(tensor);
    assert_eq!(deletions(), [1]);
}

#[test]
fn host_memory_is_zeroed_whoever_allocated_it() {
    install(Behaviour::Obey);
    for make in [Tensor::empty, Tensor::zeros] {
        let tensor = make(DType::F32, Device::cpu(), &[5]).unwrap();
        assert_eq!(elements(&tensor), [0.0; 5]);
    }
    assert_eq!(deletions(), [1, 1]);
}

#[test]
fn memory_elsewhere_is_left_alone() {
    install(Behaviour::Obey);
    let tensor = Tensor::empty(DType::F32, Device::cuda(1), &[2]).unwrap();
    assert_eq!(tensor.device(), Device::cuda(1));
    // It is host memory that the allocator calls a GPU's.
    // SAFETY: two elements, which live as long as the tensor.
    let elements = unsafe { std::slice::from_raw_parts(tensor.data_ptr().cast::<f32>(), 2) };
    assert_eq!(elements, [1.0, 1.0]);
    assert_eq!(
        Tensor::zeros(DType::F32, Device::cuda(1), &[2]).unwrap_err().to_string(),
        "RuntimeError: the host cannot zero memory on cuda:1: make the tensor with `Tensor::empty`, and fill it on the \
         device"
    );
    assert_eq!(deletions(), [0]);
}

#[test]
fn tensors_without_elements_come_from_the_framework_too() {
    install(Behaviour::Obey);
    let tensor = Tensor::from_vec(Vec::<f32>::new(), &[0, 3]).unwrap();
    assert_eq!((tensor.shape(), tensor.data_ptr().is_null()), (&[0, 3][..], true));
    drop(tensor);
    assert_eq!(deletions(), [1]);
}

#[test]
fn another_thread_has_its_own_allocator() {
    install(Behaviour::Refuse(c"MemoryError", c"not here"));
    let tensor = std::thread::spawn(|| Tensor::from_vec(vec![1f32], &[1]).unwrap()).join().unwrap();
    assert_eq!(elements(&tensor), [1.0]);
}

#[test]
fn a_request_that_makes_no_sense_does_not_reach_the_framework() {
    install(Behaviour::Obey);
    for shape in [&[-1][..], &[i64::MAX, i64::MAX]] {
        assert!(Tensor::empty(DType::F32, Device::cpu(), shape).is_err());
    }
    assert!(Tensor::from_vec(vec![1f32], &[2]).is_err());
    assert!(deletions().is_empty());
}

#[test]
fn errors_of_the_framework_are_passed_on() {
    let message = |behaviour, shape: &[i64]| {
        install(behaviour);
        Tensor::empty(DType::F32, Device::cpu(), shape).unwrap_err().to_string()
    };
    assert_eq!(
        message(Behaviour::Refuse(c"MemoryError", c"CUDA out of memory"), &[2]),
        "MemoryError: CUDA out of memory"
    );
    assert_eq!(message(Behaviour::Fail, &[2]), "RuntimeError: a call failed without raising an error");
    assert_eq!(
        message(Behaviour::Forget, &[2]),
        "RuntimeError: Check failed: (dlpack_tensor != nullptr) is false: TVMFFIEnvTensorAlloc: failed to allocate a \
         tensor from the allocator"
    );
    assert!(deletions().is_empty());
    assert_eq!(
        message(Behaviour::Misunderstand, &[2, 3]),
        "RuntimeError: the allocator of the calling framework made Tensor(float32[3, 2], cpu:0), expected contiguous \
         float32[2, 3] on cpu:0"
    );
    assert_eq!(
        message(Behaviour::Transpose, &[2, 3]),
        "RuntimeError: the allocator of the calling framework made Tensor(float32[2, 3], cpu:0), expected contiguous \
         float32[2, 3] on cpu:0"
    );
    assert_eq!(
        message(Behaviour::Fake, &[2]),
        "RuntimeError: the allocator of the calling framework failed: data is null, expected memory for 2 elements"
    );
    assert_eq!(deletions(), [1, 1, 1], "what cannot be used is given back");
}
