pub struct Plain {
    pub x: i64,
}

#[tvm_ffi::object("stats.Derived", extends = Plain)]
pub struct Derived {
    #[base]
    base: Plain,
}

fn main() {}
