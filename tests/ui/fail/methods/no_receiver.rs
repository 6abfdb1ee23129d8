#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn of(values: Vec<f64>) -> Self {
        let _ = values;
        Self {}
    }
}

fn main() {}
