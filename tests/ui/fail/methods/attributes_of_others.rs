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

fn main() {}
