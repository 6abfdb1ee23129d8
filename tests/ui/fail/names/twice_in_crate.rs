mod sums {
    #[tvm_ffi::export]
    fn add(x: i64) -> i64 {
        x
    }

    // One of these two is left out.
    #[tvm_ffi::export]
    #[cfg(unix)]
    fn subtract(x: i64) -> i64 {
        x
    }

    #[tvm_ffi::export]
    #[cfg(not(unix))]
    fn subtract(x: i64) -> i64 {
        x
    }
}

#[tvm_ffi::export]
fn add(x: i64) -> i64 {
    x + 1
}

#[tvm_ffi::export(name = "sub")]
fn first(x: i64) -> i64 {
    x - 1
}

#[tvm_ffi::export]
fn sub(x: i64) -> i64 {
    x - 2
}

fn main() {}
