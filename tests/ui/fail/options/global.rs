#[tvm_ffi::export(global())]
fn nothing(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(global(name = "my_ext.add"))]
fn only_a_name(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(global(replace))]
fn another_word(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(global(override, override))]
fn twice(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(global(override = true))]
fn with_a_value(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(global(override, name = "add"))]
fn no_dot(x: i64) -> i64 {
    x
}

fn main() {}
