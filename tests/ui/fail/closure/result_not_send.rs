use std::rc::Rc;

#[tvm_ffi::export]
fn counter(start: i64) -> tvm_ffi::Result<impl Fn(i64) -> i64> {
    let start = Rc::new(start);
    Ok(move |x: i64| *start + x)
}

fn main() {}
