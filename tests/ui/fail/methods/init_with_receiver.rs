#[tvm_ffi::object("stats.Mean", mutable)]
struct Mean {
    #[field]
    mean: f64,
}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn init(&mut self, start: f64) {
        self.mean = start;
    }
}

fn main() {}
