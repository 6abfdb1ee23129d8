#[tvm_ffi::object("shapes.Shape")]
pub enum Shape {
    Circle,
    Square,
}

fn main() {}
