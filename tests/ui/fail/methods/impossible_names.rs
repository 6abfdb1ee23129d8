#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn __init__(&self) {}

    fn __del__(&self) {}

    fn __name__(&self) {}

    fn __ffi_init__(&self) {}

    #[method(name = "2nd")]
    fn second(&self) {}

    fn größe(&self) {}
}

fn main() {}
