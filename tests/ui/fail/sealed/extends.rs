#![forbid(unsafe_code)]

use tvm_ffi::Ref;
use tvm_ffi::__private::{Extends, Here};

#[tvm_ffi::object("ui.Small")]
struct Small {
    number: u8,
}

#[tvm_ffi::object("ui.Large")]
struct Large {
    numbers: [u64; 16],
}

impl Extends<Large, Here> for Small {}

fn main() {
    let small = Ref::new(Small { number: 1 });
    let large = Ref::upcast::<Large, Here>(small);
    let _ = large.numbers;
}
