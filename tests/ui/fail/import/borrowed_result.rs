use tvm_ffi::{Result, TensorView};

tvm_ffi::import! {
    #[global = "my_ext.name"]
    fn name(x: i64) -> Result<&'static str>;

    #[global = "my_ext.first"]
    fn first<'a>(x: &'a str) -> Result<TensorView<'a>>;

    #[type_key = "my_ext.Window"]
    type Window {
        title: &str,
    }
}

fn main() {}
