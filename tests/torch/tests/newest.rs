//! Operators with the functions of the newest PyTorch.

#![deny(warnings)]

use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use tvm_ffi_torch_tests::{Device, Register, Shim, Slot, TensorHandle, dtype, slot, tensor_in};

/// The library, for one test at a time: it counts for the whole process.
struct Locked(MutexGuard<'static, Shim>);

impl Deref for Locked {
    type Target = Shim;

    fn deref(&self) -> &Shim {
        &self.0
    }
}

impl Drop for Locked {
    fn drop(&mut self) {
        // A thread keeps the last error of an operator, also when it ends. So the test takes it.
        drop(Register::reraise());
    }
}

fn shim() -> Locked {
    static SHIM: OnceLock<Mutex<Shim>> = OnceLock::new();
    let shim = SHIM.get_or_init(|| {
        let shim = Shim::load(env!("SHIM_NEWEST"));
        // What PyTorch keeps of its library with CUDA.
        core::mem::forget(Shim::load(env!("SHIM_CUDA")));
        Register::register("tests").expect("the operators are registered");
        Mutex::new(shim)
    });
    Locked(shim.lock().unwrap_or_else(PoisonError::into_inner))
}

/// Makes the inputs, calls the operator, and checks that each input was deleted once.
fn call(
    shim: &Shim,
    name: &str,
    results: usize,
    inputs: impl Fn(&Shim) -> Vec<Slot>,
) -> Result<Vec<TensorHandle>, String> {
    let (live, mistakes) = (shim.live(), shim.mistakes());
    shim.fail_at(0);
    let found = shim.call(name, "CPU", &inputs(shim), results);
    let kept = found.as_ref().map_or(0, Vec::len) as i32;
    assert_eq!(shim.live() - live, 2 * kept, "handles and tensors that are left by {name}");
    assert_eq!(shim.mistakes(), mistakes, "{name}");
    found
}

/// Lets each of the library's functions that a call makes fail in turn. The operator throws each time, and deletes everything.
fn every_failure(shim: &Shim, name: &str, results: usize, inputs: impl Fn(&Shim) -> Vec<Slot>) {
    let mut failed = Vec::new();
    for at in 1.. {
        let (live, mistakes, inputs) = (shim.live(), shim.mistakes(), inputs(shim));
        shim.fail_at(at);
        let found = shim.call(name, "CPU", &inputs, results);
        let (has_failed, function) = (shim.has_failed(), shim.failed_call());
        shim.fail_at(0);
        assert_eq!(shim.mistakes(), mistakes, "{name}, call {at}");
        match found {
            Ok(results) => {
                results.into_iter().for_each(|result| shim.delete(result));
                assert_eq!(shim.live(), live, "{name}, call {at}");
                if !has_failed {
                    break;
                }
                // The deleter of an item of a list cannot report it.
                let is_deleter = name == "lists" && function == "aoti_torch_delete_tensor_object";
                assert!(is_deleter, "{name} does not see that call {at}, of {function}, fails");
            }
            Err(text) => {
                assert!(has_failed, "{name}, call {at}: {text}");
                assert_eq!(shim.live(), live, "{name}, call {at}, of {function}: {text}");
                failed.push(text);
            }
        }
    }
    assert!(failed.len() > 3, "{failed:?}");
}

fn plain(shim: &Shim) -> Vec<Slot> {
    let x = shim.tensor(&[2, 3], dtype::F32, Device::Cpu, 0.0);
    let weight = shim.tensor(&[3], dtype::F32, Device::Cpu, 1.0);
    let scale = shim.some(10f64.to_bits());
    vec![slot(x), shim.some(slot(weight)), 1, 0.5f64.to_bits(), 0xff01, scale]
}

#[test]
fn scalars_options_and_outputs() {
    let shim = shim();
    let results = call(&shim, "plain", 2, plain).expect("the call succeeds");
    assert_eq!(shim.values(results[0]), [-5.0, -25.0, -65.0, -35.0, -85.0, -155.0]);
    assert_eq!(shim.values(results[1]), [-95.0, -275.0, 0.0]);
    results.into_iter().for_each(|result| shim.delete(result));
    every_failure(&shim, "plain", 2, plain);
}

#[test]
fn a_missing_option_is_none() {
    let shim = shim();
    let inputs = |shim: &Shim| {
        vec![slot(shim.tensor(&[1, 1], dtype::F32, Device::Cpu, 2.0)), 0, 0, 1f64.to_bits(), 0, 0]
    };
    let results = call(&shim, "_plain", 2, inputs).expect("the call succeeds");
    assert_eq!(shim.values(results[0]), [3.0]);
    results.into_iter().for_each(|result| shim.delete(result));
}

#[test]
fn errors_of_the_export() {
    let shim = shim();
    let much = |shim: &Shim| {
        let mut inputs = plain(shim);
        inputs[2] = 101;
        inputs
    };
    assert_eq!(call(&shim, "plain", 2, much).expect_err("it fails"), "times is 101");
    let error = Register::reraise().expect_err("it was kept");
    assert_eq!((error.kind().name(), &*error.message()), ("KeyError", "times is 101"));
    assert!(error.traceback().contains("exports.rs"), "{}", error.traceback());
    assert!(Register::reraise().is_ok(), "it is raised once");

    let wrong = |shim: &Shim| {
        let mut inputs = plain(shim);
        shim.delete(tensor_in(inputs[0]));
        inputs[0] = slot(shim.tensor(&[2, 4], dtype::F32, Device::Cpu, 0.0));
        inputs
    };
    let text = call(&shim, "plain", 2, wrong).expect_err("it fails");
    assert!(
        text.starts_with("plain: argument #1 `weight`: shape[0] is 3, expected d = 4 (from `x`.shape[1])"),
        "{text}"
    );
    let negative = |shim: &Shim| {
        let mut inputs = plain(shim);
        inputs[2] = (-3i64).cast_unsigned();
        inputs
    };
    let text = call(&shim, "plain", 2, negative).expect_err("it fails");
    assert!(text.contains("argument #4 `sums`: shape[0] is 0, expected n + times = -1"), "{text}");
}

#[test]
fn an_undefined_tensor_is_refused() {
    let shim = shim();
    let inputs = |shim: &Shim| vec![slot(shim.undefined())];
    let text = call(&shim, "panics", 0, inputs).expect_err("it fails");
    assert!(text == "panics: argument #0 `x`: expected Tensor, got None", "{text}");
    // For an optional tensor it is `None`.
    let inputs = |shim: &Shim| {
        let y = shim.tensor(&[2], dtype::F64, Device::Cpu, 1.0);
        vec![shim.some(slot(shim.undefined())), shim.some(slot(y))]
    };
    let results = call(&shim, "either", 1, inputs).expect("the call succeeds");
    assert_eq!(shim.values(results[0]), [1.0, 2.0]);
    shim.delete(results[0]);
    let text = call(&shim, "either", 1, |_| vec![0, 0]).expect_err("it fails");
    assert_eq!(text, "either: output `z` has the dtype of arguments that are None");
}

#[test]
fn a_panic_is_thrown() {
    let shim = shim();
    let inputs = |shim: &Shim| vec![slot(shim.tensor(&[2], dtype::F32, Device::Cpu, 0.0))];
    let text = call(&shim, "panics", 0, inputs).expect_err("it fails");
    assert!(text.contains("of 2 elements"), "{text}");
}

#[test]
fn contiguous_copies_and_versions() {
    let shim = shim();
    let inputs = |shim: &Shim| {
        let x = shim.transposed(&[2, 3], dtype::F32);
        vec![slot(x), 0, 0, 0, 0, 0]
    };
    let results = call(&shim, "plain", 2, inputs).expect("the call succeeds");
    assert_eq!(shim.values(results[0]), [0.0, 2.0, 4.0, 1.0, 3.0, 5.0]);
    results.into_iter().for_each(|result| shim.delete(result));
    every_failure(&shim, "plain", 2, inputs);

    let [x, y] = [0.0, 10.0].map(|start| shim.tensor(&[2, 2], dtype::F64, Device::Cpu, start));
    call(&shim, "swap_", 0, |shim| vec![slot(shim.again(x)), slot(shim.again(y))])
        .expect("the call succeeds");
    assert_eq!(shim.values(x), [10.0, 11.0, 12.0, 13.0]);
    assert_eq!((shim.version(x), shim.version(y)), (1, 1));
    every_failure(&shim, "swap_", 0, |shim| vec![slot(shim.again(x)), slot(shim.again(y))]);
    // PyTorch refuses the change before anything has changed.
    let before = shim.values(x);
    shim.require_grad(y);
    let text =
        call(&shim, "swap_", 0, |shim| vec![slot(shim.again(x)), slot(shim.again(y))]).expect_err("it fails");
    assert_eq!(text, "PyTorch's `aoti_torch_copy_` failed: a leaf that requires grad is changed in place");
    assert_eq!(shim.values(x), before);
    [x, y].into_iter().for_each(|tensor| shim.delete(tensor));
    // A copy would not change the argument.
    let inputs = |shim: &Shim| {
        vec![slot(shim.transposed(&[2, 3], dtype::F64)), slot(shim.transposed(&[2, 3], dtype::F64))]
    };
    let text = call(&shim, "swap_", 0, inputs).expect_err("it fails");
    assert!(text.starts_with("swap_: argument #0 `x`: strides"), "{text}");
}

fn returned(shim: &Shim) -> Vec<Slot> {
    let x = shim.tensor(&[3], dtype::F64, Device::Cpu, 4.0);
    vec![slot(x), slot(shim.transposed(&[2, 1, 3], dtype::F64))]
}

#[test]
fn returned_tensors_live_as_long_as_those_of_torch() {
    let shim = shim();
    let results = call(&shim, "returned", 3, returned).expect("the call succeeds");
    assert_eq!(shim.values(results[0]), [15.0; 6]);
    assert_eq!((shim.size(results[0], 0), shim.size(results[0], 2)), (2, 3));
    assert_eq!(shim.values(results[1]), [4.0, 5.0, 6.0]);
    assert_eq!(shim.size(results[2], 0), 0);
    results.into_iter().for_each(|result| shim.delete(result));
    every_failure(&shim, "returned", 3, returned);
}

fn lists(shim: &Shim) -> Vec<Slot> {
    lists_with(shim, "sum")
}

fn lists_with(shim: &Shim, mode: &str) -> Vec<Slot> {
    let tensor = |size, dtype, start| slot(shim.tensor(&[size], dtype, Device::Cpu, start));
    let xs = shim.list(&[tensor(2, dtype::F32, 1.0), tensor(0, dtype::F32, 0.0)], false);
    let ys = shim.list(&[tensor(3, dtype::F64, 1.0)], false);
    let [size, values] = [[2u64, 3], [1f64.to_bits(), 2f64.to_bits()]].map(|items| shim.list(&items, true));
    vec![xs, ys, size, values, shim.text(mode), shim.some(shim.text("a\0é"))]
}

#[test]
fn lists_and_texts() {
    let shim = shim();
    let results = call(&shim, "lists", 1, lists).expect("the call succeeds");
    assert_eq!(shim.values(results[0]), [9.0; 6]);
    assert_eq!((shim.size(results[0], 0), shim.size(results[0], 1)), (2, 3));
    shim.delete(results[0]);
    every_failure(&shim, "lists", 1, lists);
    let text = call(&shim, "lists", 1, |shim| lists_with(shim, "o\0ther")).expect_err("it fails");
    assert_eq!(text, "mode is `o\\0ther`");
}

#[test]
fn a_gpu_has_its_stream() {
    let shim = shim();
    let live = shim.live();
    let inputs = [slot(shim.tensor(&[3], dtype::F32, Device::Cuda, 0.0))];
    let results = shim.call("on_gpu", "CUDA", &inputs, 1).expect("the call succeeds");
    assert_eq!(shim.size(results[0], 0), 3);
    shim.delete(results[0]);
    assert_eq!(shim.live(), live);
}

#[test]
fn an_operator_without_tensors() {
    let shim = shim();
    let results = shim.call("range", "CompositeExplicitAutograd", &[3], 1).expect("the call succeeds");
    assert_eq!(shim.values(results[0]), [0.0, 3.0, 6.0]);
    shim.delete(results[0]);
}

#[test]
fn a_gradient_may_be_left_out() {
    let shim = shim();
    for (need, expected) in [(1, vec![6.0, 14.0]), (0, vec![])] {
        let inputs = |shim: &Shim| {
            let tensor = |start| slot(shim.tensor(&[2], dtype::F64, Device::Cpu, start));
            vec![tensor(1.0), tensor(6.0), tensor(3.0), need]
        };
        let results = call(&shim, "scale_bwd", 2, inputs).expect("the call succeeds");
        assert_eq!(shim.values(results[0]), [3.0, 8.0]);
        assert_eq!(shim.values(results[1]), expected);
        results.into_iter().for_each(|result| shim.delete(result));
    }
}

#[test]
fn schemas() {
    let shim = shim();
    for schema in [
        "plain(Tensor x, Tensor? weight, SymInt times, float plus=1e-06, bool negate=False, float? scale=None) -> (Tensor, Tensor)",
        "_plain(Tensor x, Tensor? weight, SymInt times, float plus=1e-06, bool negate=False, float? scale=None) -> (Tensor, Tensor)",
        "swap_(Tensor(a!) x, Tensor(b!) y) -> ()",
        "returned(Tensor x, Tensor like) -> (Tensor, Tensor, Tensor)",
        "lists(Tensor[] xs, Tensor(a!)[] ys, SymInt[] size, float[] values, str mode, str? note=None) -> Tensor",
        "on_gpu(Tensor x) -> Tensor",
        "either(Tensor? x, Tensor? y) -> Tensor",
        "range(SymInt n) -> Tensor",
        "math_defaults(Tensor x, float tiny=1e-07, float huge=1.2345678901234567e+19, float two=2.0, SymInt minus=-3, str text=\"a \\\"b\\\"\", bool flag=True, SymInt? nothing=None) -> ()",
        "import_(Tensor x) -> ()",
        "scale_bwd(Tensor dy, Tensor x, Tensor by, bool need_dby=True) -> (Tensor, Tensor)",
    ] {
        let start = schema.split('(').next().unwrap_or_default();
        assert_eq!(shim.schema(&format!("{start}(")).as_deref(), Some(schema));
    }
}

#[test]
fn a_namespace_is_registered_once() {
    let _shim = shim();
    let json = Register::register("tests").expect("it is known");
    assert!(
        json.starts_with(r#"{"operators":[{"name":"either","operator":"either","schema":"either(Tensor? x"#),
        "{json}"
    );
    let error = Register::register("taken").expect_err("it is another's");
    let text = error.message();
    assert!(
        text.starts_with("the namespace `taken` of PyTorch is taken by `/elsewhere/libother.so`: `"),
        "{text}"
    );
    let error = Register::register("a.b").expect_err("it has a dot");
    assert_eq!(error.message(), "the namespace is `a.b`, expected a name of letters, digits, and `_`");
}
