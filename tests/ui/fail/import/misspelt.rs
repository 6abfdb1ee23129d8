tvm_ffi::import! {
    #[globl = "my_ext.add_one"]
    fn add_one(x: i64) -> tvm_ffi::Result<i64>;

    #[key = "my_ext.Config"]
    type Config {
        #[rename = "type"]
        kind: i64,
    }

    crate = "tvm_ffi";
}

tvm_ffi::import! {
    crate = tvm_ffi;
}

fn main() {}
