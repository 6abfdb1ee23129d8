tvm_ffi::import! {
    /// Adds one.
    #[global = "my_ext.add_one"]
    pub fn add_one(x: i64) -> Result<i64>;
}
