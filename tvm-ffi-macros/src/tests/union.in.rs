#[derive(tvm_ffi::Union)]
enum Scale {
    Number(f64),
    Each(Vec<Scale>),
    Default,
}

#[derive(tvm_ffi::Union)]
enum Text<'a> {
    Characters(&'a str),
    View(CpuView<'a, f32, 1>),
}
