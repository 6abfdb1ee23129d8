use std::cell::Cell;
use std::rc::Rc;

#[tvm_ffi::export]
fn counter(start: i64) -> impl Fn(i64) -> i64 {
    let count = Rc::new(Cell::new(start));
    move |x| count.get() + x
}

fn main() {}
