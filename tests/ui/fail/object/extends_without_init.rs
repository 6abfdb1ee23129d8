#[tvm_ffi::object("stats.Base")]
pub struct Base {
    #[field]
    x: i64,
}

#[tvm_ffi::object("stats.Derived", extends = Base, init)]
pub struct Derived {
    #[base]
    base: Base,
    #[field]
    y: i64,
}

fn main() {}
