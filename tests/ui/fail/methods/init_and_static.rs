#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    #[staticmethod]
    fn new() -> Self {
        Self {}
    }

    #[skip]
    #[staticmethod]
    fn of() -> Self {
        Self {}
    }
}

fn main() {}
