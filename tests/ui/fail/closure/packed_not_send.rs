use std::rc::Rc;

use tvm_ffi::{AnyView, Function};

fn main() {
    let offset = Rc::new(1_usize);
    let _ = Function::from_packed(move |args: &[AnyView<'_>]| args.len() + *offset);
}
