//! Enums as parameters and results of exports and closures.

use tvm_ffi::{Any, Function, ObjectRef, Result, Tensor};

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
