#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    async fn wait(&self) {}

    unsafe fn peek(&self) {}

    extern "C" fn call(&self) {}
}

fn main() {}
