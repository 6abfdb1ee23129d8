#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn new() -> Self {
        Self {}
    }

    #[init]
    fn with_start(start: f64) -> Self {
        let _ = start;
        Self {}
    }
}

fn main() {}
