//! Messages about values that do not have the type of a view, one mistake at a time.

use core::ptr::NonNull;

use super::*;
use crate::abi::{DLTensor, TVMFFIAny, TVMFFIAnyPayload, TVMFFIObject, TypeIndex};
use crate::any::AnyView;
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
