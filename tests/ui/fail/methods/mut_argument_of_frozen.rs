#[tvm_ffi::object("stats.Mean")]
struct Mean {
    #[field]
    mean: f64,
}

#[tvm_ffi::methods]
impl Mean {
    fn move_to(&self, other: &mut Mean) {
        other.mean = self.mean;
    }
}

fn main() {}
