use std::rc::Rc;

#[tvm_ffi::object("nets.Net")]
pub struct Net {
    #[field]
    depth: i64,
    shared: Rc<i64>,
}

fn main() {}
