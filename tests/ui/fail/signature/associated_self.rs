struct Counter(i64);

impl Counter {
    #[tvm_ffi::export]
    fn new(start: i64) -> Self {
        Self(start)
    }

    #[tvm_ffi::export]
    fn sum(of: Vec<Self>) -> i64 {
        of.iter().map(|counter| counter.0).sum()
    }
}

fn main() {}
