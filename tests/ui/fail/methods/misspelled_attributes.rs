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

fn main() {}
