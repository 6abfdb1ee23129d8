#[tvm_ffi::object("shapes.Shape", mutable, structural(tree_node))]
#[allow(dead_code)]
#[repr(align(16))]
pub struct Shape {
    /// What it is called.
    #[field(set, default = String::from("shape"), structural(ignore), rename = "title")]
    name: String,
    #[cfg(feature = "cached")]
    cache: Mutex<Option<f64>>,
}
