#[tvm_ffi::export(crate = "my_crate::ffi")]
fn longest<'a, 'b: 'a>(left: &'a str, right: &'b str, by: TypedFunction<for<'x> fn(&'x str) -> i64>) -> &'a str {
    if by.call((left,)) < by.call((right,)) { right } else { left }
}
