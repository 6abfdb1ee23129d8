#[derive(tvm_ffi::StrEnum)]
enum Mode {
    #[rename]
    Fast,
    #[rename = 1]
    Slow,
    #[rename("exact")]
    Exact,
    #[rename = "a"]
    #[rename = "b"]
    Other,
}

fn main() {}
