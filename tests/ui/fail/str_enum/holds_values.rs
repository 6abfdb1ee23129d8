#[derive(tvm_ffi::StrEnum)]
enum Mode {
    Fast,
    Exact(f64),
    Bounded { by: f64 },
}

#[tvm_ffi::export]
fn run(mode: Mode) -> Mode {
    mode
}

fn main() {}
