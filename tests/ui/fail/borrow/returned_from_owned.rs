use tvm_ffi::Tensor;

#[tvm_ffi::export]
fn shape<'a>(x: Tensor) -> &'a [i64] {
    x.shape()
}

fn main() {}
