#[tvm_ffi::object("stats.Packed")]
#[repr(packed)]
pub struct Packed {
    #[field]
    x: u8,
}

#[tvm_ffi::object("stats.Rust")]
#[repr(Rust, align(16))]
pub struct Rust {
    #[field]
    x: u8,
}

fn main() {}
