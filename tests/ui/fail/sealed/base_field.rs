#![forbid(unsafe_code)]

use tvm_ffi::__private::IsParent;

#[tvm_ffi::object("ui.Large")]
struct Large {
    numbers: [u64; 16],
}

#[tvm_ffi::object("ui.Small")]
struct Small {
    number: u8,
}

impl IsParent<Large> for Small {}

#[tvm_ffi::object("ui.Child", extends = Large)]
struct Child {
    #[base]
    base: Small,
}

fn main() {}
