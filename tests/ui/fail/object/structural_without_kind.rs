#[tvm_ffi::object("nodes.Add")]
pub struct Add {
    #[field(structural(ignore))]
    line: i64,
}

fn main() {}
