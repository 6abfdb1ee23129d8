#[tvm_ffi::object("stats.Mean")]
pub struct Mean {
    #[field]
    count: i64,
}

#[tvm_ffi::object("stats.Mean")]
impl Mean {
    fn count(&self) -> i64 {
        self.count
    }
}

fn main() {}
