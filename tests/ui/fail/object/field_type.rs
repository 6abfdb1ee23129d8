pub struct Config {
    pub depth: usize,
}

#[tvm_ffi::object("nets.Net", init)]
pub struct Net {
    #[field]
    config: Config,
    #[field]
    text: &'static str,
}

fn main() {}
