#[derive(tvm_ffi::Union)]
struct Scale {
    number: f64,
}

fn main() {
    let _ = Scale { number: 1.0 };
}
