#[derive(tvm_ffi::SearchTensors)]
pub struct Scratch {
    pub bytes: [u8; 64],
}

#[tvm_ffi::object("stats.Mean", init)]
pub struct Mean {
    #[field]
    count: i64,
    scratch: Scratch,
}

fn main() {}
