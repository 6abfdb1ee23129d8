#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn new() -> Option<Self> {
        None
    }
}

#[tvm_ffi::object("stats.Sum")]
struct Sum {}

#[tvm_ffi::methods]
impl Sum {
    #[init]
    fn new() -> tvm_ffi::Ref<Mean> {
        tvm_ffi::Ref::new(Mean {})
    }
}

fn main() {}
