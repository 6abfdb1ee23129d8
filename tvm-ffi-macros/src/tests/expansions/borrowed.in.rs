#[tvm_ffi::export(crate = "my_crate::ffi")]
fn longest<'a, 'b: 'a>(left: &'a str, right: &'b str, by: TypedFunction<fn(String) -> i64>) -> &'a str {
    if by.call((left.to_owned(),)) < by.call((right.to_owned(),)) { right } else { left }
}
