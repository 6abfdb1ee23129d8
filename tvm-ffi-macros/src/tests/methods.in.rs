#[tvm_ffi::methods]
impl Mean {
    /// A weight.
    const UNIT: f64 = 1.0;

    /// A mean of nothing.
    #[init]
    pub fn new(
        /// Where it starts.
        #[default(Self::UNIT)]
        start: f64,
    ) -> Self {
        Self { count: 0, mean: start }
    }

    /// The mean of both.
    fn merged(&self, other: &Self) -> Self {
        Self { count: self.count + other.count, mean: self.mean.max(other.mean) }
    }

    #[staticmethod]
    #[cfg(feature = "of")]
    fn of(values: Vec<f64>) -> Result<Self> {
        Ok(Self { count: values.len() as i64, mean: 0.0 })
    }

    #[method(name = "push")]
    fn add(&mut self, mut value: f64) {
        value += 1.0;
        self.mean += value;
    }

    #[skip]
    fn hidden(self) -> f64 {
        self.mean
    }
}

#[tvm_ffi::methods]
impl Counter {
    fn push_all(&mut self, args: &[AnyView<'_>]) -> usize {
        self.count += args.len();
        self.count
    }
}
