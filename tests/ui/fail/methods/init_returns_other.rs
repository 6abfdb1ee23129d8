#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn new() -> Option<Self> {
        None
    }
}

fn main() {}
