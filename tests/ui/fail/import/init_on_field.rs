tvm_ffi::import! {
    #[type_key = "my_ext.Config"]
    type Config {
        #[init]
        width: i64,
    }
}

fn main() {}
