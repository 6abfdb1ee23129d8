use std::cell::Cell;

use tvm_ffi::Function;

fn main() {
    let count = Cell::new(0_i64);
    let _ = Function::new(move |x: i64| count.get() + x);
}
