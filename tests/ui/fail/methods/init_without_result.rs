#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn new(start: f64) {
        let _ = start;
    }
}

fn main() {}
