#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[tvm_ffi::export]
    fn mean(&self) -> f64 {
        0.0
    }
}

fn main() {}
