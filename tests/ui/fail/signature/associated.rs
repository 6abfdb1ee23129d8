// The macro cannot see that it stands in an `impl` block. What it adds is no item of one, which the compiler says at the
// attribute; that it says the other thing too cannot be helped.

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
