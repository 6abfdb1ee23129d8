// The macro cannot see that it is in an `impl` block. The items that it adds are not allowed there, which the compiler reports at the
// attribute; the second error cannot be avoided.

struct Counter(i64);

impl Counter {
    #[tvm_ffi::export]
    fn start_of(x: i64) -> i64 {
        x
    }
}

fn main() {
    let _ = Counter(1).0;
}
