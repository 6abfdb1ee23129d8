struct Mean {
    mean: f64,
}

#[tvm_ffi::methods]
impl Mean {
    #[init]
    fn new() -> Self {
        Self { mean: 0.0 }
    }
}

fn main() {}
