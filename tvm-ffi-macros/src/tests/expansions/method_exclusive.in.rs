#[tvm_ffi::methods]
impl Mean {
    #[method(name = "push")]
    fn add(&mut self, mut value: f64) {
        value += 1.0;
        self.mean += value;
    }
}
