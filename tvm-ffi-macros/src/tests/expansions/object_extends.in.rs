#[tvm_ffi::object("shapes.Circle", extends = Shape, final, init)]
#[repr(C)]
pub struct Circle {
    #[base]
    shape: Shape,
    #[field(kw_only, doc = "in pixels")]
    radius: u32,
}
