tvm_ffi::import! {
    #[global = "my_ext.add_one"]
    fn add_one(x: i64) -> tvm_ffi::Result<i64> {
        Ok(x + 1)
    }
}

fn main() {}
