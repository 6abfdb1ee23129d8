#[tvm_ffi::object("bits.Word")]
pub union Word {
    int: i64,
    float: f64,
}

fn main() {}
