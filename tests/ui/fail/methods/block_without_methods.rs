use tvm_ffi::prelude::*;

#[tvm_ffi::object("stats.Mean")]
struct Mean {
    #[field]
    count: i64,
}

impl Mean {
    #[init]
    fn new() -> Self {
        Self { count: 0 }
    }

    #[staticmethod]
    fn of(values: Vec<f64>) -> Self {
        Self { count: values.len() as i64 }
    }
}

fn main() {
    let _ = (Mean::new(), Mean::of(Vec::new()));
}
