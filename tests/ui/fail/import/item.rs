tvm_ffi::import! {
    #[global = "my_ext.add_one"]
    fn add_one(x: i64) -> tvm_ffi::Result<i64>;

    struct Config {
        width: i64,
    }
}

fn main() {
    let _ = add_one(1);
}
