#[tvm_ffi::export(global = "add_one")]
fn no_dot(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(global = "my_ext.")]
fn no_name(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(global = "my ext.add")]
fn space(x: i64) -> i64 {
    x
}

fn main() {}
