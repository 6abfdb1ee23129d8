use std::sync::Mutex;

use tvm_ffi::Tensor;

struct Weights {
    first: Tensor,
}

#[tvm_ffi::object("nets.Layer")]
struct Layer {
    #[field]
    name: String,
    weights: Mutex<Option<Weights>>,
    activation: Box<dyn Fn(f32) -> f32 + Send + Sync>,
}

fn main() {}
