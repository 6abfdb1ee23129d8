use std::cell::Cell;
use std::rc::Rc;

#[tvm_ffi::object("nets.Net")]
pub struct Net {
    #[field]
    depth: i64,
    shared: Rc<i64>,
}

#[tvm_ffi::object("nets.Cache")]
pub struct Cache {
    #[field]
    depth: i64,
    hits: Cell<i64>,
}

fn main() {}
