#[tvm_ffi::object("shapes.Shape", init, mutable, structural(tree_node))]
#[allow(dead_code)]
#[repr(align(16))]
pub struct Shape {
    /// What it is called.
    #[field(set, default = String::from("shape"), structural(ignore))]
    name: String,
    #[field(rename = "parent", default_factory = || None)]
    inside: Option<Ref<Self>>,
    #[cfg(feature = "cached")]
    cache: Mutex<Option<f64>>,
}

#[tvm_ffi::object("shapes.Circle", extends = Shape, final, init, mutable, repr, eq, hash, ord, copy)]
#[repr(C)]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Circle {
    #[base]
    shape: Shape,
    #[field(set, kw_only, doc = "in pixels", repr = false, compare = false, hash = false)]
    radius: u32,
    #[field(init = false, default_factory = Vec::new)]
    points: Vec<i64>,
    #[field(init = false)]
    lambda: i64,
}
