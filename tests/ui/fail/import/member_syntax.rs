tvm_ffi::import! {
    #[type_key = "my_ext.Config"]
    type Config {
        width: i64,
        type Inner = i64;
    }
}

fn main() {}
