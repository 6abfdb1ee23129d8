//! CPU fallbacks: the device of the tensors chooses one of two functions. No GPU is needed: the functions for a GPU only return that they
//! were called.

use tvm_ffi::prelude::*;
use tvm_ffi::{Arguments, FromAnyView};

use crate::fabricated::Fabricated;

mod host {
    use super::*;

    pub(super) fn axpy(
        alpha: f64,
        bias: Option<CpuView<'_, f32, 1>>,
        x: CpuView<'_, f32, 1>,
        mut y: CpuViewMut<'_, f32, 1>,
    ) -> Result<&'static str> {
        ensure!(alpha != 0.0, ValueError, "alpha is zero");
        let bias = bias.map_or(0.0, |bias| bias[[0]]);
        for (y, x) in y.iter_mut().zip(x.as_slice()) {
            *y += alpha as f32 * x + bias;
        }
        Ok("cpu")
    }

    pub(super) fn fill<T: Element + From<i8>>(
        mut x: CpuViewMut<'_, T, 2, Strided>,
        with: i8,
    ) -> &'static str {
        for x in x.iter_mut() {
            *x = T::from(with);
        }
        "cpu"
    }
}

/// Adds `alpha * x + bias` to `y`.
#[tvm_ffi::export(global = "cpu_fallbacks.axpy", cpu = host::axpy)]
fn axpy(
    alpha: f64,
    #[shape(1)] bias: Option<CudaView<'_, f32, 1>>,
    #[shape(n)] x: CudaView<'_, f32, 1>,
    #[shape(n)] y: CudaViewMut<'_, f32, 1>,
) -> Result<&'static str> {
    let _ = (alpha, bias, x, y);
    Ok("cuda")
}

#[tvm_ffi::export(global = "cpu_fallbacks.fill", dispatch(T = [f32, f64]), cpu = host::fill)]
fn fill<T: Element + From<i8>>(
    #[strides(_, 1)] x: CudaViewMut<'_, T, 2, Strided>,
    #[default(3)] with: i8,
) -> &'static str {
    let _ = (x, with);
    "cuda"
}

type Image<'a, T> = CudaView<'a, T, 1>;

fn count_on_cpu(
    images: Vec<CpuView<'_, f32, 1>>,
    extra: Option<CpuView<'_, f32, 1>>,
    meta: TensorView<'_>,
) -> (&'static str, usize) {
    let _ = meta;
    ("cpu", images.len() + usize::from(extra.is_some()))
}

/// Views in lists, and a type alias of a view.
#[tvm_ffi::export(global = "cpu_fallbacks.count", cpu = count_on_cpu)]
fn count(
    images: Vec<CudaView<'_, f32, 1>>,
    extra: Option<Image<'_, f32>>,
    meta: TensorView<'_>,
) -> (&'static str, usize) {
    let _ = meta;
    ("cuda", images.len() + usize::from(extra.is_some()))
}

fn call<R: for<'a> FromAnyView<'a>>(name: &str, args: impl Arguments) -> Result<R> {
    Function::get_global(&format!("cpu_fallbacks.{name}"))?.call(args)?.cast()
}

fn refusal(name: &str, args: impl Arguments) -> String {
    let error = call::<Any>(name, args).expect_err("it is refused").to_string();
    error.lines().next().unwrap_or_default().to_owned()
}

/// A tensor as an argument of a call.
macro_rules! lend {
    ($tensor:expr) => {
        // SAFETY: the functions keep no tensor, and write only their outputs, which no other code uses.
        unsafe { $tensor.view().lend() }
    };
}

fn host(values: &[f32]) -> Result<Tensor> {
    Tensor::from_vec(values.to_vec(), &[values.len() as i64])
}

#[test]
fn the_first_tensor_in_cuda_memory_or_host_memory_chooses() -> Result<()> {
    let (x, mut y) = (host(&[1.0, 2.0])?, [10.0f32, 20.0]);
    let written = SliceTensorMut::new(&mut y, [2])?;
    assert_eq!(call::<String>("axpy", (2.0, (), lend!(x), lend!(written)))?, "cpu");
    assert_eq!(y, [12.0, 24.0]);
    let (bias, written) = (host(&[0.5])?, SliceTensorMut::new(&mut y, [2])?);
    assert_eq!(call::<String>("axpy", (1.0, lend!(bias), lend!(x), lend!(written)))?, "cpu");
    assert_eq!(y, [13.5, 26.5]);
    let [a, b, c] = [(0, 1), (16, 4), (64, 4)].map(|(at, n)| Fabricated::new(&[n], Device::cuda(0)).at(at));
    assert_eq!(call::<String>("axpy", (2.0, (), lend!(b), lend!(c)))?, "cuda");
    assert_eq!(call::<String>("axpy", (2.0, lend!(a), lend!(b), lend!(c)))?, "cuda");
    Ok(())
}

#[test]
fn an_error_of_the_fallback_names_the_function() -> Result<()> {
    let (x, mut y) = (host(&[1.0])?, [1.0f32]);
    let y = SliceTensorMut::new(&mut y, [1])?;
    let args = (0.0, (), lend!(x), lend!(y));
    let error = call::<Any>("axpy", args).expect_err("it is refused");
    assert_eq!(error.to_string(), "ValueError: alpha is zero");
    assert!(error.traceback().contains("axpy"), "{}", error.traceback());
    Ok(())
}

#[test]
fn all_tensors_are_on_the_device_of_the_first() -> Result<()> {
    let on = |device| Fabricated::new(&[4], device);
    let [gpu, other, cpu, rocm] = [
        on(Device::cuda(0)),
        on(Device::cuda(1)).at(64),
        on(Device::cpu()).at(128),
        on("rocm:0".parse()?).at(256),
    ];
    let cases = [
        (&gpu, &cpu, "#3 `y`: device is cpu:0, expected cuda:0 (from `x`)"),
        (&cpu, &gpu, "#3 `y`: device is cuda:0, expected cpu:0 (from `x`)"),
        (&gpu, &other, "#3 `y`: device is cuda:1, expected cuda:0 (from `x`)"),
        (&rocm, &gpu, "#2 `x`: device is rocm:0, expected one of cuda, cpu"),
        (&cpu, &rocm, "#3 `y`: device is rocm:0, expected one of cuda, cpu"),
    ];
    for (x, y, said) in cases {
        let expected = format!("ValueError: axpy: argument {said}");
        assert_eq!(refusal("axpy", (1.0, (), lend!(x), lend!(y))), expected);
    }
    let bias = Fabricated::new(&[1], Device::cpu());
    assert_eq!(
        refusal("axpy", (1.0, lend!(bias), lend!(gpu), lend!(other))),
        "ValueError: axpy: argument #2 `x`: device is cuda:0, expected cpu:0 (from `bias`)"
    );
    Ok(())
}

#[test]
fn both_functions_check_the_same_contract() -> Result<()> {
    for device in [Device::cuda(0), Device::cpu()] {
        let [x, long] = [4, 5].map(|n| Fabricated::new(&[n], device));
        let x_again = Fabricated::new(&[4], device).at(4);
        assert_eq!(
            refusal("axpy", (1.0, (), lend!(x), lend!(long))),
            "ValueError: axpy: argument #3 `y`: shape[0] is 5, expected n = 4 (from `x`.shape[0])"
        );
        assert_eq!(
            refusal("axpy", (1.0, (), lend!(x), lend!(x_again))),
            "ValueError: axpy: argument #3 `y`: shares memory with argument #2 `x`, expected memory of its own"
        );
        assert_eq!(refusal("axpy", (1.0, (), lend!(x))), "TypeError: axpy: expected 4 arguments, got 3");
        assert_eq!(
            refusal("axpy", ("1", (), lend!(x), lend!(long))),
            "TypeError: axpy: argument #0 `alpha`: expected float, got str"
        );
    }
    Ok(())
}

#[test]
fn dispatch_chooses_in_both_functions() -> Result<()> {
    let mut wide = [0.0f64; 4];
    let written = SliceTensorMut::new(&mut wide, [2, 2])?;
    assert_eq!(call::<String>("fill", (lend!(written),))?, "cpu");
    assert_eq!(wide, [3.0; 4]);
    let x = Fabricated::new(&[2, 2], Device::cuda(0));
    assert_eq!(call::<String>("fill", (lend!(x), 4))?, "cuda");
    let bytes = Tensor::from_vec(vec![1u8; 4], &[2, 2])?;
    assert_eq!(
        refusal("fill", (lend!(bytes),)),
        "TypeError: fill: argument #0 `x`: dtype is uint8, expected one of float32, float64"
    );
    Ok(())
}

#[test]
fn valid_strides_in_rare_forms_are_accepted() -> Result<()> {
    // A dimension of extent 1 may have any stride, which only the slow path of the shim accepts.
    let mut values = [0.0f32; 2];
    let mut strides = [7, 1];
    for device in [Device::cuda(0), Device::cpu()] {
        let x = Fabricated::new(&[1, 2], device).strides(&mut strides).of(&mut values);
        let expected = if device.is_cpu() { "cpu" } else { "cuda" };
        assert_eq!(call::<String>("fill", (lend!(x),))?, expected);
    }
    assert_eq!(values, [3.0; 2]);
    Ok(())
}

#[test]
fn tensors_in_lists_and_options_choose_too() -> Result<()> {
    let (x, gpu) = (host(&[1.0])?, Fabricated::new(&[4], Device::cuda(0)));
    let one = || vec![x.clone()];
    let empty = Vec::<Tensor>::new;
    let counted =
        |args: &dyn Fn() -> Result<(String, usize)>| args().map(|(side, count)| format!("{side} {count}"));
    let (cpu, cuda) = (|| lend!(x), || lend!(gpu));
    assert_eq!(counted(&|| call("count", (vec![x.clone(), x.clone()], (), cuda())))?, "cpu 2");
    assert_eq!(counted(&|| call("count", (one(), cpu(), cuda())))?, "cpu 2");
    assert_eq!(counted(&|| call("count", (empty(), cpu(), cuda())))?, "cpu 1");
    assert_eq!(counted(&|| call("count", (empty(), cuda(), cpu())))?, "cuda 1");
    // Without a tensor, the exported function is called, not the fallback.
    assert_eq!(counted(&|| call("count", (empty(), (), cpu())))?, "cuda 0");
    assert_eq!(
        refusal("count", (one(), cuda(), cpu())),
        "ValueError: count: argument #1 `extra`: device is cuda:0, expected cpu:0 (from `images`[0])"
    );
    let list = List::from_iter(one());
    assert_eq!(counted(&|| call("count", (list.clone(), (), cpu())))?, "cpu 1");
    Ok(())
}

#[test]
fn the_signature_lists_both_devices() {
    let error = call::<Any>("axpy", ()).expect_err("it is refused").to_string();
    assert_eq!(
        error.lines().nth(1),
        Some(
            "  axpy(alpha: float, bias: Optional[Tensor([1], float32, cuda | cpu)], x: Tensor([n], float32, cuda | cpu), \
             y: Tensor([n], float32, cuda | cpu, inout))"
        )
    );
}
