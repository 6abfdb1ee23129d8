// Attributes of others.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[new]
    fn new() -> Self {
        Self {}
    }

    #[getter]
    fn mean(&self) -> f64 {
        0.0
    }

    #[classmethod]
    fn of() -> Self {
        Self {}
    }

    #[pyo3(name = "total")]
    fn sum(&self) -> f64 {
        0.0
    }
}

// Block of a trait.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Default for Mean {
    #[staticmethod]
    fn default() -> Self {
        Self {}
    }
}

// Contracts.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn push(&self, #[shape(2 * n)] values: CpuView<'_, f32, 1>) {
        let _ = values;
    }

    fn pull(&self, #[shape(n, m)] values: CpuView<'_, f32, 1>) {
        let _ = values;
    }

    fn other(&self, #[shape(n)] other: &Mean) {
        let _ = other;
    }
}

// Export inside.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[tvm_ffi::export]
    fn mean(&self) -> f64 {
        0.0
    }
}

// Generic block.
#[tvm_ffi::methods]
impl<T> Mean<T>
where
    T: Copy,
{
    fn mean(&self) -> f64 {
        0.0
    }
}

#[tvm_ffi::methods]
impl Mean<f64> {
    fn sum(&self) -> f64 {
        0.0
    }
}

// Generic method.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn push<T: Into<f64>>(&self, value: T) {
        let _ = value.into();
    }

    fn push_all<const N: usize>(&self, values: [f64; N]) {
        let _ = values;
    }

    fn push_any(&self, value: impl Into<f64>) {
        let _ = value.into();
    }
}

// Impossible names.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn __init__(&self) {}

    fn __del__(&self) {}

    fn __name__(&self) {}

    fn __ffi_init__(&self) {}

    #[method(name = "2nd")]
    fn second(&self) {}

    fn größe(&self) {}
}

// Init and static.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    #[staticmethod]
    fn new() -> Self {
        Self {}
    }

    #[skip]
    #[staticmethod]
    fn of() -> Self {
        Self {}
    }
}

// Init twice.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn new() -> Self {
        Self {}
    }

    #[init]
    fn with_start(start: f64) -> Self {
        let _ = start;
        Self {}
    }
}

// Init with name.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    #[method(name = "create")]
    fn new() -> Self {
        Self {}
    }
}

// Init with receiver.
#[tvm_ffi::object("stats.Mean", mutable)]
struct Mean {
    #[field]
    mean: f64,
}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn init(&mut self, start: f64) {
        self.mean = start;
    }
}

// Init without result.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn new(start: f64) {
        let _ = start;
    }
}

// Misspelled attributes.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[int]
    fn new() -> Self {
        Self {}
    }

    #[static_method]
    fn of() -> Self {
        Self {}
    }

    #[init(start = 0)]
    fn make() -> Self {
        Self {}
    }

    #[method("total")]
    fn sum(&self) -> f64 {
        0.0
    }

    #[method(rename = "total")]
    fn average(&self) -> f64 {
        0.0
    }

    #[skip]
    #[skip]
    fn skipped(&self) {}
}

// Names twice.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn mean(&self) -> f64 {
        0.0
    }

    #[method(name = "mean")]
    fn average(&self) -> f64 {
        0.0
    }
}

// No receiver.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn of(values: Vec<f64>) -> Self {
        let _ = values;
        Self {}
    }
}

// Options.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods(name = "stats.Average", gil)]
impl Mean {
    fn mean(&self) -> f64 {
        0.0
    }
}

#[tvm_ffi::object("stats.Sum")]
struct Sum {}

#[tvm_ffi::methods("stats.Sum")]
impl Sum {
    fn sum(&self) -> f64 {
        0.0
    }
}

// Patterns and defaults.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn over(&self, (low, high): (i64, i64)) -> i64 {
        high - low
    }

    fn push(&self, #[default(1.0)] value: f64, times: i64) {
        let _ = (value, times);
    }

    fn all(&self, first: i64, args: &[tvm_ffi::AnyView<'_>]) -> usize {
        args.len() + first as usize
    }

    fn rename(&self, name: &mut String) {
        name.clear();
    }

    #[default(1)]
    fn misplaced(&self, x: i64) -> i64 {
        x
    }
}

// Qualifiers.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    async fn wait(&self) {}

    unsafe fn peek(&self) {}

    extern "C" fn call(&self) {}
}

// Receiver by value.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn finish(self) -> f64 {
        0.0
    }

    fn end(mut self) {
        self = Mean {};
    }
}

// Receiver with attribute.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn mean(#[default(1.0)] &self) -> f64 {
        0.0
    }

    fn kept(&'static self) -> f64 {
        0.0
    }
}

// Result borrows the object.
#[tvm_ffi::object("stats.Mean", mutable)]
struct Mean {}

// State.
#[tvm_ffi::object("stats.One")]
struct One {}

#[tvm_ffi::methods]
impl One {
    fn __getstate__(&self) -> i64 {
        1
    }
}

#[tvm_ffi::object("stats.Other")]
struct Other {}

#[tvm_ffi::methods]
impl Other {
    fn __setstate__(state: i64) -> Self {
        let _ = state;
        Self {}
    }
}

#[tvm_ffi::object("stats.Forms")]
struct Forms {}

#[tvm_ffi::object("stats.Results")]
struct Results {}

#[tvm_ffi::object("stats.Arguments")]
struct Arguments {}

// Static with receiver.
#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[staticmethod]
    fn of(&self) -> f64 {
        0.0
    }
}

// What is not a block.
#[tvm_ffi::methods]
struct Mean {}

#[tvm_ffi::methods]
pub(crate) fn mean() {}

#[tvm_ffi::methods]
trait Averages {}

#[tvm_ffi::methods]
impl [f64] {}
