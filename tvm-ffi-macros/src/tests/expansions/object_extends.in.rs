#[tvm_ffi::object("shapes.Circle", extends = Shape, final, init, mutable)]
#[repr(C)]
pub struct Circle {
    #[base]
    shape: Shape,
    #[field(set, kw_only, doc = "in pixels")]
    radius: u32,
    #[field(init = false, default_factory = Vec::new)]
    points: Vec<i64>,
    #[field(init = false)]
    lambda: i64,
}
