#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Default for Mean {
    #[staticmethod]
    fn default() -> Self {
        Self {}
    }
}

fn main() {}
