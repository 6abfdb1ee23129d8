//! Classes of Python.

use tvm_ffi::prelude::*;

tvm_ffi::import! {
    /// A class that a test registers in Python.
    #[type_key = "e2e.PythonPoint"]
    type PythonPoint {
        mut x: i64,
        mut y: f64,
        #[init]
        fn new(x: i64, y: f64) -> Result<Self>;
    }
}

/// Moves it.
#[tvm_ffi::export]
fn move_point(point: PythonPoint, by: i64) -> Result<PythonPoint> {
    point.set_x(point.x()? + by)?;
    point.set_y(point.y()? + by as f64)?;
    Ok(point)
}

/// Makes an object, if the class is registered.
#[tvm_ffi::export]
fn make_point(x: i64, y: f64) -> Result<PythonPoint> {
    PythonPoint::new(x, y)
}

/// `Debug` of an object.
#[tvm_ffi::export]
fn debug(value: Any) -> String {
    format!("{value:?}")
}
