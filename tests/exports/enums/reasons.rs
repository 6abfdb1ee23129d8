//! What the message says if a value is of the right type for several variants, and wrong for each.

use std::collections::BTreeMap;

use tvm_ffi::{Any, CpuView, CpuViewD, CudaView, FromAnyView, Parameter, Tensor};

#[derive(tvm_ffi::Union)]
enum Views<'a> {
    Row(CpuView<'a, f32, 1>),
    Ints(CpuView<'a, i32, 1>),
    Grid(CpuView<'a, f32, 2>),
    Device(CudaView<'a, f32, 1>),
    Number(f64),
    Text(String),
    None,
}

#[derive(tvm_ffi::Union)]
enum One<'a> {
    View(CpuViewD<'a, f32>),
    Number(f64),
    None,
}

fn tensor<T: tvm_ffi::Element>(values: Vec<T>, shape: &[i64]) -> Any {
    Any::new(Tensor::from_vec(values, shape).expect("it is small"))
}

/// The message about a value that is not a `T`.
fn said<T: for<'a> Parameter<Item<'a>: FromAnyView<'a>> + 'static>(value: &Any) -> String {
    let mut holder = Default::default();
    let error = value.as_view().cast_in::<T::Item<'_>>(&mut holder).err();
    error.expect("it is none of them").to_string()
}

#[test]
fn the_reasons_have_their_places() {
    let wrong = tensor(vec![1f64, 2.0], &[2]);
    assert_eq!(said::<One<'static>>(&wrong), "TypeError: dtype is float64, expected float32");
    assert_eq!(
        said::<Views<'static>>(&tensor(vec![1f32; 8], &[2, 2, 2])),
        "ValueError: ndim is 3, expected 1 (shape is [2, 2, 2]) or 2 (shape is [2, 2, 2])"
    );
    let right = tensor(vec![1f32, 2.0], &[2]);
    let reason = "dtype is float64, expected float32 or int32; or ndim is 1, expected 2 (shape is [2])";
    assert_eq!(
        said::<Vec<Views<'static>>>(&Any::new(vec![right.clone(), wrong.clone()])),
        format!("TypeError: element [1]: {reason}")
    );
    assert_eq!(said::<Option<Views<'static>>>(&wrong), format!("TypeError: {reason}"));
    let map = Any::new(BTreeMap::from([("a", right), ("b", wrong)]));
    assert_eq!(
        said::<BTreeMap<String, Views<'static>>>(&map),
        format!("TypeError: element [\"b\"]: {reason}")
    );
}

#[test]
fn other_variants_say_what_is_wrong_too() {
    #[derive(tvm_ffi::Union)]
    enum Numbers {
        Small(u8),
        Smaller(i8),
        Floats(Vec<f64>),
        Ints((i64, String)),
    }
    let said = |of: Any| of.cast::<Numbers>().err().expect("it is none of them").to_string();
    assert_eq!(
        said(Any::new(300i64)),
        "ValueError: 300 is out of range for u8, expected 0 to 255; or 300 is out of range for i8, expected -128 to 127"
    );
    assert_eq!(said(Any::new((1i64, None::<i64>))), "TypeError: element [1]: expected float | str, got None");
    assert_eq!(said(Any::new("x")), "TypeError: expected int | Array[float] | Tuple[int, str], got str");
    let _ =
        [Numbers::Small(1), Numbers::Smaller(1), Numbers::Floats(vec![]), Numbers::Ints((1, String::new()))];
}
