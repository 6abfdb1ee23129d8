#[tvm_ffi::object("stats.Mean")]
struct Mean {}

#[tvm_ffi::methods]
impl Mean {
    fn over(&self, (low, high): (i64, i64)) -> i64 {
        high - low
    }

    fn push(&self, #[default(1.0)] value: f64, times: i64) {
        let _ = (value, times);
    }

    fn all(&self, first: i64, args: &[tvm_ffi::AnyView<'_>]) -> usize {
        args.len() + first as usize
    }

    fn rename(&self, name: &mut String) {
        name.clear();
    }

    #[default(1)]
    fn misplaced(&self, x: i64) -> i64 {
        x
    }
}

fn main() {}
