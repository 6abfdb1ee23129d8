#[tvm_ffi::methods]
impl Mean {
    /// The mean of both.
    fn merged(&self, other: &Self) -> Self {
        Self { count: self.count + other.count, mean: self.mean.max(other.mean) }
    }

    #[skip]
    fn hidden(self) -> f64 {
        self.mean
    }
}
