tvm_ffi::import! {
    #[type_key = "my_ext.Config"]
    pub(crate) type Config {
        /// In pixels.
        #[name = "type"]
        mut kind: Option<String>,
        #[init]
        fn new(width: i64, #[keyword] kind: &str) -> Result<Self>;
        fn area(&self, scale: f64) -> Result<f64>;
    }
}

tvm_ffi::import! {
    /// Adds one.
    #[global = "my_ext.add_one"]
    pub fn add_one(x: i64) -> Result<i64>;
}
