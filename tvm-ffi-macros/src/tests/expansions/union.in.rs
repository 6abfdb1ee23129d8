#[derive(tvm_ffi::Union)]
enum Scale {
    Each(Vec<Scale>),
    Default,
}
