struct Window(i64);

#[tvm_ffi::object("ui.Mean")]
struct Mean {
    #[field]
    mean: f64,
}

#[tvm_ffi::methods]
impl Mean {
    fn mut_self_of_frozen(&mut self, value: f64) {
        self.mean += value;
    }

    fn mut_argument_of_frozen(&self, other: &mut Mean) {
        other.mean = self.mean;
    }

    fn parameters(&self, window: Window) -> Window {
        window
    }
}

#[tvm_ffi::object("ui.InitReturnsOther")]
struct InitReturnsOther {}

#[tvm_ffi::methods]
impl InitReturnsOther {
    #[init]
    fn new() -> Option<Self> {
        None
    }
}

struct NotAnObject {
    mean: f64,
}

#[tvm_ffi::methods]
impl NotAnObject {
    fn add(&mut self, value: f64) {
        self.mean += value;
    }

    fn mean(&self) -> f64 {
        self.mean
    }
}

struct NotAnObjectConstructed {}

#[tvm_ffi::methods]
impl NotAnObjectConstructed {
    #[init]
    fn new() -> Self {
        Self {}
    }
}

fn main() {}
