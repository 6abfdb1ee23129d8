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

fn main() {}
