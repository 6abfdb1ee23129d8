//! Enums as parameters and results of exports and closures.

use tvm_ffi::{
    Any, CpuView, CpuViewMut, Function, List, ObjectRef, Result, SliceTensor, SliceTensorMut, Tensor,
    TensorView,
};

#[derive(tvm_ffi::Union)]
enum Text<'a> {
    Characters(&'a str),
    Bytes(&'a [u8]),
    Parts(Vec<Text<'a>>),
}

fn length(text: &Text<'_>) -> usize {
    match text {
        Text::Characters(text) => text.chars().count(),
        Text::Bytes(bytes) => bytes.len(),
        Text::Parts(parts) => parts.iter().map(length).sum(),
    }
}

#[test]
fn a_union_borrows_for_the_call() -> Result<()> {
    let function = Function::new(|text: Text<'_>| length(&text));
    let parts = Any::new(("äb", b"cde".as_slice(), vec!["f"]));
    assert_eq!(function.call((&parts,))?.cast::<usize>()?, 6);
    assert_eq!(function.call(("äöü",))?.cast::<usize>()?, 3);
    let error = function.call((1i64,)).expect_err("it is not text");
    assert_eq!(error.message(), "<closure>: argument #0: expected str | bytes | Array[...], got int");
    Ok(())
}

#[derive(tvm_ffi::Union)]
enum Source<'a> {
    Floats(CpuView<'a, f32, 1>),
    Any(TensorView<'a>),
    Several(Vec<TensorView<'a>>),
    Number(f32),
}

#[tvm_ffi::export(name = "tests.first_of")]
fn first_of(source: Source<'_>) -> String {
    match source {
        Source::Floats(view) => format!("floats {:?}", view.as_slice()),
        Source::Any(view) => format!("tensor {:?}", view.dtype()),
        Source::Several(views) => format!("{} tensors", views.len()),
        Source::Number(number) => format!("number {number}"),
    }
}

#[tvm_ffi::export(name = "tests.fill")]
fn fill(source: Source<'_>, mut out: CpuViewMut<'_, f32, 1>) -> usize {
    out.as_mut_slice().fill(1.0);
    match source {
        Source::Several(views) => views.len(),
        _ => 0,
    }
}

#[test]
fn a_union_of_tensors_is_a_view() -> Result<()> {
    // A function item names one lifetime; a closure takes any.
    let function = Function::new(|source: Source<'_>| first_of(source));
    let floats = Tensor::from_vec(vec![1.0f32, 2.0], &[2])?;
    let ints = Tensor::from_vec(vec![1i64], &[1])?;
    assert_eq!(function.call((&Any::new(ints.clone()),))?.cast::<String>()?, "tensor int64");
    assert_eq!(function.call((2i64,))?.cast::<String>()?, "number 2");
    assert_eq!(function.call((vec![floats.clone(), ints.clone()],))?.cast::<String>()?, "2 tensors");
    let list = List::from_iter([floats, ints]);
    assert_eq!(function.call((list,))?.cast::<String>()?, "2 tensors");
    let slice = SliceTensor::new(&[1.0f32], [1])?;
    assert_eq!(first_of(Source::Floats(slice.view())), "floats [1.0]");
    Ok(())
}

#[test]
fn an_object_in_a_union_is_returned_unchanged() -> Result<()> {
    #[derive(tvm_ffi::Union)]
    enum Either {
        Tensor(Tensor),
        Object(ObjectRef),
    }
    let function = Function::new(|either: Either| either);
    let object = Any::new(vec![1i64]).try_into_object().expect("an array is an object");
    let back: ObjectRef = function.call((object.clone(),))?.cast()?;
    assert!(ObjectRef::ptr_eq(&object, &back));
    let tensor = Tensor::from_vec(vec![1.0f32], &[1])?;
    let back: Either = function.call((tensor.clone(),))?.cast()?;
    let Either::Tensor(back) = back else { panic!("a tensor is a tensor") };
    assert_eq!(back.shape(), tensor.shape());
    Ok(())
}

#[test]
fn exports_stay_callable() -> Result<()> {
    let mut out = [0.0f32; 2];
    assert_eq!(fill(Source::Number(1.0), SliceTensorMut::new(&mut out, [2])?.view_mut()), 0);
    assert_eq!(out, [1.0, 1.0]);
    Ok(())
}
