struct Counter(i64);

impl Counter {
    #[tvm_ffi::export]
    fn start_of(x: i64) -> i64 {
        x
    }

    #[tvm_ffi::export]
    fn new(start: i64) -> Self {
        Self(start)
    }
}

fn main() {}
