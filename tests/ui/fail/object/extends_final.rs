#[tvm_ffi::object("stats.Base", final)]
pub struct Base {
    #[field]
    x: i64,
}

#[tvm_ffi::object("stats.Derived", extends = Base)]
pub struct Derived {
    #[base]
    base: Base,
}

fn main() {}
