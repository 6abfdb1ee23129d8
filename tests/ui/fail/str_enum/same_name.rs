#[derive(tvm_ffi::StrEnum)]
enum Mode {
    FastMode,
    #[rename = "fast_mode"]
    Quick,
    #[rename = "exact"]
    Slow,
    Exact,
}

fn main() {}
