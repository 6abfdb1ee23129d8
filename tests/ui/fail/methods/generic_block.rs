struct Mean<T>(T);

#[tvm_ffi::methods]
impl<T> Mean<T>
where
    T: Copy,
{
    fn mean(&self) -> f64 {
        0.0
    }
}

#[tvm_ffi::methods]
impl Mean<f64> {
    fn sum(&self) -> f64 {
        0.0
    }
}

fn main() {}
