//! Tensors, through the runtime.

use tvm_ffi_core::abi::TypeIndex;
use tvm_ffi_core::{Any, CpuView, DType, Device, Element, Function, Result, Tensor, TensorView};

fn sum(x: TensorView<'_>) -> Result<f64> {
    let x: CpuView<'_, f32, 1> = x.try_cpu()?;
    Ok(x.as_slice().iter().copied().map(f64::from).sum())
}

fn elements<T: Element, const N: usize>(tensor: &Tensor) -> Vec<T> {
    tensor.view().try_cpu::<T, N>().unwrap().as_slice().to_vec()
}

#[test]
fn a_tensor_from_a_vector_has_its_elements() {
    let tensor = Tensor::from_vec(vec![1f32, 2.0, 3.0, 4.0, 5.0, 6.0], &[2, 3]).unwrap();
    assert_eq!((tensor.shape(), &*tensor.strides()), (&[2, 3][..], &[3, 1][..]));
    assert_eq!((tensor.ndim(), tensor.numel(), tensor.size_in_bytes()), (2, 6, 24));
    assert_eq!((tensor.dtype(), tensor.device()), (DType::F32, Device::cpu()));
    assert_eq!(tensor.byte_offset(), 0);
    assert!(tensor.is_contiguous());
    assert_eq!(elements::<f32, 2>(&tensor), [1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(tensor.data_ptr().addr() % 64, 0, "our memory is aligned to 64 bytes");
    assert_eq!(format!("{tensor:?}"), "Tensor(float32[2, 3], cpu:0)");
    assert_eq!(tensor.as_object().type_index(), TypeIndex::TENSOR);
    assert_eq!(tensor.as_object().type_key(), "ffi.Tensor");
}

#[test]
fn tensors_from_a_function_of_the_indices() {
    let tensor = Tensor::from_fn([2, 3], |[row, column]| (10 * row + column) as i32).unwrap();
    assert_eq!(elements::<i32, 2>(&tensor), [0, 1, 2, 10, 11, 12]);
    let scalar = Tensor::from_fn([], |[]| 2.5f64).unwrap();
    assert_eq!((scalar.shape(), elements::<f64, 0>(&scalar)), (&[][..], vec![2.5]));
    let empty = Tensor::from_fn([0, 3], |_| -> u8 { unreachable!("there is no element") }).unwrap();
    assert_eq!((empty.shape(), empty.numel()), (&[0, 3][..], 0));
    let error = Tensor::from_fn([usize::MAX], |_| 0u8).unwrap_err();
    assert_eq!(error.to_string(), "ValueError: shape has more elements than memory can hold");
    let error = Tensor::from_fn([1 << 62], |_| 0u8).unwrap_err();
    assert_eq!(
        error.to_string(),
        "MemoryError: cannot allocate 4611686018427387904 bytes for uint8[4611686018427387904]"
    );
}

#[test]
fn tensors_without_dimensions_or_elements() {
    let scalar = Tensor::from_vec(vec![3.5f64], &[]).unwrap();
    assert_eq!((scalar.ndim(), scalar.numel(), &*scalar.strides()), (0, 1, &[][..]));
    assert_eq!(elements::<f64, 0>(&scalar), [3.5]);
    for shape in [&[0][..], &[0, 5], &[5, 0], &[i64::MAX, i64::MAX, 0]] {
        let empty = Tensor::from_vec(Vec::<f32>::new(), shape).unwrap();
        assert_eq!((empty.shape(), empty.numel(), empty.size_in_bytes()), (shape, 0, 0));
        assert!(empty.is_contiguous());
    }
    let deep = Tensor::from_vec(vec![1u8], &[1; 500]).unwrap();
    assert_eq!((deep.ndim(), deep.numel()), (500, 1));
    assert!(deep.is_contiguous());
}

#[test]
fn packed_elements_take_less_than_a_byte() {
    let tensor = Tensor::zeros(DType::F4_E2M1FN, Device::cpu(), &[3, 3]).unwrap();
    assert_eq!((tensor.numel(), tensor.size_in_bytes()), (9, 5));
    let vectors = Tensor::zeros(DType::F32.with_lanes(4), Device::cpu(), &[2]).unwrap();
    assert_eq!((vectors.numel(), vectors.size_in_bytes()), (2, 32));
}

#[test]
fn requests_that_cannot_be_met_are_errors() {
    let error = |dtype, device, shape: &[i64]| Tensor::empty(dtype, device, shape).unwrap_err().to_string();
    let cpu = Device::cpu();
    assert_eq!(error(DType::F32, cpu, &[2, -1]), "ValueError: shape[1] is -1, expected 0 or more");
    assert_eq!(
        error(DType::F64, cpu, &[i64::MAX, 2]),
        "ValueError: shape [9223372036854775807, 2] has more elements of float64 than memory can hold"
    );
    assert_eq!(
        error(DType::F64, cpu, &[1 << 61]),
        "ValueError: shape [2305843009213693952] has more elements of float64 than memory can hold"
    );
    assert_eq!(
        error(DType::U8, cpu, &[1 << 62]),
        "MemoryError: cannot allocate 4611686018427387904 bytes for uint8[4611686018427387904]"
    );
    assert_eq!(
        error(DType::VOID, cpu, &[1]),
        "ValueError: dtype is void, expected one whose elements have a size"
    );
    assert_eq!(
        error(DType::F32.with_lanes(4u16.wrapping_neg()), cpu, &[1]),
        "ValueError: dtype is float32xvscalex4, expected one whose elements have a size"
    );
    assert_eq!(
        error(DType::F32, Device::cuda(1), &[1]),
        "RuntimeError: there is no allocator for cuda:1: the calling framework has set none"
    );
    assert_eq!(
        Tensor::zeros(DType::F32, Device::cuda(0), &[1]).unwrap_err().to_string(),
        "RuntimeError: the host cannot zero memory on cuda:0: make the tensor with `Tensor::empty`, and fill it on the \
         device"
    );
}

#[test]
fn tensors_are_arguments_lent_or_given() {
    let function = Function::new(sum);
    let tensor = Tensor::from_vec(vec![1f32, 2.0, 4.0], &[3]).unwrap();
    let cast = |value: Result<Any>| value.unwrap().cast::<f64>().unwrap();
    assert_eq!(cast(function.call((tensor.clone(),))), 7.0);
    assert_eq!(cast(function.call((&tensor,))), 7.0);
    assert_eq!(cast(function.call((tensor.view().to_tensor().unwrap(),))), 7.0);
    // SAFETY: the function reads the elements, and keeps nothing.
    assert_eq!(cast(function.call((unsafe { tensor.view().lend() },))), 7.0);
    // SAFETY: as above.
    assert_eq!(cast(function.call((unsafe { tensor.view().try_cpu::<f32, 1>().unwrap().lend() },))), 7.0);
    assert_eq!(cast(function.call_packed(&[Any::new(tensor.clone()).as_view()])), 7.0);
    assert!(tensor.as_object().is_unique(), "every reference that a call took was given back");
}
