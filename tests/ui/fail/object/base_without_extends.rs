#[tvm_ffi::object("stats.Base")]
pub struct Base {
    #[field]
    x: i64,
}

#[tvm_ffi::object("stats.Derived")]
pub struct Derived {
    #[base]
    base: Base,
}

fn main() {}
