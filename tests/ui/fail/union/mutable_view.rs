use tvm_ffi::CpuViewMut;

#[derive(tvm_ffi::Union)]
enum Out<'a> {
    Memory(CpuViewMut<'a, f32, 1>),
    Discard,
}

#[tvm_ffi::export]
fn fill(out: Out<'_>) {
    let _ = out;
}

fn main() {}
