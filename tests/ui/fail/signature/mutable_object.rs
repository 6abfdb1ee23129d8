struct Model;

#[tvm_ffi::export]
fn train(model: &mut Model) {
    let _ = model;
}

fn main() {}
