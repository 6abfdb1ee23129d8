#[derive(tvm_ffi::Union)]
enum Text<'a> {
    Characters(&'a str),
    View(CpuView<'a, f32, 1>),
}
