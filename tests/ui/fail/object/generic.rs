#[tvm_ffi::object("stats.Mean")]
pub struct Mean<T> {
    #[field]
    value: T,
}

#[tvm_ffi::object("stats.Ring")]
pub struct Ring<const N: usize> {
    values: [f64; N],
}

fn main() {}
