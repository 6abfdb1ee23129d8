tvm_ffi::import! {
    #[global = "my_ext.log"]
    fn log(text: &str);
}

fn main() {
    log("text");
}
