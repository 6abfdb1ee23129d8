//! The call token: when it is made, from which device, and the arguments of calls with one. The token of this test only
//! records how it was made.

use std::cell::RefCell;
use std::marker::PhantomData;
use std::sync::Once;

use tvm_ffi::__private::{Args, CallToken};
use tvm_ffi::prelude::*;
use tvm_ffi::reflect::TypeInfo;
use tvm_ffi::{Arguments, bail};

use crate::fabricated::Fabricated;

thread_local! {
    static EVENTS: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

fn happened(event: impl Into<String>) {
    EVENTS.with_borrow_mut(|events| events.push(event.into()));
}

/// The events since the last call of this function.
fn events() -> Vec<String> {
    EVENTS.take()
}

/// Replaces the token of the CUDA crate, which the macro recognises by its name.
struct Cuda<'call> {
    gpu: Option<i32>,
    call: PhantomData<&'call ()>,
}

// SAFETY: it counts the arguments and decodes none.
unsafe impl<'call> CallToken<'call> for Cuda<'call> {
    fn for_call(call: Args<'call>, gpu: Option<i32>) -> Result<Self> {
        happened(format!("token of {gpu:?} for {} arguments", call.count()));
        match gpu {
            Some(7) => bail!("there is no GPU 7"),
            Some(8) => panic!("GPU 8 is on fire"),
            gpu => Ok(Self { gpu, call: PhantomData }),
        }
    }

    fn gpu(&self) -> i32 {
        self.gpu.unwrap_or(0)
    }
}

/// A tensor on a GPU.
fn on(gpu: i32) -> Fabricated<'static> {
    Fabricated::new(&[4], Device::cuda(gpu))
}

/// The device numbers of the tokens that functions got.
#[tvm_ffi::export(global = "tokens.first")]
fn first(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, #[default(2)] times: i64) -> Option<i32> {
    happened(format!("first of {} {times} times", x.numel()));
    cx.gpu
}

#[tvm_ffi::export(global = "tokens.between")]
fn between<'a>(
    #[shape(n)] x: CudaView<'a, f32, 1>,
    /// Where the work goes.
    mut cx: Cuda<'a>,
    #[shape(n)] y: CudaViewMut<'_, f32, 1>,
) -> Result<Option<i32>> {
    happened(format!("between {} and {}", x.numel(), y.numel()));
    Ok(cx.gpu.take())
}

#[tvm_ffi::export(global = "tokens.passed_on")]
fn passed_on(cx: Cuda<'_>, x: CudaView<'_, f32, 1>, y: CudaViewMut<'_, f32, 1>) -> Result<Option<i32>> {
    between(x, cx, y)
}

#[tvm_ffi::export(global = "tokens.alone")]
fn alone(cx: Cuda<'_>) -> Option<i32> {
    cx.gpu
}

#[tvm_ffi::export(global = "tokens.optional_view")]
fn optional_view(#[default(None)] x: Option<TensorView<'_>>, cx: Cuda<'_>) -> (bool, Option<i32>) {
    (x.is_some(), cx.gpu)
}

#[tvm_ffi::export(global = "tokens.owned_tensor")]
fn owned_tensor(x: Tensor, cx: Cuda<'_>) -> Option<i32> {
    drop(x);
    cx.gpu
}

#[tvm_ffi::export(global = "tokens.listed")]
fn listed(xs: Vec<TensorView<'_>>, cx: Cuda<'_>) -> (usize, Option<i32>) {
    (xs.len(), cx.gpu)
}

#[tvm_ffi::export(global = "tokens.chosen", dispatch(T = [f32, f64]))]
fn chosen<T: Element>(x: CudaView<'_, T, 1>, n: i64, cx: Cuda<'_>) -> (String, i64, Option<i32>) {
    (x.dtype().to_string(), n, cx.gpu)
}

#[tvm_ffi::object("tokens.Solver", init)]
struct Solver {
    #[field]
    size: i64,
}

#[tvm_ffi::methods]
impl Solver {
    fn solve(&self, cx: Cuda<'_>, #[shape(n)] x: CudaView<'_, f32, 1>, n: i64) -> (i64, Option<i32>) {
        (self.size + n + x.numel() as i64, cx.gpu)
    }
    #[staticmethod]
    fn device(x: CudaView<'_, f32, 1>, cx: Cuda<'_>) -> Option<i32> {
        happened(format!("device of {}", x.numel()));
        cx.gpu
    }
}

fn call<R: for<'a> tvm_ffi::FromAnyView<'a>>(name: &str, args: impl Arguments) -> Result<R> {
    Function::get_global(&format!("tokens.{name}"))?.call(args)?.cast()
}

fn refusal(name: &str, args: impl Arguments) -> String {
    call::<Any>(name, args).expect_err("it is refused").to_string()
}

#[test]
fn it_is_made_last_and_is_not_an_argument() -> Result<()> {
    let [x, y] = [on(1), on(1).at(16)];
    assert_eq!(call::<Option<i32>>("first", (x.argument(),))?, Some(1));
    assert_eq!(events(), ["token of Some(1) for 1 arguments", "first of 4 2 times"]);
    assert_eq!(call::<Option<i32>>("first", (x.argument(), 3))?, Some(1));
    assert_eq!(call::<Option<i32>>("between", (x.argument(), y.argument()))?, Some(1));
    events();
    assert_eq!(
        refusal("first", (x.argument(), 3, 4)),
        "TypeError: first: expected 1 or 2 arguments, got 3\n  first(x: Tensor([_], float32, cuda), times: int = 2)"
    );
    assert_eq!(
        refusal("between", (x.argument(), 3)),
        "TypeError: between: argument #1 `y`: expected Tensor, got int\n  \
         between(x: Tensor([n], float32, cuda), y: Tensor([n], float32, cuda, inout))"
    );
    assert!(events().is_empty(), "there is no token for a call that is refused");
    Ok(())
}

#[test]
fn no_token_is_made_for_a_call_that_violates_its_contract() {
    let [x, y, long] = [on(1), on(2).at(16), Fabricated::new(&[5], Device::cuda(1)).at(16)];
    let signature = "\n  between(x: Tensor([n], float32, cuda), y: Tensor([n], float32, cuda, inout))";
    let cases = [
        (&long, "shape[0] is 5, expected n = 4 (from `x`.shape[0])"),
        (&y, "device is cuda:2, expected cuda:1 (from `x`)"),
        (&x, "shares memory with argument #0 `x`, expected memory of its own"),
    ];
    for (other, said) in cases {
        let expected = format!("ValueError: between: argument #1 `y`: {said}{signature}");
        assert_eq!(refusal("between", (x.argument(), other.argument())), expected);
    }
    assert!(events().is_empty());
}

#[test]
fn the_gpu_is_that_of_the_tensors() -> Result<()> {
    let (x, host) = (on(3), Tensor::from_vec(vec![1.0f32], &[1])?);
    assert_eq!(call::<Option<i32>>("alone", ())?, None);
    assert_eq!(call::<(bool, Option<i32>)>("optional_view", ())?, (false, None));
    assert_eq!(call::<(bool, Option<i32>)>("optional_view", (x.argument(),))?, (true, Some(3)));
    assert_eq!(call::<(bool, Option<i32>)>("optional_view", (&host,))?, (true, None));
    assert_eq!(call::<Option<i32>>("owned_tensor", (&host,))?, None);
    assert_eq!(call::<(usize, Option<i32>)>("listed", (vec![host.clone(), host],))?, (2, None));
    assert_eq!(
        call::<(String, i64, Option<i32>)>("chosen", (x.argument(), 5))?,
        ("float32".to_owned(), 5, Some(3))
    );
    Ok(())
}

#[test]
fn an_error_of_the_token_names_the_function() {
    let (x, burning) = (on(7), on(8));
    let error = call::<Any>("first", (x.argument(),)).expect_err("there is none");
    assert_eq!(error.to_string(), "RuntimeError: there is no GPU 7");
    assert!(error.traceback().contains("tokens.rs"), "{}", error.traceback());
    static QUIET: Once = Once::new();
    QUIET.call_once(|| std::panic::set_hook(Box::new(|_| {})));
    assert!(refusal("first", (burning.argument(),)).contains("GPU 8 is on fire"));
    assert_eq!(events().len(), 2, "the function did not run");
}

#[test]
fn methods_may_have_a_token() -> Result<()> {
    let x = on(2);
    let solver = Ref::new(Solver { size: 10 });
    let class = TypeInfo::of::<Solver>()?;
    let method = |name: &str| class.method(name).expect("there is one").function();
    let solved: (i64, Option<i32>) = method("solve")?.call((&solver, x.argument(), 4))?.cast()?;
    assert_eq!(solved, (18, Some(2)));
    let device: Option<i32> = method("device")?.call((x.argument(),))?.cast()?;
    assert_eq!(device, Some(2));
    Ok(())
}

#[test]
fn callers_in_rust_pass_their_token() -> Result<()> {
    let [x, y, long] = [on(1), on(1).at(16), Fabricated::new(&[5], Device::cuda(1)).at(16)];
    assert_eq!(call::<Option<i32>>("passed_on", (x.argument(), y.argument()))?, Some(1));
    events();
    let said = refusal("passed_on", (x.argument(), long.argument()));
    let expected = "between: argument #1 `y`: shape[0] is 5, expected n = 4 (from `x`.shape[0])";
    assert!(said.contains(expected), "{said}");
    assert_eq!(events(), ["token of Some(1) for 2 arguments"]);
    Ok(())
}
