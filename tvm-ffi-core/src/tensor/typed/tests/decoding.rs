//! Messages about values that do not have the type of a view, one mistake at a time.

use core::ptr::{NonNull, null_mut};

use super::*;
use crate::abi::{DLTensor, TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};
use crate::any::{Any, AnyView};
use crate::convert::FromArgument;

/// Decodes and explains, which have to agree.
fn decode<'a, V: FromArgument<'a, Holder = ()>>(value: AnyView<'a>) -> Result<V, String> {
    // SAFETY: no element is accessed.
    let decoded = unsafe { V::hot(value, Box::leak(Box::new(()))) };
    match V::explain(value) {
        None => Ok(decoded.unwrap()),
        Some(mismatch) => {
            assert!(decoded.is_none());
            Err(format!("{}: {mismatch}", mismatch.kind()))
        }
    }
}

fn matrix() -> Fixture<f32> {
    Fixture::new(vec![0f32; 6], &[2, 3]).with_strides(&[3, 1])
}

/// The results of a read-only and of a mutable view for a tensor.
fn message(fixture: &Fixture<f32>) -> String {
    fixture.with_value(|value| {
        let message = decode::<CpuView<'_, f32, 2>>(value).map(drop).unwrap_err();
        assert_eq!(decode::<CpuViewMut<'_, f32, 2>>(value).map(drop).unwrap_err(), message);
        assert_eq!(decode::<CpuCells<'_, f32, 2>>(value).map(drop).unwrap_err(), message);
        assert_eq!(decode::<Option<CpuViewMut<'_, f32, 2>>>(value).map(drop).unwrap_err(), message);
        message
    })
}

#[test]
fn a_tensor_decodes_into_every_view_that_it_fits() {
    matrix().with_value(|value| {
        assert_eq!(decode::<CpuView<'_, f32, 2>>(value).unwrap().dims(), [2, 3]);
        assert_eq!(decode::<CpuViewMut<'_, f32, 2>>(value).unwrap().dims(), [2, 3]);
        assert_eq!(decode::<CpuView<'_, f32, 2, Strided>>(value).unwrap().strides(), [3, 1]);
        assert_eq!(decode::<CpuViewMut<'_, f32, 2, Strided>>(value).unwrap().dims(), [2, 3]);
        assert_eq!(decode::<CpuCells<'_, f32, 2>>(value).unwrap().dims(), [2, 3]);
        assert_eq!(decode::<CpuViewD<'_, f32>>(value).unwrap().shape(), [2, 3]);
        assert_eq!(decode::<CpuViewMutD<'_, f32, Strided>>(value).unwrap().shape(), [2, 3]);
        assert_eq!(decode::<Option<CpuView<'_, f32, 2>>>(value).unwrap().unwrap().dims(), [2, 3]);
        assert_eq!(decode::<Option<CpuViewMut<'_, f32, 2>>>(value).unwrap().unwrap().dims(), [2, 3]);
    });
}

#[test]
fn what_does_not_fit_is_named() {
    let with = |change: fn(&mut DLTensor)| message(&matrix().with(change));
    assert_eq!(with(|raw| raw.ndim = 1), "ValueError: ndim is 1, expected 2 (shape is [2])");
    assert_eq!(with(|raw| raw.ndim = -1), "ValueError: ndim is -1, expected 0 or more");
    assert_eq!(with(|raw| raw.dtype = DType::F16.to_dl()), "TypeError: dtype is float16, expected float32");
    assert_eq!(
        with(|raw| raw.dtype = DType::F32.with_lanes(2).to_dl()),
        "TypeError: dtype is float32x2, expected float32"
    );
    assert_eq!(
        with(|raw| raw.device = Device::cuda(1).to_dl()),
        "ValueError: device is cuda:1, expected cpu"
    );
    assert_eq!(with(|raw| raw.shape = null_mut()), "ValueError: shape is null, expected 2 extents");
    assert_eq!(with(|raw| raw.data = null_mut()), "ValueError: data is null, expected memory for 6 elements");
    let message_of =
        |shape: &[i64], strides: &[i64]| message(&Fixture::new(vec![0f32; 6], shape).with_strides(strides));
    assert_eq!(message_of(&[2, -3], &[3, 1]), "ValueError: shape[1] is -3, expected 0 or more");
    assert_eq!(
        message_of(&[i64::MAX, 3], &[3, 1]),
        "ValueError: shape has more elements than memory can hold"
    );
    assert_eq!(
        message_of(&[2, 3], &[1, 2]),
        "ValueError: strides are [1, 2], expected [3, 1] (contiguous, shape is [2, 3])"
    );
    let shifted = matrix().with(|raw| raw.byte_offset = 2);
    let address = shifted.view().first_element();
    assert_eq!(
        message(&shifted),
        format!(
            "ValueError: data + byte_offset is {address:p}, expected a multiple of 4 (alignment of float32)"
        )
    );
}

#[test]
fn what_is_no_tensor_is_named() {
    for (value, name) in [(Any::new(1), "int"), (Any::new(1.5), "float"), (Any::new("x"), "str")] {
        let message = format!("TypeError: expected Tensor, got {name}");
        let optional = format!("TypeError: expected Optional[Tensor], got {name}");
        let value = value.as_view();
        assert_eq!(decode::<CpuView<'_, f32, 2>>(value).unwrap_err(), message);
        assert_eq!(decode::<CpuViewMut<'_, f32, 2>>(value).unwrap_err(), message);
        assert_eq!(decode::<Option<CpuView<'_, f32, 2>>>(value).unwrap_err(), optional);
        assert_eq!(decode::<Option<CpuViewMut<'_, f32, 2>>>(value).unwrap_err(), optional);
    }
    let none = Any::none();
    assert!(decode::<Option<CpuViewMut<'_, f32, 2>>>(none.as_view()).unwrap().is_none());
    assert!(decode::<Option<CpuCells<'_, f32, 2>>>(none.as_view()).unwrap().is_none());
    assert_eq!(
        decode::<CpuViewMut<'_, f32, 2>>(none.as_view()).unwrap_err(),
        "TypeError: expected Tensor, got None"
    );
    for type_index in [TypeIndex::DL_TENSOR_PTR, TypeIndex::TENSOR] {
        let null = TVMFFIAny::new(type_index, TVMFFIAnyPayload::from_ptr(null_mut()));
        // SAFETY: a NULL pointer is checked for.
        let value = unsafe { AnyView::from_raw(NonNull::from(&null)) };
        let message = decode::<CpuViewMut<'_, f32, 2>>(value).unwrap_err();
        assert_eq!(
            message,
            match type_index {
                TypeIndex::TENSOR => "TypeError: expected Tensor, got a null pointer",
                _ => "ValueError: expected Tensor, got a null DLTensor*",
            }
        );
    }
}

#[test]
fn objects_decode_like_pointers() {
    #[repr(C)]
    struct Object {
        header: TVMFFIObject,
        body: DLTensor,
    }
    let fixture = matrix();
    let header = TVMFFIObject {
        combined_ref_count: crate::object_ref::BOTH_ONE,
        type_index: TypeIndex::TENSOR,
        __padding: 0,
        deleter: None,
    };
    let mut object = Object { header, body: fixture.raw };
    let pointer = TVMFFIAnyPayload::from_ptr((&raw mut object).cast());
    let slot = TVMFFIAny::new(TypeIndex::TENSOR, pointer);
    // SAFETY: the object lives longer than the view.
    let value = unsafe { AnyView::from_raw(NonNull::from(&slot)) };
    assert_eq!(decode::<CpuView<'_, f32, 2>>(value).unwrap().as_slice(), [0.0; 6]);
    let mut view = decode::<CpuViewMut<'_, f32, 2>>(value).unwrap();
    view[[1, 2]] = 7.0;
    assert_eq!(fixture.elements[5], 7.0);
}

#[test]
fn odd_forms_are_accepted() {
    let pinned = |raw: &mut DLTensor| raw.device.device_type = Device::new(3, 0).to_dl().device_type;
    let accepts =
        |fixture: &Fixture<f32>| fixture.with_value(|value| decode::<CpuView<'_, f32, 2>>(value).map(drop));
    let odd = [
        Fixture::new(vec![], &[0, 3]).with_strides(&[-7, 9]),
        Fixture::new(vec![], &[3, 0]).with_strides(&[1, 1]),
        Fixture::new(vec![], &[0, 3]).with_strides(&[3, 1]).with(|raw| raw.data = null_mut()),
        Fixture::new(vec![], &[0, 3]).with_strides(&[3, 1]).with(|raw| raw.byte_offset = 1),
        Fixture::new(vec![0f32; 1], &[1 << 30, 1]).with_strides(&[1, 1]),
        matrix().with(pinned),
        Fixture::new(vec![0f32; 6], &[2, 3]),
        Fixture::new(vec![0f32; 3], &[1, 3]).with_strides(&[-7, 1]),
        Fixture::new(vec![0f32; 3], &[3, 1]).with_strides(&[1, -7]),
        Fixture::new(vec![0f32; 1], &[1, 1]).with_strides(&[0, 9]),
        Fixture::new(vec![0f32; 1], &[3, 0]).with_strides(&[0, 9]),
    ];
    for (number, fixture) in odd.iter().enumerate() {
        assert_eq!(accepts(fixture), Ok(()), "number {number}");
    }
    let refused = [
        Fixture::new(vec![0f32; 6], &[2, 3]).with_strides(&[1, 2]),
        Fixture::new(vec![0f32; 6], &[2, 3]).with_strides(&[3, -1]),
        Fixture::new(vec![0f32; 9], &[2, 3]).with_strides(&[4, 1]),
        Fixture::new(vec![0f32; 9], &[3, 1]).with_strides(&[3, 3]).with(|raw| raw.ndim = 1),
        Fixture::new(vec![0f32; 9], &[1, 3]).with_strides(&[3, 3]),
    ];
    for (number, fixture) in refused.iter().enumerate() {
        assert!(accepts(fixture).is_err(), "number {number}");
    }
}

/// Whether a view takes a tensor; no element is accessed.
fn accepts<'a, V: FromArgument<'a, Holder = ()>>(value: AnyView<'a>) -> bool {
    // SAFETY: no element is accessed.
    unsafe { V::hot(value, Box::leak(Box::new(()))) }.is_some()
}

#[test]
#[allow(
    clippy::redundant_closure,
    reason = "the function has the lifetime of one value, and the closure is for any"
)]
fn tensors_at_every_address_are_accepted() {
    let one_bit = (4..usize::BITS - 1).map(|bit| Some(1 << bit));
    for data in one_bit.chain([None]) {
        let at = |raw: &mut DLTensor| {
            let not_in_both = !(raw.shape.addr() & raw.strides.addr()) & (isize::MAX as usize) & !15;
            raw.data = core::ptr::without_provenance_mut(data.unwrap_or(not_in_both));
        };
        matrix().with(at).with_value(|value| {
            assert!(accepts::<CpuView<'_, f32, 2>>(value), "{data:?}");
            assert!(accepts::<CpuViewMut<'_, f32, 2>>(value), "{data:?}");
            assert!(accepts::<CpuViewD<'_, f32>>(value), "{data:?}");
            assert!(accepts::<CpuViewMutD<'_, f32, Strided>>(value), "{data:?}");
            assert!(accepts::<CpuView<'_, f32, 2, Strided>>(value), "{data:?}");
            assert!(accepts::<TensorView<'_>>(value), "{data:?}");
        });
        let vector = Fixture::new(vec![0f32; 3], &[3]).with_strides(&[1]).with(at);
        assert!(vector.with_value(|value| accepts::<CpuView<'_, f32, 1>>(value)), "{data:?}");
        let cube = Fixture::new(vec![0f32; 6], &[1, 2, 3]).with_strides(&[6, 3, 1]).with(at);
        assert!(cube.with_value(|value| accepts::<CpuView<'_, f32, 3>>(value)), "{data:?}");
        let scalar = Fixture::new(vec![0f32; 1], &[]).with_strides(&[]).with(at);
        assert!(scalar.with_value(|value| accepts::<CpuView<'_, f32, 0>>(value)), "{data:?}");
    }
}
