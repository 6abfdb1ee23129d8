trait Count {
    #[tvm_ffi::export]
    fn count(x: i64) -> i64;
}

fn main() {}
