mod inner {
    #[tvm_ffi::on_load]
    fn init() {}
}

fn main() {}
