#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[staticmethod]
    fn of(&self) -> f64 {
        0.0
    }
}

fn main() {}
