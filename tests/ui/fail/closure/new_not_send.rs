use std::cell::Cell;
use std::rc::Rc;

use tvm_ffi::Function;

fn main() {
    let count = Rc::new(Cell::new(0_i64));
    let _ = Function::new(move |x: i64| count.get() + x);
}
