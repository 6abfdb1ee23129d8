//! `returns(...)`: the returned tensors are checked, for callers through the runtime and in Rust.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tvm_ffi::prelude::*;
use tvm_ffi::{Arguments, Function};

use crate::fabricated::Fabricated;

fn made(dtype: &str, shape: &[i64]) -> Result<Tensor> {
    Tensor::zeros(dtype.parse()?, Device::cpu(), shape)
}

/// A tensor of the shape and dtype in the arguments.
#[tvm_ffi::export(global = "returns.one", returns(shape(n, 2 * d, 3), dtype(f32), device(cpu)))]
fn one(#[shape(n, d)] x: CpuView<'_, f32, 2>, dtype: &str, made_of: &[i64]) -> Result<Tensor> {
    let _ = x;
    made(dtype, made_of)
}

#[tvm_ffi::export(global = "returns.batched", returns(shape(batch.., d, 1), dtype(f32, f64)))]
fn batched(#[shape(batch.., d)] x: CpuViewD<'_, f32>, made_of: Vec<i64>) -> Result<Option<Tensor>> {
    let _ = x;
    if made_of.is_empty() { Ok(None) } else { made("float64", &made_of).map(Some) }
}

type Pair = (Tensor, i64, Option<TensorMut>);

#[tvm_ffi::export(global = "returns.pair", returns((shape(_, n)), _, (shape(n % 2), dtype(i64))))]
fn pair(n: usize, first: Vec<i64>, last: Option<Vec<i64>>) -> Result<Pair> {
    let _ = n;
    let last = last.map(|last| TensorMut::zeros(DType::I64, Device::cpu(), &last)).transpose()?;
    Ok((made("int8", &first)?, 1, last))
}

const ROWS: usize = 2;

#[tvm_ffi::export(global = "returns.of_elements", dispatch(T = [f32, f64]), returns(shape({ROWS}, n), dtype(T)))]
fn of_elements<T: Element>(#[shape(n)] x: CpuView<'_, T, 1>, dtype: &str) -> Result<Tensor> {
    made(dtype, &[2, x.shape()[0]])
}

#[tvm_ffi::export(global = "returns.without_tensors", returns(shape(rows, columns)))]
fn without_tensors(rows: i64, columns: i64, #[default(0)] more: i64) -> Result<Tensor> {
    made("bool", &[rows, columns + more])
}

fn on_cpu(x: CpuView<'_, f32, 1>, extent: i64) -> Result<Tensor> {
    let _ = x;
    made("float32", &[extent])
}

#[tvm_ffi::export(global = "returns.on_gpu", cpu = on_cpu, returns(shape(n), device(cuda)))]
fn on_gpu(#[shape(n)] x: CudaView<'_, f32, 1>, extent: i64) -> Result<Tensor> {
    let _ = x;
    made("float32", &[extent])
}

fn call(name: &str, args: impl Arguments) -> Result<Option<Vec<i64>>, String> {
    let called = Function::get_global(name).and_then(|function| function.call(args));
    match called {
        Ok(value) => Ok(value.cast::<Tensor>().ok().map(|tensor| tensor.shape().to_vec())),
        Err(error) => Err(format!("{}: {}", error.kind(), error.message())),
    }
}

/// The message of a panic.
fn panicked<R>(call: impl FnOnce() -> R) -> String {
    let payload = catch_unwind(AssertUnwindSafe(call)).err().expect("the result is refused");
    payload.downcast_ref::<String>().expect("it is text").clone()
}

const ONE: &str =
    "one(x: Tensor([n, d], float32), dtype: str, made_of: Shape) -> Tensor([n, 2 * d, 3], float32, cpu)";

#[test]
fn a_wrong_tensor_is_an_error() {
    let x = made("float32", &[4, 5]).expect("it can be made");
    let call = |dtype: &str, of: &[i64]| call("returns.one", (&x, dtype, of));
    assert_eq!(call("float32", &[4, 10, 3]), Ok(Some(vec![4, 10, 3])));
    for (dtype, shape, expected) in [
        (
            "float32",
            &[4, 7, 3][..],
            "ValueError: one: returned tensor: shape[1] is 7, expected 2 * d = 10 (d = 5 from `x`.shape[1])",
        ),
        (
            "float32",
            &[3, 10, 3],
            "ValueError: one: returned tensor: shape[0] is 3, expected n = 4 (from `x`.shape[0])",
        ),
        ("float32", &[4, 10, 2], "ValueError: one: returned tensor: shape[2] is 2, expected 3"),
        ("float32", &[4], "ValueError: one: returned tensor: ndim is 1, expected 3 (shape is [4])"),
        ("int32", &[4, 10, 3], "TypeError: one: returned tensor: dtype is int32, expected float32"),
    ] {
        assert_eq!(call(dtype, shape), Err(format!("{expected}\n  {ONE}")));
    }
    assert!(call("nonsense", &[1]).is_err_and(|error| error.contains("nonsense")));
}

#[test]
fn a_call_from_rust_panics_with_the_same_message() {
    let x = made("float32", &[4, 5]).expect("it can be made");
    let view = || x.view().try_cpu::<f32, 2>().expect("it is one");
    assert_eq!(one(view(), "float32", &[4, 10, 3]).expect("it is returned").shape(), [4, 10, 3]);
    assert!(one(view(), "nonsense", &[]).is_err());
    assert_eq!(
        panicked(|| one(view(), "float32", &[4, 9, 3])),
        format!(
            "one: returned tensor: shape[1] is 9, expected 2 * d = 10 (d = 5 from `x`.shape[1])\n  {ONE}"
        )
    );
    assert!(
        panicked(|| pair(3, vec![1, 2], None)).contains("tuple[0]: shape[1] is 2, expected n = 3 (from `n`)")
    );
    let batch = made("float32", &[2, 3]).expect("it can be made");
    let batch = || batch.view().try_cpu_dyn::<f32>().expect("it is one");
    assert!(batched(batch(), vec![2, 3, 1]).expect("it is returned").is_some());
    assert!(
        panicked(|| batched(batch(), vec![3, 3, 1])).contains("expected batch = [2] (from `x`.shape[0..1])")
    );
}

#[test]
fn a_result_may_have_the_rest_of_an_argument() {
    let x = made("float32", &[2, 3, 4]).expect("it can be made");
    let call = |of: Vec<i64>| call("returns.batched", (&x, of));
    assert_eq!(call(vec![2, 3, 4, 1]), Ok(Some(vec![2, 3, 4, 1])));
    assert_eq!(call(vec![]), Ok(None), "an absent tensor is not checked");
    let signature = "batched(x: Tensor([batch.., d], float32), made_of: Array[int]) -> \
                     Optional[Tensor([batch.., d, 1], float32 | float64)]";
    for (shape, expected) in [
        (vec![2, 9, 4, 1], "shape[0..2] is [2, 9], expected batch = [2, 3] (from `x`.shape[0..2])"),
        (vec![2, 3, 9, 1], "shape[2] is 9, expected d = 4 (from `x`.shape[-1])"),
        (vec![1], "ndim is 1, expected 2 or more (shape is [1])"),
    ] {
        assert_eq!(
            call(shape),
            Err(format!("ValueError: batched: returned tensor: {expected}\n  {signature}"))
        );
    }
}

#[test]
fn each_element_of_a_tuple_has_a_group() {
    let call = |n: usize, first: &[i64], last: Option<&[i64]>| {
        call("returns.pair", (n, first.to_vec(), last.map(<[i64]>::to_vec)))
    };
    assert_eq!(call(4, &[9, 4], Some(&[4])), Ok(None));
    assert_eq!(call(3, &[9, 3], None), Ok(None));
    let signature = "pair(n: int, first: Array[int], last: Optional[Array[int]] ) -> ";
    let signature = signature.replace(" )", ")");
    let signature = format!("{signature}Tuple[Tensor([_, n]), int, Optional[Tensor([n % 2], int64)]]");
    for (n, first, last, expected) in [
        (4, &[9, 5], None, "tuple[0]: shape[1] is 5, expected n = 4 (from `n`)"),
        (4, &[9, 4], Some(&[5][..]), "tuple[2]: shape[0] is 5, expected n = 4 (from `n`)"),
        (3, &[9, 3], Some(&[3]), "tuple[2]: shape[0] is 3, expected a multiple of 2"),
    ] {
        assert_eq!(
            call(n, first, last),
            Err(format!("ValueError: pair: returned {expected}\n  {signature}"))
        );
    }
}

#[test]
fn the_dtype_is_that_of_the_instance() {
    let x = made("float64", &[3]).expect("it can be made");
    assert_eq!(call("returns.of_elements", (&x, "float64")), Ok(Some(vec![2, 3])));
    assert_eq!(
        call("returns.of_elements", (&x, "float32")),
        Err("TypeError: of_elements: returned tensor: dtype is float32, expected T = float64 (from `x`)\n  \
             of_elements[T: float32 | float64](x: Tensor([n], T), dtype: str) -> Tensor([ROWS, n], T)"
            .to_owned())
    );
}

#[test]
fn integers_are_symbols() {
    assert_eq!(call("returns.without_tensors", (2, 3)), Ok(Some(vec![2, 3])));
    assert_eq!(
        call("returns.without_tensors", (2, 3, 1)),
        Err("ValueError: without_tensors: returned tensor: shape[1] is 4, expected columns = 3 (from `columns`)\n  \
             without_tensors(rows: int, columns: int, more: int = 0) -> Tensor([rows, columns])"
            .to_owned())
    );
}

#[test]
fn the_device_is_that_of_the_function_that_ran() {
    let x = made("float32", &[3]).expect("it can be made");
    assert_eq!(call("returns.on_gpu", (&x, 3)), Ok(Some(vec![3])));
    let signature = "on_gpu(x: Tensor([n], float32, cuda | cpu), extent: int) -> Tensor([n], cuda)";
    assert_eq!(
        call("returns.on_gpu", (&x, 4)),
        Err(format!(
            "ValueError: on_gpu: returned tensor: shape[0] is 4, expected n = 3 (from `x`.shape[0])\n  {signature}"
        ))
    );
    let gpu = Fabricated::new(&[3], Device::cuda(0));
    assert_eq!(
        call("returns.on_gpu", (gpu.argument(), 3)),
        Err(format!("ValueError: on_gpu: returned tensor: device is cpu:0, expected cuda\n  {signature}"))
    );
}

/// A class whose methods declare what they return.
#[tvm_ffi::object("returns.Maker", init)]
struct Maker {
    #[field]
    columns: i64,
}

impl Maker {
    const ROWS: usize = 2;
}

#[tvm_ffi::methods]
impl Maker {
    #[method(name = "made", returns(shape({Self::ROWS}, rows)))]
    fn made_by(&self, rows: i64) -> Result<Tensor> {
        made("float32", &[2, self.columns + rows - rows])
    }
}

#[test]
fn methods_declare_what_they_return() {
    let maker = Ref::new(Maker { columns: 3 });
    assert_eq!(maker.made_by(3).expect("it is returned").shape(), [2, 3]);
    assert_eq!(
        panicked(|| maker.made_by(4)),
        "returns.Maker.made: returned tensor: shape[1] is 3, expected rows = 4 (from `rows`)\n  \
         returns.Maker.made(rows: int) -> Tensor([ROWS, rows])"
            .replace("[ROWS", "[Maker::ROWS")
    );
}
