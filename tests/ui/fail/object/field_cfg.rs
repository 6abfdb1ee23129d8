#[tvm_ffi::object("stats.Mean")]
pub struct Mean {
    #[cfg(unix)]
    #[field]
    count: i64,
    #[cfg(unix)]
    scratch: Vec<u8>,
}

fn main() {}
