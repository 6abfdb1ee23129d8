#[derive(tvm_ffi::Union)]
enum Scale {
    Default,
    Number(f64),
    Automatic,
}

#[tvm_ffi::export]
fn scaled(scale: Scale) {
    let _ = scale;
}

fn main() {}
