struct Mean {
    mean: f64,
}

#[tvm_ffi::methods]
impl Mean {
    fn add(&mut self, value: f64) {
        self.mean += value;
    }

    fn mean(&self) -> f64 {
        self.mean
    }
}

fn main() {}
