use tvm_ffi::{CpuView, CpuViewMut};

#[derive(tvm_ffi::Union)]
enum MutableView<'a> {
    Memory(CpuViewMut<'a, f32, 1>),
    Discard,
}

#[tvm_ffi::export]
fn mutable_view(out: MutableView<'_>) {
    let _ = out;
}

#[derive(tvm_ffi::Union)]
enum ReturnedView<'a> {
    View(CpuView<'a, f32, 1>),
    Number(f32),
}

#[tvm_ffi::export]
fn returned_view(source: ReturnedView<'_>) -> ReturnedView<'_> {
    source
}

struct Config {
    width: i64,
}

#[derive(tvm_ffi::Union)]
enum NoFfiType {
    Number(f64),
    Config(Config),
}

#[tvm_ffi::export]
fn no_ffi_type(scale: NoFfiType) -> f64 {
    match scale {
        NoFfiType::Number(number) => number,
        NoFfiType::Config(config) => config.width as f64,
    }
}

fn main() {}
