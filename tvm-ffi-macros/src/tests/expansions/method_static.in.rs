#[tvm_ffi::methods]
impl Mean {
    #[staticmethod]
    #[cfg(feature = "of")]
    fn of(values: Vec<f64>) -> Result<Self> {
        Ok(Self { count: values.len() as i64, mean: 0.0 })
    }
}
