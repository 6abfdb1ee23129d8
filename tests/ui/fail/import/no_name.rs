tvm_ffi::import! {
    fn add_one(x: i64) -> tvm_ffi::Result<i64>;

    #[global]
    fn add_two(x: i64) -> tvm_ffi::Result<i64>;

    type Config {
        width: i64,
    }

    #[type_key = 1]
    type Other;
}

fn main() {
    let _ = add_one(1);
}
