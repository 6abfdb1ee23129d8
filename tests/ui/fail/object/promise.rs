#![forbid(unsafe_code)]

#[tvm_ffi::object("nets.Layer")]
struct Layer {
    weights: Weights,
    #[no_tensors(unsafe)]
    activation: Box<dyn Fn(f32) -> f32 + Send + Sync>,
}

#[derive(tvm_ffi::SearchTensors)]
struct Weights {
    #[no_tensors(unsafe)]
    source: std::io::Error,
}

fn main() {}
