//! The dependency is called `ffi`, so the path `::tvm_ffi` does not exist. The macros find the name, and the option `crate` takes precedence.

ffi::python_module!(renamed);
ffi::torch_namespace!("renamed");

#[ffi::export(name = "renamed.scale", global)]
fn scale(x: f64, #[default(2.0)] factor: f64) -> ffi::Result<f64> {
    ffi::ensure!(factor > 0.0, ValueError, "expected a positive factor, got {factor}");
    Ok(x * factor)
}

#[ffi::export(name = "renamed.sum")]
fn sum(#[shape(n)] x: ffi::CpuView<'_, f64, 1>, n: usize) -> f64 {
    x.iter().take(n).sum()
}

/// With the option.
#[ffi::export(crate = "::ffi", name = "renamed.count")]
fn count(args: &[ffi::AnyView<'_>]) -> usize {
    args.len()
}

#[ffi::object("renamed.Value", init)]
struct Value {
    #[field(default = 1)]
    number: i64,
}

#[ffi::methods]
impl Value {
    fn doubled(&self) -> i64 {
        2 * self.number
    }
}

#[derive(ffi::Union)]
enum Either<'a> {
    Number(f64),
    Text(&'a str),
}

#[derive(ffi::StrEnum)]
enum Mode {
    Slow,
    Fast,
}

#[ffi::export(name = "renamed.length")]
fn length(either: Either<'_>, mode: Mode) -> usize {
    match (either, mode) {
        (Either::Text(text), Mode::Fast) => text.len(),
        (Either::Text(text), Mode::Slow) => text.chars().count(),
        (Either::Number(_), _) => 1,
    }
}

ffi::import! {
    #[global = "renamed.scale"]
    fn scaled(x: f64) -> ffi::Result<f64>;
}

/// Passed by value.
#[derive(Clone, Copy, ffi::cuda::KernelParam)]
#[repr(C)]
struct Extent {
    n: i64,
}

ffi::cuda::kernels! {
    cubin "../../ui/cuda/images/kernels.sm80.cubin";
    static ADD: fn(ffi::cuda::Ptr<f32>, ffi::cuda::PtrMut<f32>, i64) = "vadd";
}

#[ffi::on_load]
fn prepare() {}

#[test]
fn functions_stay_callable() {
    assert_eq!(scale(1.0, 2.0).ok(), Some(2.0));
    assert_eq!(count(&[]), 0);
    assert_eq!(Value { number: 2 }.doubled(), 4);
    assert_eq!(length(Either::Text("ab"), Mode::Fast) + length(Either::Number(1.0), Mode::Slow), 3);
    let _ = (scaled as fn(f64) -> _, Extent { n: 1 }.n, ADD.name(), sum as fn(_, _) -> _, prepare as fn());
}
