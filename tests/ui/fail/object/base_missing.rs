#[tvm_ffi::object("stats.Base")]
pub struct Base {
    #[field]
    x: i64,
}

#[tvm_ffi::object("stats.Derived", extends = Base)]
pub struct Derived {
    #[field]
    y: i64,
}

#[tvm_ffi::object("stats.Unit", extends = Base)]
pub struct Unit;

fn main() {}
