//! Views as arguments of calls from Rust, and tensors that are made to be written.

use super::*;
use crate::abi::TypeIndex;
use crate::error::ErrorKind;
use crate::function::Argument;
use crate::{Any, Function, Tensor};

#[test]
fn views_lend_their_tensor_to_a_call() {
    let mut fixture = Fixture::new(numbers(2), &[2]);
    let pointer = (&raw const fixture.raw).cast_mut().cast();
    let mut view = fixture.exclusive::<1, Contiguous>();
    let lent = |argument: Argument<'_>| {
        let raw = argument.checked().unwrap();
        (raw.type_index, raw.payload.ptr())
    };
    // SAFETY: nothing is called.
    assert_eq!(lent(unsafe { view.as_shared().lend() }), (TypeIndex::DL_TENSOR_PTR, pointer));
    // SAFETY: as above.
    assert_eq!(lent(unsafe { view.as_cell_view().lend() }), (TypeIndex::DL_TENSOR_PTR, pointer));
    // SAFETY: as above.
    assert_eq!(lent(unsafe { view.lend() }), (TypeIndex::DL_TENSOR_PTR, pointer));
}

#[test]
fn closures_take_views_that_read() {
    let sum = Function::new(|x: CpuView<'_, i32, 1>, y: Option<CpuViewD<'_, i32, Strided>>| {
        x.iter().sum::<i32>() + y.map_or(0, |y| y.iter().sum())
    });
    let fixture = Fixture::new(numbers(4), &[4]);
    let view: CpuView<'_, i32, 1> = fixture.view().try_cpu().unwrap();
    let call = |arguments: crate::Result<Any>| arguments.unwrap().cast::<i32>().unwrap();
    // SAFETY: the closure only reads, and keeps nothing.
    let lent = || unsafe { view.lend() };
    assert_eq!(call(sum.call((lent(), Any::none()))), 6);
    assert_eq!(call(sum.call((lent(), lent()))), 12);
    let matrix = Fixture::new(numbers(4), &[2, 2]);
    // SAFETY: as above.
    assert_eq!(call(sum.call((lent(), unsafe { matrix.view().lend() }))), 12);
    // SAFETY: as above.
    let error = sum.call((unsafe { matrix.view().lend() }, Any::none())).unwrap_err();
    assert_eq!(
        error.to_string(),
        "ValueError: <closure>: argument #0: ndim is 2, expected 1 (shape is [2, 2])"
    );
    let error = sum.call((lent(), 1)).unwrap_err();
    assert_eq!(error.to_string(), "TypeError: <closure>: argument #1: expected Optional[Tensor], got int");
}

#[test]
fn a_new_tensor_is_written_then_frozen() {
    let mut tensor = TensorMut::zeros(DType::F32, Device::cpu(), &[2, 2]).unwrap();
    tensor.try_cpu_mut::<f32, 2>().unwrap()[[1, 0]] = 3.0;
    tensor.try_cpu_mut_dyn::<f32>().unwrap()[[0, 1]] = 4.0;
    tensor.try_cpu_mut_strided::<f32, 2>().unwrap()[[1, 1]] = 5.0;
    assert_eq!(tensor.view().try_cpu::<f32, 2>().unwrap().as_slice(), [0.0, 4.0, 3.0, 5.0]);
    assert_eq!(format!("{tensor:?}"), "TensorMut(float32[2, 2], cpu:0)");
    let error = tensor.try_cpu_mut::<f64, 2>().unwrap_err();
    assert_eq!(error.to_string(), "TypeError: dtype is float32, expected float64");
    let tensor: Tensor = Any::new(tensor).cast().unwrap();
    assert!(tensor.as_object().is_unique());
    assert_eq!(tensor.view().try_cpu::<f32, 2>().unwrap()[[1, 0]], 3.0);
}

#[test]
fn new_tensors_are_made_in_the_same_ways() {
    let elements = |mut tensor: TensorMut| tensor.try_cpu_mut::<i32, 2>().unwrap().as_slice().to_vec();
    assert_eq!(elements(TensorMut::from_vec(numbers(4), &[2, 2]).unwrap()), numbers(4));
    assert_eq!(elements(TensorMut::from_slice(&numbers(4), &[4, 1]).unwrap()), numbers(4));
    let from_fn = TensorMut::from_fn([2, 2], |[i, j]| (2 * i + j) as i32).unwrap();
    assert_eq!(elements(from_fn), numbers(4));
    assert_eq!(elements(TensorMut::empty(DType::I32, Device::cpu(), &[1, 2]).unwrap()), [0, 0]);
    let error = TensorMut::from_vec(numbers(3), &[2, 2]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::ValueError);
    let frozen: Tensor = TensorMut::from_vec(numbers(1), &[1]).unwrap().into();
    assert_eq!(frozen.shape(), [1]);
}
