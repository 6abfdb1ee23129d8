struct Counter(i64);

impl Counter {
    #[tvm_ffi::export]
    fn start_of(x: i64) -> i64 {
        x
    }

    fn exports_in_functions() {
        #[tvm_ffi::export]
        fn nested(x: i64) -> i64 {
            x
        }
    }
}

fn main() {
    let _ = Counter(1).0;
}
