// Attributes of others.
#[tvm_ffi::methods] impl Mean {
    #[new] fn new() -> Self {}
    #[getter] fn mean(&self) -> f64 {}
    #[classmethod] fn of() -> Self {}
    #[pyo3(name = "total")] fn sum(&self) -> f64 {}
}

// Block of a trait.
#[tvm_ffi::methods] impl Default for Mean { #[staticmethod] fn default() -> Self {} }

// Contracts.
#[tvm_ffi::methods] impl Mean {
    fn push(&self, #[shape(2 * n)] values: CpuView<'_, f32, 1>) {}
    fn pull(&self, #[shape(n, m)] values: CpuView<'_, f32, 1>) {}
    fn other(&self, #[shape(n)] other: &Mean) {}
}

// Export inside.
#[tvm_ffi::methods] impl Mean { #[tvm_ffi::export] fn mean(&self) -> f64 {} }

// Generic block.
#[tvm_ffi::methods] impl<T> Mean<T> where T: Copy { fn mean(&self) -> f64 {} }
#[tvm_ffi::methods] impl Mean<f64> { fn sum(&self) -> f64 {} }

// Generic method.
#[tvm_ffi::methods] impl Mean {
    fn push<T: Into<f64>>(&self, value: T) {}
    fn push_all<const N: usize>(&self, values: [f64; N]) {}
    fn push_any(&self, value: impl Into<f64>) {}
}

// Impossible names.
#[tvm_ffi::methods] impl Mean {
    fn __init__(&self) {}
    fn __del__(&self) {}
    fn __name__(&self) {}
    fn __ffi_init__(&self) {}
    #[method(name = "2nd")] fn second(&self) {}
    fn größe(&self) {}
}

// Init and static.
#[tvm_ffi::methods] impl Mean {
    #[init] #[staticmethod] fn new() -> Self {}
    #[skip] #[staticmethod] fn of() -> Self {}
}

// Init twice.
#[tvm_ffi::methods] impl Mean {
    #[init] fn new() -> Self {}
    #[init] fn with_start(start: f64) -> Self {}
}

// Init with name.
#[tvm_ffi::methods] impl Mean { #[init] #[method(name = "create")] fn new() -> Self {} }

// Init with receiver.
#[tvm_ffi::object("stats.Mean", mutable)] struct Mean { #[field] mean: f64 }
#[tvm_ffi::methods] impl Mean { #[init] fn init(&mut self, start: f64) {} }

// Init without result.
#[tvm_ffi::methods] impl Mean { #[init] fn new(start: f64) {} }

// Misspelled attributes.
#[tvm_ffi::methods] impl Mean {
    #[int] fn new() -> Self {}
    #[static_method] fn of() -> Self {}
    #[init(start = 0)] fn make() -> Self {}
    #[method("total")] fn sum(&self) -> f64 {}
    #[method(rename = "total")] fn average(&self) -> f64 {}
    #[method(gil = "free")] fn free(&self) {}
    #[skip] #[skip] fn skipped(&self) {}
}

// Names twice.
#[tvm_ffi::methods] impl Mean {
    fn mean(&self) -> f64 {}
    #[method(name = "mean")] fn average(&self) -> f64 {}
}

// No receiver.
#[tvm_ffi::methods] impl Mean { fn of(values: Vec<f64>) -> Self {} }

// Options.
#[tvm_ffi::methods(name = "stats.Average", gil)] impl Mean { fn mean(&self) -> f64 {} }
#[tvm_ffi::methods("stats.Sum")] impl Sum { fn sum(&self) -> f64 {} }

// Patterns and defaults.
#[tvm_ffi::methods] impl Mean {
    fn over(&self, (low, high): (i64, i64)) -> i64 {}
    fn push(&self, #[default(1.0)] value: f64, times: i64) {}
    fn all(&self, first: i64, args: &[tvm_ffi::AnyView<'_>]) -> usize {}
    fn rename(&self, name: &mut String) {}
    #[default(1)] fn misplaced(&self, x: i64) -> i64 {}
}

// Qualifiers.
#[tvm_ffi::methods] impl Mean {
    async fn wait(&self) {}
    unsafe fn peek(&self) {}
    extern "C" fn call(&self) {}
}

// Receiver by value.
#[tvm_ffi::methods] impl Mean {
    fn finish(self) -> f64 {}
    fn end(mut self) {}
}

// Receiver with attribute.
#[tvm_ffi::methods] impl Mean {
    fn mean(#[default(1.0)] &self) -> f64 {}
    fn kept(&'static self) -> f64 {}
}

// State.
#[tvm_ffi::methods] impl One { fn __getstate__(&self) -> i64 {} }
#[tvm_ffi::methods] impl Other { fn __setstate__(state: i64) -> Self {} }

// Static with receiver.
#[tvm_ffi::methods] impl Mean { #[staticmethod] fn of(&self) -> f64 {} }

// What is not a block.
#[tvm_ffi::methods] struct Mean {}
#[tvm_ffi::methods] pub(crate) fn mean() {}
#[tvm_ffi::methods] trait Averages {}
#[tvm_ffi::methods] impl [f64] {}
