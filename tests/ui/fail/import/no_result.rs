tvm_ffi::import! {
    #[global = "my_ext.add_one"]
    fn add_one(x: i64) -> i64;
}

fn main() {}
