#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods(name = "stats.Average", gil)]
impl Mean {
    fn mean(&self) -> f64 {
        0.0
    }
}

fn main() {}
