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

fn main() {}
