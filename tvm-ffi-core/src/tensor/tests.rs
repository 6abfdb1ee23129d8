//! Views of tensors that the tests lay out themselves: nothing here needs a runtime.

pub(super) mod fixture;

use core::ffi::c_void;
use core::ptr::NonNull;

use fixture::Fixture;

use super::typed::CpuView;
use super::*;
use crate::abi::{TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject};
use crate::convert::FfiType;

/// A tensor object as it lies in memory.
#[repr(C)]
struct TensorObject {
    header: TVMFFIObject,
    body: DLTensor,
}

#[test]
fn metadata_is_read_from_the_struct() {
    let tensor = Fixture::new(vec![0f32; 6], &[2, 3]);
    let view = tensor.view();
    assert_eq!(view.shape(), [2, 3]);
    assert_eq!((view.ndim(), view.numel(), view.size_in_bytes()), (2, 6, 24));
    assert_eq!((view.dim(0), view.dim(1)), (2, 3));
    assert_eq!((view.dtype(), view.device(), view.byte_offset()), (DType::F32, Device::cpu(), 0));
    assert_eq!(view.data_ptr(), tensor.raw.data);
    assert_eq!(view.as_raw().as_ptr().cast_const(), &raw const tensor.raw);
    assert_eq!(format!("{view:?}"), "TensorView(float32[2, 3], cpu:0)");
    let copy = view;
    assert_eq!(copy.shape(), view.shape());
}

#[test]
#[should_panic(expected = "index out of bounds: the len is 1 but the index is 1")]
fn a_dimension_that_is_not_there_panics() {
    Fixture::new(vec![0u8; 2], &[2]).view().dim(1);
}

#[test]
fn tensors_without_dimensions_or_elements_are_fine() {
    let scalar = Fixture::new(vec![7f64], &[]).with(|raw| raw.shape = core::ptr::null_mut());
    let view = scalar.view();
    assert_eq!((view.shape(), view.numel(), view.ndim()), (&[][..], 1, 0));
    assert!(view.is_contiguous());
    assert_eq!(view.try_cpu::<f64, 0>().unwrap().as_slice(), [7.0]);

    let empty = Fixture::<f64>::new(vec![], &[3, 0]).with(|raw| {
        raw.data = core::ptr::null_mut();
        raw.byte_offset = 3;
    });
    let view: CpuView<'_, f64, 2> = empty.view().try_cpu().unwrap();
    assert_eq!((view.dims(), view.numel(), view.as_slice()), ([3, 0], 0, &[][..]));

    let strided = Fixture::<f64>::new(vec![], &[3, 0]).with_strides(&[-5, 9]);
    assert!(strided.view().is_contiguous());
    assert!(strided.view().try_cpu::<f64, 2>().unwrap().as_slice().is_empty());
}

#[test]
fn the_byte_offset_is_honoured() {
    let tensor = Fixture::new(vec![1f32, 2.0, 3.0, 4.0], &[2]).with(|raw| raw.byte_offset = 8);
    assert_eq!(tensor.view().try_cpu::<f32, 1>().unwrap().as_slice(), [3.0, 4.0]);
    assert_eq!(tensor.view().data_ptr(), tensor.raw.data);
    assert_eq!(tensor.view().first_element(), tensor.raw.data.wrapping_byte_add(8));
}

#[test]
fn foreign_bytes_are_read_as_booleans() {
    let tensor = Fixture::new(vec![0u8, 1, 2, 255], &[4]).with(|raw| raw.dtype = DType::BOOL.to_dl());
    let view: CpuView<'_, Bool8, 1> = tensor.view().try_cpu().unwrap();
    assert_eq!(view.as_slice(), [false, true, true, true]);
}

#[test]
fn lent_tensors_and_objects_decode() {
    let tensor = Fixture::new(vec![1f32, 2.0], &[2]);
    let lent = tensor.lent();
    // SAFETY: the tensor lives longer than the view.
    let view = unsafe { AnyView::from_raw(NonNull::from(&lent)) };
    let mut holder = ();
    let decoded: TensorView<'_> = view.cast_in(&mut holder).unwrap();
    assert_eq!(decoded.try_cpu::<f32, 1>().unwrap().as_slice(), [1.0, 2.0]);

    let header = TVMFFIObject {
        combined_ref_count: crate::object_ref::BOTH_ONE,
        type_index: TypeIndex::TENSOR,
        __padding: 0,
        deleter: None,
    };
    let mut object = TensorObject { header, body: tensor.raw };
    let pointer: *mut c_void = (&raw mut object).cast();
    let slot = TVMFFIAny::new(TypeIndex::TENSOR, TVMFFIAnyPayload::from_ptr(pointer));
    // SAFETY: the object lives longer than the view.
    let view = unsafe { AnyView::from_raw(NonNull::from(&slot)) };
    let mut holder = ();
    let decoded: TensorView<'_> = view.cast_in(&mut holder).unwrap();
    assert_eq!(decoded.try_cpu::<f32, 1>().unwrap().as_slice(), [1.0, 2.0]);

    let owned: Tensor = view.cast().unwrap();
    assert_eq!((owned.shape(), &*owned.strides(), owned.ndim()), (&[2][..], &[1][..], 1));
    assert_eq!((owned.numel(), owned.size_in_bytes(), owned.byte_offset()), (2, 8, 0));
    assert_eq!((owned.dtype(), owned.device()), (DType::F32, Device::cpu()));
    assert_eq!(owned.data_ptr(), tensor.raw.data);
    assert!(owned.is_contiguous());
    assert_eq!(owned.as_object().strong_count(), 2);
    assert_eq!(format!("{owned:?}"), "Tensor(float32[2], cpu:0)");
}

#[test]
fn an_object_is_taken_from_an_rvalue_reference_only_if_it_is_sound() {
    let good = Fixture::new(vec![1f32, 2.0], &[2]);
    let bad = Fixture::new(vec![1f32, 2.0], &[-2]);
    for (tensor, is_taken) in [(&good, true), (&bad, false)] {
        let header = TVMFFIObject {
            combined_ref_count: crate::object_ref::BOTH_ONE,
            type_index: TypeIndex::TENSOR,
            __padding: 0,
            deleter: None,
        };
        let mut object = TensorObject { header, body: tensor.raw };
        let mut owner: *mut c_void = (&raw mut object).cast();
        let slot =
            TVMFFIAny::new(TypeIndex::OBJECT_RVALUE_REF, TVMFFIAnyPayload::from_ptr((&raw mut owner).cast()));
        // SAFETY: the slot owns the object, which lives longer than the view.
        let view = unsafe { AnyView::from_raw(NonNull::from(&slot)) };
        let taken = view.cast::<Tensor>();
        assert_eq!(taken.is_ok(), is_taken);
        // SAFETY: `owner` is a local variable.
        let left = unsafe { (&raw const owner).read() };
        assert_eq!(left.is_null(), is_taken);
        assert!(view.cast::<Tensor>().is_err(), "a second call finds nothing");
    }
}

#[test]
fn views_may_be_shared_between_threads() {
    let tensor = Fixture::new(vec![1i32, 2, 3, 4], &[4]);
    let view: CpuView<'_, i32, 1> = tensor.view().try_cpu().unwrap();
    let (front, back) = view.as_slice().split_at(2);
    let sum = std::thread::scope(|scope| {
        let front = scope.spawn(|| front.iter().sum::<i32>());
        let rest = scope.spawn(move || view.as_tensor().numel() as i32);
        front.join().unwrap() + back.iter().sum::<i32>() + rest.join().unwrap()
    });
    assert_eq!(sum, 14);
}

#[test]
fn names_and_schemas() {
    fn of<T: FfiType>() -> (String, String) {
        (T::TAG.name(), T::TAG.schema())
    }
    let pair = |name: &str, schema: &str| (name.to_owned(), schema.to_owned());
    assert_eq!(of::<Tensor>(), pair("Tensor", r#"{"type":"ffi.Tensor"}"#));
    assert_eq!(of::<TensorView<'_>>(), pair("Tensor", r#"{"type":"DLTensor*"}"#));
    assert_eq!(of::<crate::Shape>(), pair("Shape", r#"{"type":"ffi.Shape"}"#));
    assert_eq!(of::<DType>(), pair("dtype", r#"{"type":"DataType"}"#));
    assert_eq!(of::<Device>(), pair("Device", r#"{"type":"Device"}"#));
    assert_eq!(of::<crate::Module>(), pair("Module", r#"{"type":"ffi.Module"}"#));
}
