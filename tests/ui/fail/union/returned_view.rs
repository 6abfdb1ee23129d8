use tvm_ffi::CpuView;

#[derive(tvm_ffi::Union)]
enum Source<'a> {
    View(CpuView<'a, f32, 1>),
    Number(f32),
}

#[tvm_ffi::export]
fn same(source: Source<'_>) -> Source<'_> {
    source
}

fn main() {}
