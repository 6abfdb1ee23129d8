struct Window(i64);

#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn over(&self, window: Window) -> Window {
        window
    }
}

fn main() {}
