//! Exchanging tensors by DLPack: who owns what, when it works and when it does not.

use std::ptr::NonNull;

use crate::counting::Plan;
use tvm_ffi_core::abi::{DLManagedTensorVersioned, DLPackVersion};
use tvm_ffi_core::dlpack::ManagedTensor;
use tvm_ffi_core::{DType, Device, Tensor};

fn elements(tensor: &Tensor) -> &[f32] {
    tensor.view().try_cpu::<f32, 1>().unwrap().as_slice()
}

/// The address of the elements that a managed tensor leads to.
fn address(managed: &ManagedTensor) -> usize {
    managed.view().unwrap().data_ptr().addr()
}

#[test]
fn an_imported_tensor_deletes_the_managed_one_with_its_last_reference() {
    let (managed, deleted) = Plan::new(&[1.0, 2.0], &[2]).versioned();
    let address = address(&managed);
    let tensor = Tensor::from_dlpack(managed).unwrap();
    assert_eq!(tensor.data_ptr().addr(), address, "elements are shared, not copied");
    assert_eq!(elements(&tensor), [1.0, 2.0]);
    assert_eq!(*tensor.strides(), [1], "strides are filled in");
    let second = tensor.clone();
    drop(tensor);
    assert_eq!((deleted.count(), elements(&second)), (0, &[1.0, 2.0][..]));
    drop(second);
    assert_eq!(deleted.count(), 1);
}

#[test]
fn a_managed_tensor_that_is_not_used_is_deleted() {
    let (managed, deleted) = Plan::new(&[1.0], &[1]).versioned();
    assert_eq!(format!("{managed:?}"), "ManagedTensor(float32[1], cpu:0)");
    let managed = managed.into_raw();
    assert_eq!(deleted.count(), 0);
    // SAFETY: the pointer owns the tensor again.
    let managed = unsafe { ManagedTensor::from_raw(managed) };
    assert_eq!(managed.view().unwrap().shape(), [1]);
    drop(managed);
    assert_eq!(deleted.count(), 1);
}

#[test]
fn a_tensor_that_is_refused_is_deleted_once() {
    let new = |shape: &[i64]| Plan::new(&[1.0, 2.0], shape);
    let cases: [(Plan, &str); 6] = [
        (new(&[-2]), "ValueError: shape[0] is -2, expected 0 or more"),
        (new(&[i64::MAX, 3]), "ValueError: shape has more elements than memory can hold"),
        (Plan::new(&[], &[2]), "ValueError: data is null, expected memory for 2 elements"),
        (
            Plan { version: DLPackVersion { major: 2, minor: 7 }, ..new(&[2]) },
            "ValueError: DLPack version is 2.7, expected 1.x",
        ),
        (
            Plan { version: DLPackVersion { major: 0, minor: 8 }, ..new(&[2]) },
            "ValueError: DLPack version is 0.8, expected 1.x",
        ),
        // This one the runtime refuses itself: it must not delete what it was offered.
        (Plan { flags: 4, ..new(&[2]) }, "RuntimeError: Subbyte type padded is not yet supported"),
    ];
    for (plan, message) in cases {
        let (managed, deleted) = plan.versioned();
        assert_eq!(Tensor::from_dlpack(managed).unwrap_err().to_string(), message);
        assert_eq!(deleted.count(), 1, "{message}");
    }
}

#[test]
fn a_tensor_of_an_unknown_version_shows_no_more_than_that() {
    let (managed, _) =
        Plan { version: DLPackVersion { major: 3, minor: 0 }, ..Plan::new(&[1.0], &[1]) }.versioned();
    assert_eq!(format!("{managed:?}"), "ManagedTensor(ValueError: DLPack version is 3.0, expected 1.x)");
}

#[test]
fn an_exported_tensor_keeps_the_elements() {
    let (managed, deleted) = Plan::new(&[3.0, 4.0], &[2]).versioned();
    let tensor = Tensor::from_dlpack(managed).unwrap();
    let exported = tensor.to_dlpack().unwrap();
    assert_eq!(tensor.as_object().strong_count(), 2);
    assert_eq!(address(&exported), tensor.data_ptr().addr());
    assert_eq!(exported.view().unwrap().shape(), [2]);
    drop(tensor);
    assert_eq!(deleted.count(), 0, "the exported tensor keeps the elements");
    let back = Tensor::from_dlpack(exported).unwrap();
    assert_eq!(elements(&back), [3.0, 4.0]);
    let unused = back.to_dlpack().unwrap();
    drop(back);
    assert_eq!(deleted.count(), 0);
    drop(unused);
    assert_eq!(deleted.count(), 1);
}

#[test]
fn strides_and_devices_come_along() {
    let plan = Plan { strides: Some(vec![1, 2]), ..Plan::new(&[0.0; 6], &[2, 3]) };
    let tensor = Tensor::from_dlpack(plan.versioned().0).unwrap();
    assert_eq!((&*tensor.strides(), tensor.is_contiguous()), (&[1, 2][..], false));
    let exported = tensor.to_dlpack().unwrap();
    assert_eq!(*exported.view().unwrap().strides(), [1, 2]);

    let plan = Plan { device: Device::new(77, 3), dtype: DType::COMPLEX64, ..Plan::new(&[0.0; 6], &[3]) };
    let tensor = Tensor::from_dlpack(plan.versioned().0).unwrap();
    assert_eq!((tensor.device(), tensor.dtype()), (Device::new(77, 3), DType::COMPLEX64));
    assert_eq!(format!("{tensor:?}"), "Tensor(complex64[3], unknown(77):3)");
}

#[test]
fn tensors_without_elements_need_no_memory() {
    let (managed, deleted) = Plan::new(&[], &[2, 0]).versioned();
    let tensor = Tensor::from_dlpack(managed).unwrap();
    assert!(tensor.data_ptr().is_null());
    assert_eq!((tensor.shape(), &*tensor.strides()), (&[2, 0][..], &[0, 1][..]));
    assert!(tensor.view().try_cpu::<f32, 2>().unwrap().as_slice().is_empty());
    drop(tensor);
    assert_eq!(deleted.count(), 1);
    let scalar = Tensor::from_dlpack(Plan::new(&[5.0], &[]).versioned().0).unwrap();
    assert_eq!(scalar.view().try_cpu::<f32, 0>().unwrap().as_slice(), [5.0]);
}

#[test]
fn a_managed_tensor_may_have_no_deleter() {
    let mut element = 1.5f32;
    let mut shape = [1i64];
    let mut managed = DLManagedTensorVersioned {
        version: DLPackVersion { major: 1, minor: 1 },
        manager_ctx: std::ptr::null_mut(),
        deleter: None,
        flags: 0,
        dl_tensor: tvm_ffi_core::abi::DLTensor {
            data: (&raw mut element).cast(),
            device: Device::cpu().into(),
            ndim: 1,
            dtype: DType::F32.into(),
            shape: shape.as_mut_ptr(),
            strides: std::ptr::null_mut(),
            byte_offset: 0,
        },
    };
    // SAFETY: everything it points to outlives the new tensor.
    let tensor =
        Tensor::from_dlpack(unsafe { ManagedTensor::from_raw(NonNull::from(&mut managed)) }).unwrap();
    assert_eq!(elements(&tensor), [1.5]);
    drop(tensor);
    // SAFETY: as above.
    drop(unsafe { ManagedTensor::from_raw(NonNull::from(&mut managed)) });
}

#[test]
fn managed_tensors_may_be_deleted_on_another_thread() {
    let (managed, deleted) = Plan::new(&[1.0, 2.0], &[2]).versioned();
    let tensor = std::thread::spawn(move || Tensor::from_dlpack(managed).unwrap()).join().unwrap();
    std::thread::spawn(move || drop(tensor)).join().unwrap();
    assert_eq!(deleted.count(), 1);
}
