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

fn main() {}
