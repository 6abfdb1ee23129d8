#[tvm_ffi::export("add")]
fn only_a_string(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(name: "add")]
fn colon(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(name = "add" global)]
fn no_comma(x: i64) -> i64 {
    x
}

fn main() {}
