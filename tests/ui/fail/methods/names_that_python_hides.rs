#![deny(deprecated)]

#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn __eq__(&self, other: &Mean) -> bool {
        let _ = other;
        true
    }

    fn __call__(&self, x: f64) -> f64 {
        x
    }

    fn __copy__(&self) -> Mean {
        Mean {}
    }

    #[method(name = "lambda")]
    fn rate(&self) -> f64 {
        0.0
    }

    #[allow(deprecated)]
    fn __hash__(&self) -> i64 {
        0
    }
}

fn main() {}
