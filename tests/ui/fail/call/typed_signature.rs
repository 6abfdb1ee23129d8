use tvm_ffi::TypedFunction;

struct Config;

#[tvm_ffi::export]
fn no_function(f: TypedFunction<i64>) {
    let _ = f;
}

#[tvm_ffi::export]
fn bad_parameter(f: TypedFunction<fn(Config) -> i64>) {
    let _ = f;
}

fn main() {}
