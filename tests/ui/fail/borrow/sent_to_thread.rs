use std::thread;

use tvm_ffi::TensorView;

#[tvm_ffi::export]
fn spawn(name: &str, x: TensorView<'_>) {
    thread::spawn(move || println!("{name}: {:?}", x.shape()));
}

fn main() {}
