#[derive(tvm_ffi::Union)]
enum Scale {
    Number(f64),
    Each(Vec<Scale>),
    Default,
}
