#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn finish(self) -> f64 {
        0.0
    }

    fn end(mut self) {
        self = Mean {};
    }
}

fn main() {}
