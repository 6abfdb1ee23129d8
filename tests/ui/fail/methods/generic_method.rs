#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn push<T: Into<f64>>(&self, value: T) {
        let _ = value.into();
    }

    fn push_all<const N: usize>(&self, values: [f64; N]) {
        let _ = values;
    }

    fn push_any(&self, value: impl Into<f64>) {
        let _ = value.into();
    }
}

fn main() {}
