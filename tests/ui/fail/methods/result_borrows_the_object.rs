#[tvm_ffi::object("stats.Mean", mutable)]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn push(&mut self, value: f64) -> &mut Self {
        let _ = value;
        self
    }

    fn itself(&self) -> &Self {
        self
    }
}

fn main() {}
