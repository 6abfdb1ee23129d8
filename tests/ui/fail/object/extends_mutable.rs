#[tvm_ffi::object("stats.Base", mutable)]
pub struct Base {
    #[field(set)]
    x: i64,
}

#[tvm_ffi::object("stats.Derived", extends = Base)]
pub struct Derived {
    #[base]
    base: Base,
}

fn main() {}
