//! What is passed to a function by safe code: references, copies of views, and nothing that only a caller owns.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use tvm_ffi_core::{
    Any, AnyView, Array, Bytes, CpuView, DType, Device, Dict, Function, List, Map, ObjectRef, Result, Shape,
    SliceTensor, SliceTensorMut, Str, Strided, Tensor, TensorMut, TypedFunction, f16,
};

/// Gives its argument back.
fn identity() -> Function {
    Function::new(|value: Any| value)
}

fn elements<T: tvm_ffi_core::Element>(tensor: &Tensor) -> Vec<T> {
    tensor.view().try_cpu_dyn::<T>().expect("it is contiguous").as_slice().to_vec()
}

#[test]
fn every_view_of_host_memory_can_be_copied() -> Result<()> {
    let matrix = SliceTensor::new(&[1i32, 2, 3, 4, 5, 6], [2, 3])?;
    let copy = matrix.view().to_tensor()?;
    assert_eq!((copy.shape(), elements::<i32>(&copy)), (&[2, 3][..], vec![1, 2, 3, 4, 5, 6]));
    assert!(copy.as_object().is_unique());
    assert_eq!(elements::<i32>(&matrix.view().as_tensor().to_tensor()?), [1, 2, 3, 4, 5, 6]);
    assert_eq!(elements::<i32>(&matrix.view().into_dyn().to_tensor()?), [1, 2, 3, 4, 5, 6]);
    let transposed = matrix.view().transpose().to_tensor()?;
    assert_eq!((transposed.shape(), elements::<i32>(&transposed)), (&[3, 2][..], vec![1, 4, 2, 5, 3, 6]));

    let numbers = [0i32, 1, 2, 3, 4, 5, 6, 7];
    let backwards = SliceTensor::with_strides(&numbers, [2, 3], [4, -1])?;
    let view: CpuView<'_, i32, 2, Strided> = backwards.view();
    let expected: Vec<i32> = view.iter().copied().collect();
    assert_eq!(elements::<i32>(&view.to_tensor()?), expected);
    assert_eq!(elements::<i32>(&view.as_tensor().to_tensor()?), expected);
    assert_eq!(elements::<i32>(&view.sub_view().to_tensor()?), expected);
    let repeated = SliceTensor::with_strides(&numbers[..1], [3], [0])?;
    assert_eq!(elements::<i32>(&repeated.view().to_tensor()?), [0, 0, 0]);

    let mut memory = [1f64, 2.0];
    let mut tensor = SliceTensorMut::new(&mut memory, [2])?;
    let mut view = tensor.view_mut();
    let copy = view.to_tensor()?;
    view[[0]] = 9.0;
    assert_eq!(
        (elements::<f64>(&copy), elements::<f64>(&view.to_tensor()?)),
        (vec![1.0, 2.0], vec![9.0, 2.0])
    );
    assert_eq!(elements::<f64>(&view.as_cell_view().to_tensor()?), [9.0, 2.0]);
    assert_eq!(elements::<f64>(&view.sub_view_mut().to_tensor()?), [9.0, 2.0]);

    let scalar = SliceTensor::new(&[7u8], [])?;
    assert_eq!(elements::<u8>(&scalar.view().to_tensor()?), [7]);
    let empty = SliceTensor::new(&[0u8; 0], [0, 5])?;
    let copy = empty.view().to_tensor()?;
    assert_eq!((copy.shape(), elements::<u8>(&copy)), (&[0, 5][..], vec![]));
    let packed = Tensor::zeros("float4_e2m1fn".parse::<DType>()?, Device::cpu(), &[3])?;
    assert_eq!(packed.view().to_tensor()?.size_in_bytes(), 2);
    Ok(())
}

#[test]
fn references_are_arguments() -> Result<()> {
    let f = identity();
    fn back<T: for<'a> tvm_ffi_core::FromAnyView<'a>>(result: Result<Any>) -> T {
        result.and_then(Any::cast).expect("it converts")
    }
    assert_eq!(back::<(i64, bool)>(Function::new(|a: i64, b: bool| (a, b)).call((&3i64, &true))), (3, true));
    assert_eq!(back::<f64>(f.call((&1.5f64,))), 1.5);
    assert_eq!(back::<f16>(f.call((&f16::ONE,))), f16::ONE);
    assert_eq!(back::<DType>(f.call((&DType::F32,))), DType::F32);
    assert_eq!(back::<Device>(f.call((&Device::cpu(),))), Device::cpu());
    back::<()>(f.call((&(),)));
    let text = String::from("longer than seven bytes");
    assert_eq!(back::<String>(f.call((&text,))), text);
    assert_eq!(back::<String>(f.call((&text.as_str(),))), text);
    assert_eq!(back::<String>(f.call((&Cow::Borrowed(text.as_str()),))), text);
    assert_eq!(back::<String>(f.call((&text.clone().into_boxed_str(),))), text);
    assert_eq!(back::<String>(f.call((&std::path::PathBuf::from(&text),))), text);
    assert_eq!(back::<Vec<String>>(f.call((&vec![text.clone()],))), std::slice::from_ref(&text));
    assert_eq!(back::<Vec<i64>>(f.call((&[1i64, 2],))), [1, 2]);
    assert_eq!(back::<Shape>(f.call((&[1i64, 2][..],))).len(), 2);
    assert_eq!(back::<Vec<f32>>(f.call((&[1f32, 2.0][..],))), [1.0, 2.0]);
    assert_eq!(back::<Vec<String>>(f.call((&["a", "b"][..],))), ["a", "b"]);
    assert_eq!(back::<Vec<Vec<i32>>>(f.call((&vec![vec![1], vec![2, 3]][..],))), [vec![1], vec![2, 3]]);
    assert_eq!(back::<Option<i64>>(f.call((&Some(1i64),))), Some(1));
    assert_eq!(back::<Option<i64>>(f.call((&None::<i64>,))), None);
    assert_eq!(back::<(i64, String)>(f.call((&(1i64, text.clone()),))), (1, text.clone()));
    let map = BTreeMap::from([("a", 1i64)]);
    assert_eq!(back::<HashMap<String, i64>>(f.call((&map,))), HashMap::from([("a".to_owned(), 1)]));
    Ok(())
}

/// Whether the callee sees the object itself, and gives it up.
fn is_shared(f: &Function, object: &ObjectRef, result: Result<Any>) -> bool {
    let before = object.strong_count();
    let shared = result.and_then(Any::cast::<ObjectRef>).is_ok_and(|seen| ObjectRef::ptr_eq(&seen, object));
    shared && object.strong_count() == before - 1 && f.as_object().strong_count() > 0
}

#[test]
fn references_to_objects_share_them() -> Result<()> {
    let f = identity();
    let of = |value: Any| value.try_into_object().expect("it is an object");
    let array: Array<i64> = Any::new(vec![1i64]).cast()?;
    assert!(is_shared(&f, array.as_object(), f.call((&array,))));
    let list: List<i64> = Any::new(vec![1i64]).cast()?;
    assert!(is_shared(&f, list.as_object(), f.call((&list,))));
    let map: Map<String, i64> = Any::new(BTreeMap::from([("a", 1i64)])).cast()?;
    assert!(is_shared(&f, map.as_object(), f.call((&map,))));
    let dict: Dict<String, i64> = Any::new(BTreeMap::from([("a", 1i64)])).cast()?;
    assert!(is_shared(&f, dict.as_object(), f.call((&dict,))));
    let tensor = Tensor::from_vec(vec![1f32], &[1])?;
    assert!(is_shared(&f, tensor.as_object(), f.call((&tensor,))));
    let shape = Shape::new(&[1, 2]);
    assert!(is_shared(&f, shape.as_object(), f.call((&shape,))));
    let function = Function::new(|x: i64| x);
    assert!(is_shared(&f, function.as_object(), f.call((&function,))));
    let typed: TypedFunction<fn(i64) -> i64> = function.clone().typed();
    assert!(is_shared(&f, typed.as_object(), f.call((&typed,))));
    let text = Str::from("longer than seven bytes");
    let object = of(Any::new(text.clone()));
    assert!(is_shared(&f, &object, f.call((&text,))));
    let bytes = Bytes::from(b"longer than seven bytes".as_slice());
    let object = of(Any::new(bytes.clone()));
    assert!(is_shared(&f, &object, f.call((&bytes,))));
    assert!(is_shared(&f, &object, f.call((&object,))));

    let functions = [function.clone()];
    let back: Vec<Function> = f.call((&functions[..],))?.cast()?;
    assert!(ObjectRef::ptr_eq(back[0].as_object(), function.as_object()));
    Ok(())
}

#[test]
fn a_function_that_is_given_a_new_tensor_may_keep_it() -> Result<()> {
    let mut tensor = TensorMut::zeros(DType::F32, Device::cpu(), &[2])?;
    tensor.try_cpu_mut::<f32, 1>()?[[1]] = 2.0;
    let forward = Function::from_packed(|args: &[AnyView<'_>]| identity().call_packed(args));
    let kept: Tensor = forward.call((tensor,))?.cast()?;
    assert_eq!(elements::<f32>(&kept), [0.0, 2.0]);
    Ok(())
}
