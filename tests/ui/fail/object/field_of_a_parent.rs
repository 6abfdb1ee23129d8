#[tvm_ffi::object("stats.Base", init)]
pub struct Base {
    #[field]
    x: i64,
}

#[tvm_ffi::object("stats.Middle", extends = Base, init)]
pub struct Middle {
    #[base]
    base: Base,
    #[field]
    y: i64,
}

#[tvm_ffi::object("stats.Derived", extends = Middle, init)]
pub struct Derived {
    #[base]
    base: Middle,
    #[field]
    x: f64,
    #[field(rename = "y")]
    z: f64,
    #[field]
    w: f64,
}

fn main() {}
