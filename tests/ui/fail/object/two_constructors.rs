#[tvm_ffi::object("stats.Mean", init)]
pub struct Mean {
    #[field]
    count: i64,
}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn new() -> Self {
        Mean { count: 0 }
    }
}

fn main() {}
