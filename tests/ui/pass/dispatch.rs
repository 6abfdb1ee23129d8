//! Generic functions, whose type parameters are chosen by the dtypes of tensors.

use std::ops::Add;

use tvm_ffi::prelude::*;
use tvm_ffi::{Complex, FromAnyView, IntoAny};

/// Values and tensors of the type, in arguments, defaults, and results.
#[tvm_ffi::export(dispatch(T = [f64, f32, i64]), global = "dispatch.sum")]
fn dispatch_sum<T>(
    x: Option<CpuView<'_, T, 1>>,
    #[default(T::default())] start: T,
    #[default(Vec::new())] more: Vec<T>,
) -> Result<T>
where
    T: Element + Add<Output = T> + Default + IntoAny + for<'a> FromAnyView<'a>,
{
    let x = x.iter().flat_map(|x| x.iter()).copied();
    Ok(x.chain(more).fold(start, |sum, x| sum + x))
}

type Matrix<'a, T> = CpuView<'a, T, 2>;
type Single = f32;

/// Types by other names, for the elements and for the views.
#[tvm_ffi::export(dispatch(T = [Single, tvm_ffi::half::f16, Bool8, Complex<f32>]), global = "dispatch.size")]
fn dispatch_size<T: Element>(
    #[shape(n, n)] x: Matrix<'_, T>,
    #[shape(n)] y: Option<Matrix1<'_, T>>,
) -> usize {
    let _ = y;
    x.numel() * size_of::<T>()
}

type Matrix1<'a, T> = CpuView<'a, T, 1>;

/// Lifetimes, a list of views, and a body that calls its own function for another type.
#[tvm_ffi::export(dispatch(T = [u8, u16]))]
pub fn dispatch_recursive<'a, T: Element>(
    #[shape(_)] x: CpuView<'a, T, 1>,
    others: Vec<CpuView<'_, T, 1>>,
    again: bool,
) -> &'a [i64] {
    if again {
        let bytes = Tensor::from_vec(vec![1u8], &[1]).unwrap();
        assert_eq!(dispatch_recursive(bytes.view().try_cpu::<u8, 1>().unwrap(), vec![], false), [1]);
    }
    drop(others);
    x.shape()
}

/// A list of views may choose too.
#[tvm_ffi::export(dispatch(T = [f32, i16]), global = "dispatch.list")]
fn dispatch_list<T: Element>(views: Vec<CpuView<'_, T, 1>>) -> usize {
    size_of::<T>() * views.len()
}

fn vector<T: Element>(elements: &[T]) -> Tensor {
    Tensor::from_slice(elements, &[elements.len() as i64]).unwrap()
}

fn call<R: for<'a> FromAnyView<'a>>(name: &str, arguments: &[Any]) -> Result<R> {
    let arguments: Vec<_> = arguments.iter().map(Any::as_view).collect();
    Function::get_global(name)?.call_packed(&arguments)?.cast()
}

#[test]
fn values_are_of_the_type_as_well() {
    let sum = |arguments: &[Any]| call::<f64>("dispatch.sum", arguments);
    assert_eq!(sum(&[Any::new(vector(&[1.5f32])), Any::new(1)]).unwrap(), 2.5);
    assert_eq!(sum(&[Any::new(vector(&[1i64])), Any::new(1), Any::new(vec![5])]).unwrap(), 7.0);
    let wrong = sum(&[Any::new(vector(&[1i64])), Any::new(1.5)]).unwrap_err();
    assert_eq!(
        wrong.message(),
        "dispatch_sum: argument #1 `start`: expected int, got float\n  \
         dispatch_sum[T: float64 | float32 | int64](x: Optional[Tensor([_], T)], start: int = ..., \
         more: Array[int] = [])"
    );
    let wrong = sum(&[Any::new(vector(&[1i64])), Any::new(1), Any::new(vec![1.5])]).unwrap_err();
    assert!(wrong.message().contains("argument #2 `more`[0]: expected int, got float"), "{wrong}");
    let wrong = sum(&[Any::new(vector(&[1u8])), Any::new(1.5)]).unwrap_err();
    assert!(
        wrong.message().contains("`x`: dtype is uint8, expected one of float64, float32, int64"),
        "{wrong}"
    );
    // Without a tensor, it is the first type.
    assert_eq!(sum(&[Any::new(()), Any::new(1.5)]).unwrap(), 1.5);
}

#[test]
fn lists_choose_by_their_first_tensor() {
    let list = |tensors: Vec<Tensor>| call::<usize>("dispatch.list", &[Any::new(tensors)]);
    assert_eq!(list(vec![vector(&[1i16]), vector(&[2i16, 3])]).unwrap(), 4);
    assert_eq!(list(vec![vector(&[1.0f32])]).unwrap(), 4);
    assert_eq!(list(vec![]).unwrap(), 0);
    let wrong = list(vec![vector(&[1i16]), vector(&[1.0f32])]).unwrap_err();
    assert!(
        wrong.message().contains("`views`[1]: dtype is float32, expected T = int16 (from `views`[0])"),
        "{wrong}"
    );
}

#[test]
fn names_of_types_are_seen_through() {
    let size = |x: Tensor| call::<usize>("dispatch.size", &[Any::new(x), Any::new(())]);
    assert_eq!(size(Tensor::from_vec(vec![0.0f32; 4], &[2, 2]).unwrap()).unwrap(), 16);
    assert_eq!(size(Tensor::from_vec(vec![Bool8::from(true)], &[1, 1]).unwrap()).unwrap(), 1);
    assert_eq!(size(Tensor::from_vec(vec![Complex { re: 0.0f32, im: 1.0 }], &[1, 1]).unwrap()).unwrap(), 8);
    let wrong = size(vector(&[1.0f64])).unwrap_err();
    assert!(wrong.message().contains("`x`: ndim is 1, expected 2"), "{wrong}");
}

#[test]
fn functions_stay_callable() {
    let words = vector(&[1u16, 2]);
    let words = words.view().try_cpu::<u16, 1>().unwrap();
    assert_eq!(dispatch_recursive(words, vec![words], true), [2]);
    // Nothing is chosen here: the type is what it is.
    assert_eq!(dispatch_sum::<i32>(None, 1, vec![]).unwrap(), 1);
    assert_eq!(dispatch_sum::<f32>(None, 1.0, vec![2.0]).unwrap(), 3.0);
}
