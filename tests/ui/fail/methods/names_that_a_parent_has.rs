#![deny(deprecated)]

#[tvm_ffi::object("shapes.Shape")]
struct Shape {}

#[tvm_ffi::methods]
impl Shape {
    fn area(&self) -> f64 {
        0.0
    }

    #[staticmethod]
    fn unit() -> f64 {
        1.0
    }
}

#[tvm_ffi::object("shapes.Rectangle", extends = Shape)]
struct Rectangle {
    #[base]
    base: Shape,
}

#[tvm_ffi::object("shapes.Square", extends = Rectangle)]
struct Square {
    #[base]
    base: Rectangle,
}

#[tvm_ffi::methods]
impl Square {
    fn area(&self) -> f64 {
        1.0
    }

    #[allow(deprecated)]
    fn unit(&self) -> f64 {
        1.0
    }
}

fn main() {}
