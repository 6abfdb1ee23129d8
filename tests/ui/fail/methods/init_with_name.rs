#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    #[method(name = "create")]
    fn new() -> Self {
        Self {}
    }
}

fn main() {}
