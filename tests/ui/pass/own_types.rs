//! Types of the user's own as arguments, elements, and results.

use tvm_ffi::{Any, AnyView, ArrayRef, FfiType, FromAnyView, Function, IntoAny, Mismatch, Parameter, Result};

/// An owned type.
#[derive(tvm_ffi::SearchTensors)]
struct Celsius(f64);

impl FfiType for Celsius {
    const TAG: &'static tvm_ffi::TypeTag = f64::TAG;
}

impl<'a> FromAnyView<'a> for Celsius {
    type Holder = ();

    fn decode(view: AnyView<'a>, holder: &'a mut ()) -> Option<Self> {
        f64::decode(view, holder).map(Celsius)
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        f64::explain(view)
    }
}

impl IntoAny for Celsius {
    fn into_any(self) -> Any {
        self.0.into_any()
    }
}

impl Parameter for Celsius {
    type Item<'a> = Celsius;
}

/// A type that borrows, and holds something during the call.
struct Words<'a>(Vec<&'a str>);

impl FfiType for Words<'_> {
    const TAG: &'static tvm_ffi::TypeTag = &tvm_ffi::TypeTag::Named("words");
}

impl<'a> FromAnyView<'a> for Words<'a> {
    type Holder = <String as FromAnyView<'a>>::Holder;

    fn decode(view: AnyView<'a>, _: &'a mut Self::Holder) -> Option<Self> {
        view.cast_ref::<&str>().ok().map(|text| Words(text.split(' ').collect()))
    }

    fn explain(view: AnyView<'_>) -> Option<Mismatch> {
        <&str>::explain(view)
    }
}

#[tvm_ffi::export]
fn warmer(x: Celsius, #[default(Celsius(1.0))] by: Celsius) -> Celsius {
    Celsius(x.0 + by.0)
}

#[tvm_ffi::export]
fn warmest(
    values: Vec<Celsius>,
    others: ArrayRef<'_, Celsius>,
    one: Option<Celsius>,
) -> Result<Option<Celsius>> {
    let _ = (others, one);
    Ok(values.into_iter().max_by(|a, b| a.0.total_cmp(&b.0)))
}

#[tvm_ffi::export]
fn word_count(words: Words<'_>) -> usize {
    words.0.len()
}

#[tvm_ffi::export]
fn longest<'a>(words: Words<'a>) -> Option<&'a str> {
    words.0.into_iter().max_by_key(|word| word.len())
}

#[tvm_ffi::export]
fn warmer_function() -> Function {
    Function::new(|x: Celsius| Celsius(x.0 + 1.0))
}

#[test]
fn functions_stay_callable() {
    assert_eq!(warmer(Celsius(1.0), Celsius(2.0)).0, 3.0);
    assert_eq!(word_count(Words(vec!["a", "b"])), 2);
}
