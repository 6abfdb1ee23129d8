tvm_ffi::import! {
    #[type_key = "my_ext.Config"]
    type Config = i64;
}

fn main() {}
