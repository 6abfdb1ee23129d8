//! What only a Python module has: names of arguments, and the GIL.

use tvm_ffi::{Any, Bytes, CpuView, Function, Module, Result, Str};

/// Has parameters to be passed by name.
#[tvm_ffi::export]
fn named(
    first: i64,
    #[default(2)] second: i64,
    #[default("four".len() as i64)] third: i64,
    #[default("none")] fourth: &str,
) -> String {
    format!("{first} {second} {third} {fourth}")
}

#[tvm_ffi::export]
fn keyword_named(lambda: i64, x: i64, #[default(1)] y: i64) -> i64 {
    10 * lambda + x + y
}

#[tvm_ffi::export]
fn call_named(function: Function, #[default(1)] a: i64, #[default(2)] b: i64) -> Result<i64> {
    function.call((a, b))?.cast()
}

#[tvm_ffi::export]
fn keep_values(text: Str, other: Any) -> Vec<Any> {
    vec![Any::new(text), other]
}

#[tvm_ffi::export]
fn sum_of_vec(values: Vec<i64>) -> i64 {
    values.iter().sum()
}

/// Whether this thread holds the GIL of the Python in the process.
fn holds_gil() -> bool {
    let Some(check) = tvm_ffi::__private::python_function(c"PyGILState_Check") else { return false };
    // SAFETY: the function of this name has this signature in every version of Python.
    let check =
        unsafe { std::mem::transmute::<std::ptr::NonNull<std::ffi::c_void>, extern "C" fn() -> i32>(check) };
    check() == 1
}

#[tvm_ffi::export]
fn gil_is_held() -> bool {
    holds_gil()
}

#[tvm_ffi::export(gil = "released")]
fn gil_is_released() -> bool {
    holds_gil()
}

#[tvm_ffi::export]
fn gil_with_tensor(_x: CpuView<'_, f32, 1>) -> bool {
    holds_gil()
}

#[tvm_ffi::export]
fn gil_with_any(_x: Any) -> bool {
    holds_gil()
}

#[tvm_ffi::export(gil = "held")]
fn gil_held_with_any(_x: Any) -> bool {
    holds_gil()
}

/// Methods say whether they hold the GIL.
#[tvm_ffi::object("e2e.Gil", init)]
struct Gil {}

#[tvm_ffi::methods]
impl Gil {
    fn by_default(&self) -> bool {
        holds_gil()
    }

    #[method(gil = "released")]
    fn released(&self) -> bool {
        holds_gil()
    }

    fn with_any(&self, _x: Any) -> bool {
        holds_gil()
    }

    #[staticmethod]
    #[method(gil = "held", name = "held_with_any")]
    fn held(_x: Any) -> bool {
        holds_gil()
    }

    #[getter]
    #[method(gil = "released")]
    fn of_property(&self) -> bool {
        holds_gil()
    }
}

#[tvm_ffi::export(gil = "released")]
fn sleep_released(seconds: f64) {
    std::thread::sleep(std::time::Duration::from_secs_f64(seconds));
}

/// The sum of extents, which a list leads to through a shape.
#[tvm_ffi::export]
fn sum_of_extents(extents: &[i64]) -> i64 {
    extents.iter().sum()
}

/// The sum of an array after a function was called.
#[tvm_ffi::export]
fn sum_after(x: CpuView<'_, f64, 1>, then: Function) -> Result<f64> {
    let added: f64 = then.call(())?.cast()?;
    Ok(x.as_slice().iter().sum::<f64>() + added)
}

/// Where the runtime of this library comes from.
#[tvm_ffi::export]
fn runtime_origin() -> Result<String> {
    Ok(format!("{:?}", tvm_ffi::runtime()?.origin()))
}

#[tvm_ffi::export]
fn load_library(path: &str) -> Result<bool> {
    Module::load(path).map(|_| true)
}

#[tvm_ffi::export]
fn keep_bytes(bytes: Bytes) -> Bytes {
    bytes
}
