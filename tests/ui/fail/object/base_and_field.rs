#[tvm_ffi::object("stats.Base")]
pub struct Base {
    #[field]
    x: i64,
}

#[tvm_ffi::object("stats.Derived", extends = Base)]
pub struct Derived {
    #[base]
    #[field]
    base: Base,
    #[field]
    #[field(default = 1)]
    y: i64,
}

#[tvm_ffi::object("stats.Other", extends = Base)]
pub struct Other {
    #[base(first)]
    base: Base,
}

fn main() {}
