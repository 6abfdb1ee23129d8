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
