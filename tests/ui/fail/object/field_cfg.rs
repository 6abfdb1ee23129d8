#[tvm_ffi::object("stats.Mean")]
pub struct Mean {
    #[cfg(unix)]
    #[field]
    count: i64,
    #[cfg(unix)]
    scratch: Vec<u8>,
}

#[tvm_ffi::object("stats.Median")]
pub struct Median {
    #[cfg_attr(unix, field)]
    count: i64,
}

fn main() {}
