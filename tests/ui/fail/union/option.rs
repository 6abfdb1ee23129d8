#[derive(tvm_ffi::Union)]
#[tvm_ffi(name = "Scale")]
enum Scale {
    Number(f64),
}

#[derive(tvm_ffi::Union)]
#[tvm_ffi]
enum Other {
    Number(f64),
}

#[derive(tvm_ffi::Union)]
#[tvm_ffi(crate = "not a path")]
enum Third {
    Number(f64),
}

#[derive(tvm_ffi::Union)]
enum Fourth {
    #[tvm_ffi(name = "number")]
    Number(f64),
}

fn main() {}
