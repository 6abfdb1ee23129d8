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
}
