#[tvm_ffi::object("stats.Base")]
pub struct Base {
    #[field]
    x: i64,
}

#[tvm_ffi::object("stats.Other")]
pub struct Other {
    #[field]
    x: i64,
}

#[tvm_ffi::object("stats.Derived", extends = Base)]
pub struct Derived {
    #[base]
    base: Other,
}

fn main() {}
