#[tvm_ffi::object("shapes.Point", repr, eq, hash, ord, copy)]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    #[field(repr = false, compare = false, hash = false)]
    radius: u32,
}
