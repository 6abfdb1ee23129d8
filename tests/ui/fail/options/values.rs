const NAME: &str = "add";

#[tvm_ffi::export(name)]
fn no_value(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(name = )]
fn no_value_after(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(name = add)]
fn bare(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(name = NAME, global = 3)]
fn constant(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(name("add"))]
fn in_parentheses(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(system_lib = true)]
fn boolean(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(crate = my_crate::tvm_ffi)]
fn bare_path(x: i64) -> i64 {
    x
}

#[tvm_ffi::export(name = concat!("a", "b"))]
fn expression(x: i64) -> i64 {
    x
}

fn main() {}
