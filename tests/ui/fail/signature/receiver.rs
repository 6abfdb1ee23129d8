struct Counter(i64);

impl Counter {
    #[tvm_ffi::export]
    fn next(&mut self, by: i64) -> i64 {
        self.0 += by;
        self.0
    }
}

fn main() {}
