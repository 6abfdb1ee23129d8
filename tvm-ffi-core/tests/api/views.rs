//! Typed views, through the runtime.

use tvm_ffi_core::{
    Any, AnyView, Complex, Contiguous, CpuViewD, CpuViewMut, DType, Device, Element, F4E2M1FNx2, F8E4M3FN,
    F8E8M0FNU, Function, Result, Tensor, TensorMut, TensorView, f16,
};

/// Adds one to each element of its argument, which the caller lends to be written.
fn increment() -> Function {
    Function::from_packed(|args: &[AnyView<'_>]| -> Result<Any> {
        let tensor: TensorView<'_> = args[0].cast_ref()?;
        // SAFETY: every caller below lends an exclusive view, and waits.
        let mut view: CpuViewMut<'_, i32, 1> = unsafe { tensor.assume_cpu_mut::<_, _, Contiguous>() }?;
        view.iter_mut().for_each(|element| *element += 1);
        Ok(Any::none())
    })
}

#[test]
fn a_mutable_view_is_lent_to_a_call_and_used_again() {
    let increment = increment();
    let mut tensor = TensorMut::from_vec(vec![1, 2, 3], &[3]).unwrap();
    let mut view = tensor.try_cpu_mut::<i32, 1>().unwrap();
    // SAFETY: the function keeps nothing, and nothing else uses the elements during the call.
    increment.call((unsafe { view.lend() },)).unwrap();
    assert_eq!(view.as_slice(), [2, 3, 4]);
    view[[0]] = 10;
    // SAFETY: as above.
    increment.call((unsafe { view.lend() },)).unwrap();
    let tensor = tensor.freeze();
    assert_eq!(tensor.view().try_cpu::<i32, 1>().unwrap().as_slice(), [11, 4, 5]);
    assert!(tensor.as_object().is_unique(), "no function has kept the tensor");
}

#[test]
fn a_tensor_to_be_written_is_not_given_away_while_it_is_lent() {
    let keep = Function::new(|tensor: Tensor| tensor);
    let mut tensor = TensorMut::zeros(DType::I32, Device::cpu(), &[1]).unwrap();
    let view = tensor.try_cpu_mut::<i32, 1>().unwrap();
    // SAFETY: the function refuses it.
    let error = keep.call((unsafe { view.lend() },)).unwrap_err();
    assert!(error.message().contains("expected a Tensor that can be owned, got DLTensor*"), "{error}");
    let kept: Tensor = keep.call((tensor,)).unwrap().cast().unwrap();
    assert_eq!(kept.shape(), [1]);
}

#[test]
fn tensors_of_the_other_element_types_are_made_and_named() {
    fn check<T: Element + PartialEq + std::fmt::Debug>(values: [T; 3], dtype: &str) {
        let tensor = Tensor::from_slice(&values, &[3]).unwrap();
        assert_eq!(tensor.dtype().to_string(), dtype);
        assert_eq!(tensor.size_in_bytes(), size_of_val(&values));
        assert_eq!(tensor.view().try_cpu::<T, 1>().unwrap().as_slice(), values);
    }
    check([Complex::new(1f32, 2.0); 3], "complex64");
    check([Complex::new(1f64, 2.0); 3], "complex128");
    check([Complex::new(f16::ONE, f16::NEG_ONE); 3], "complex32");
    check([F8E4M3FN::from_bits(0x38); 3], "float8_e4m3fn");
    check([F8E8M0FNU::from_bits(0x80); 3], "float8_e8m0fnu");
    check([F4E2M1FNx2::from_bits(0x21); 3], "float4_e2m1fnx2");
}

#[test]
fn errors_lead_to_the_line_that_narrows() {
    let tensor = Tensor::from_vec(vec![1f32], &[1]).unwrap();
    let line = line!() + 1;
    let error = tensor.view().try_cpu::<f64, 1>().unwrap_err();
    assert!(
        error.traceback().contains(&format!("tests/api/views.rs\", line {line}")),
        "{}",
        error.traceback()
    );
    let view: CpuViewD<'_, f32> = tensor.view().try_cpu_dyn().unwrap();
    let line = line!() + 1;
    let error = view.with_rank::<2>().unwrap_err();
    assert!(
        error.traceback().contains(&format!("tests/api/views.rs\", line {line}")),
        "{}",
        error.traceback()
    );
}

#[cfg(feature = "ndarray")]
mod arrays {
    use ndarray::{Array, ArrayView2, ArrayView3, ArrayViewD, ArrayViewMut2, Axis, arr0, array, s};
    use tvm_ffi_core::{CpuSubView, CpuSubViewMut, CpuView, Strided};

    use super::*;

    #[test]
    fn arrays_become_tensors_in_order() {
        let tensor = Tensor::try_from(array![[1, 2, 3], [4, 5, 6]]).unwrap();
        assert_eq!(tensor.shape(), [2, 3]);
        let transposed = array![[1, 2, 3], [4, 5, 6]].reversed_axes();
        let tensor = Tensor::try_from(transposed).unwrap();
        assert_eq!((tensor.shape(), tensor.is_contiguous()), (&[3, 2][..], true));
        assert_eq!(tensor.view().try_cpu::<i32, 2>().unwrap().as_slice(), [1, 4, 2, 5, 3, 6]);
        let scalar = Tensor::from_ndarray(&arr0(2.5f64)).unwrap();
        assert_eq!(scalar.view().try_cpu::<f64, 0>().unwrap()[[]], 2.5);
        let empty = Tensor::from_ndarray(&Array::<f32, _>::zeros((3, 0))).unwrap();
        assert_eq!(empty.shape(), [3, 0]);
    }

    #[test]
    fn views_convert_with_any_strides() {
        let tensor = Tensor::from_fn([2, 3, 4], |[i, j, k]| (100 * i + 10 * j + k) as i32).unwrap();
        let view: CpuView<'_, i32, 3> = tensor.view().try_cpu().unwrap();
        let array: ArrayView3<'_, i32> = view.into();
        assert_eq!((array.shape(), array[[1, 2, 3]]), (&[2, 3, 4][..], 123));
        let array: ArrayView3<'_, i32> = view.permute([2, 0, 1]).step(0, 3).into();
        assert_eq!((array.shape(), array[[1, 1, 2]]), (&[2, 2, 3][..], 123));
        let flipped = CpuSubView::<'_, i32, 3, Strided>::from(array.slice(s![..;-1, .., ..;-2]));
        assert_eq!((flipped.dims(), flipped[[0, 1, 0]], flipped[[1, 0, 1]]), ([2, 2, 2], 123, 0));
        let again: ArrayView3<'_, i32> = flipped.into();
        assert_eq!(again, array.slice(s![..;-1, .., ..;-2]));
        let dynamic: CpuViewD<'_, i32, Strided> = tensor.view().try_cpu_strided_dyn().unwrap();
        let array: ArrayViewD<'_, i32> = dynamic.into();
        assert_eq!((array.ndim(), array[[1, 0, 2].as_slice()]), (3, 102));
    }

    #[test]
    fn arrays_are_written_through_views_and_views_through_arrays() {
        let mut tensor = TensorMut::from_vec(vec![1, 2, 3, 4], &[2, 2]).unwrap();
        let mut array: ArrayViewMut2<'_, i32> = tensor.try_cpu_mut::<i32, 2>().unwrap().into();
        array.invert_axis(Axis(1));
        let mut view = CpuSubViewMut::<'_, i32, 2, Strided>::from(array);
        view[[0, 0]] = 20;
        let mut array: ArrayViewMut2<'_, i32> = view.into();
        array[[1, 1]] = 30;
        assert_eq!(tensor.view().try_cpu::<i32, 2>().unwrap().as_slice(), [1, 20, 30, 4]);
    }

    #[test]
    fn views_without_elements_convert() {
        let tensor = Tensor::from_vec(Vec::<f32>::new(), &[0, 5]).unwrap();
        let array: ArrayView2<'_, f32> = tensor.view().try_cpu::<f32, 2>().unwrap().into();
        assert_eq!((array.shape(), array.len()), (&[0, 5][..], 0));
    }

    #[test]
    #[should_panic(expected = "is beyond what ndarray can count")]
    fn extents_that_ndarray_cannot_count_panic() {
        let tensor = Tensor::from_vec(Vec::<f32>::new(), &[i64::MAX, i64::MAX, 0]).unwrap();
        let _ = ArrayView3::from(tensor.view().try_cpu::<f32, 3>().unwrap());
    }
}
