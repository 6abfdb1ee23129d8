//! Exports written so that memory which is shared could pass for memory which is not. Each of them would see an element change
//! behind a reference of Rust's.

use std::sync::{Once, OnceLock};

use tvm_ffi::{
    Arguments, CpuView, CpuViewMut, Element, ErrorKind, FromAnyView, Function, Tensor, TensorView,
};

/// Names that usually stand for values without tensors.
mod named {
    pub(super) type Bytes<'a> = tvm_ffi::CpuView<'a, f32, 1>;
    pub(super) type Error<'a> = tvm_ffi::CpuViewMut<'a, f32, 1>;
    pub(super) type Str = tvm_ffi::Tensor;
    pub(super) type Vec<T> = Option<T>;
}

/// The first element of `x`, before and after all of `y` is written.
fn first_of(x: &CpuView<'_, f32, 1>, y: &mut CpuViewMut<'_, f32, 1>) -> (f32, f32) {
    let before = x[[0]];
    y.as_mut_slice().fill(7.0);
    (before, x[[0]])
}

#[tvm_ffi::export(global = "shared_memory.read")]
fn read(x: named::Bytes<'_>, mut y: CpuViewMut<'_, f32, 1>) -> (f32, f32) {
    first_of(&x, &mut y)
}

#[tvm_ffi::export(global = "shared_memory.written")]
fn written(x: CpuView<'_, f32, 1>, mut y: named::Error<'_>) -> (f32, f32) {
    first_of(&x, &mut y)
}

#[tvm_ffi::export(global = "shared_memory.owned")]
fn owned(x: named::Str, mut y: CpuViewMut<'_, f32, 1>) -> tvm_ffi::Result<(f32, f32)> {
    Ok(first_of(&x.view().try_cpu()?, &mut y))
}

#[tvm_ffi::export(global = "shared_memory.optional")]
fn optional(x: named::Vec<CpuView<'_, f32, 1>>, mut y: CpuViewMut<'_, f32, 1>) -> Option<(f32, f32)> {
    Some(first_of(&x?, &mut y))
}

#[tvm_ffi::export(global = "shared_memory.untyped")]
fn untyped(x: named::Vec<TensorView<'_>>, mut y: named::Error<'_>) -> tvm_ffi::Result<(f32, f32)> {
    let Some(x) = x else { return Ok((0.0, 0.0)) };
    Ok(first_of(&x.try_cpu()?, &mut y))
}

/// To a reader of the contract that takes the raw string for a common one, the brace ends early.
#[tvm_ffi::export(global = "shared_memory.in_raw_string")]
fn in_raw_string(
    x: CpuView<'_, f32, 1>,
    #[shape({ let _ = r"\"; { let _ = "});alias(x);shape({"; } 4 })] mut y: CpuViewMut<'_, f32, 1>,
) -> (f32, f32) {
    first_of(&x, &mut y)
}

/// The same, to a reader that takes what is between two labels for a character.
#[tvm_ffi::export(global = "shared_memory.in_label")]
#[rustfmt::skip]
#[allow(unused_braces)]
fn in_label(
    x: CpuView<'_, f32, 1>,
    #[shape({
        const fn alias(_: i64) {}
        const fn shape(x: i64) -> i64 { x }
        let x = 1;
        #[allow(unused_labels, unused_must_use, clippy::unnecessary_operation)] 'a:{('b:{0},);} ;alias(x);shape({4})
    })] mut y: CpuViewMut<'_, f32, 1>,
) -> (f32, f32) {
    first_of(&x, &mut y)
}

/// What a number is, or a tensor, as the instance of a generic function has it.
trait First {
    fn first(&self) -> f32;
}

impl First for i64 {
    fn first(&self) -> f32 {
        *self as f32
    }
}

impl First for TensorView<'_> {
    fn first(&self) -> f32 {
        self.try_cpu::<f32, 1>().map_or(0.0, |view| view[[0]])
    }
}

trait Chooses: Element {
    type Value<'a>: FromAnyView<'a> + First;
}

impl Chooses for f32 {
    type Value<'a> = i64;
}

impl Chooses for f64 {
    type Value<'a> = TensorView<'a>;
}

#[tvm_ffi::export(global = "shared_memory.by_instance", dispatch(T = [f32, f64]))]
fn by_instance<T: Chooses>(
    chooses: CpuView<'_, T, 0>,
    x: <T as Chooses>::Value<'_>,
    mut y: CpuViewMut<'_, f32, 1>,
) -> (f32, f32) {
    let (before, _) = (x.first(), chooses);
    y.as_mut_slice().fill(7.0);
    (before, x.first())
}

static KEPT: OnceLock<Tensor> = OnceLock::new();

#[tvm_ffi::export(global = "shared_memory.left_out")]
fn left_out(
    mut y: CpuViewMut<'_, f32, 1>,
    #[default(KEPT.get().expect("a tensor").view().try_cpu().expect("of float32"))] x: CpuView<'_, f32, 1>,
) -> (f32, f32) {
    first_of(&x, &mut y)
}

fn tensor() -> Tensor {
    // Who uses the runtime first registers all exports; the other tests wait for that.
    static FIRST: Once = Once::new();
    FIRST.call_once(|| drop(tvm_ffi::runtime()));
    Tensor::from_vec(vec![1f32, 2.0, 3.0, 4.0], &[4]).expect("it is small")
}

/// The result of an export, or the message of its error.
fn call(name: &str, args: impl Arguments) -> Result<(f32, f32), String> {
    let function = Function::get_global(&format!("shared_memory.{name}")).expect("it is registered");
    match function.call(args) {
        Ok(value) => Ok(value.cast().expect("two numbers")),
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::ValueError, "{error}");
            Err(error.message().into_owned())
        }
    }
}

#[test]
fn neither_names_of_types_nor_texts_of_contracts_hide_a_tensor() {
    for name in ["read", "written", "owned", "optional", "untyped", "in_raw_string", "in_label"] {
        assert_eq!(call(name, (&tensor(), &tensor())), Ok((1.0, 1.0)), "{name}");
        let shared = tensor();
        let message = call(name, (&shared, &shared)).expect_err(name);
        assert!(message.contains("argument #1 `y`: shares memory with argument #0 `x`"), "{message}");
    }
}

#[test]
fn instances_are_compared_as_what_they_are() {
    let f64s = Tensor::from_vec(vec![0f64], &[]).expect("it is small");
    let f32s = Tensor::from_vec(vec![0f32], &[]).expect("it is small");
    assert_eq!(call("by_instance", (&f32s, 3, &tensor())), Ok((3.0, 3.0)));
    assert_eq!(call("by_instance", (&f64s, &tensor(), &tensor())), Ok((1.0, 1.0)));
    // What is said of it is not the point: a message is about the first instance.
    let shared = tensor();
    let function = Function::get_global("shared_memory.by_instance").expect("it is registered");
    assert!(function.call((&f64s, &shared, &shared)).is_err());
    assert_eq!(shared.view().try_cpu::<f32, 1>().expect("of float32")[[0]], 1.0, "nothing was written");
}

#[test]
fn a_default_has_memory_of_its_own() {
    let kept = KEPT.get_or_init(tensor);
    assert_eq!(call("left_out", (&tensor(),)), Ok((1.0, 1.0)));
    let message = call("left_out", (kept,)).expect_err("shared");
    assert!(
        message.starts_with("left_out: a default violates the contract, or shares memory with an argument\n"),
        "{message}"
    );
    let message = call("left_out", (kept, kept)).expect_err("shared");
    assert!(message.contains("argument #0 `y`: shares memory with argument #1 `x`"), "{message}");
}
