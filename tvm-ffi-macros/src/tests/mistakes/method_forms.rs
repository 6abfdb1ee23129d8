// Receivers and parameters of the kinds of methods.
#[tvm_ffi::methods]
impl Mean {
    #[getter]
    fn no_receiver() -> i64 {}

    #[getter]
    fn with_parameter(&self, x: i64) -> i64 {}

    #[getter]
    fn without_result(&self) {}

    #[setter]
    fn set_nothing(&mut self) {}

    #[setter]
    fn mean(&mut self, mean: f64) {}

    #[setter]
    #[method(name = "count")]
    fn set_count(&mut self, count: i64) {}

    #[classmethod]
    fn with_receiver(&self) -> Self {}

    #[classmethod]
    fn makes_nothing(count: i64) {}

    #[getter]
    #[classmethod]
    fn both(&self) -> i64 {}

    #[getter(name)]
    fn value(&self) -> i64 {}
}

// Right, with constants.
#[tvm_ffi::methods]
impl Mean {
    const WIDTH: usize = 2;
    #[skip]
    const LIMIT: Limit = Limit;
    const _: () = ();

    #[getter]
    fn mean(&self) -> f64 {}

    #[setter]
    fn set_mean(&mut self, mean: f64) {}

    #[classmethod]
    fn empty() -> Self {}
}

// Two attributes of one name.
#[tvm_ffi::methods]
impl Mean {
    const mean: f64 = 0.0;
    const other: f64 = 0.0;

    fn mean(&self) -> f64 {}

    #[setter]
    fn set_mean(&mut self, mean: f64) {}

    #[getter]
    fn other(&self) -> f64 {}

    #[setter]
    fn set_other(&mut self, other: f64) {}
}

// A misspelt attribute of a constant.
#[tvm_ffi::methods]
impl Mean {
    #[skipp]
    const WIDTH: usize = 2;
}

// Constants of the library.
#[tvm_ffi::export]
const RIGHT: i64 = 1;

#[tvm_ffi::export(name = "math.PI")]
static PI: f64 = 3.14;

#[tvm_ffi::export]
const _: i64 = 1;

#[tvm_ffi::export(global, nme = "x", name = "2")]
const OPTIONS: i64 = 1;

#[tvm_ffi::export]
static mut CHANGES: i64 = 1;
