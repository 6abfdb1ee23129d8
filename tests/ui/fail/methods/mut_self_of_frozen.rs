#[tvm_ffi::object("stats.Mean")]
struct Mean {
    #[field]
    mean: f64,
}

#[tvm_ffi::methods]
impl Mean {
    fn add(&mut self, value: f64) {
        self.mean += value;
    }
}

fn main() {}
