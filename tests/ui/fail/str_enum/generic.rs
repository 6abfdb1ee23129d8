#[derive(tvm_ffi::StrEnum)]
enum Mode<'a, T> {
    Fast,
    Slow,
}

fn main() {}
