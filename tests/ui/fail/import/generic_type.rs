tvm_ffi::import! {
    #[type_key = "my_ext.Config"]
    type Config<T> {
        width: T,
    }
}

fn main() {}
