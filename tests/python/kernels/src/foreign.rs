//! Classes of Python and C++.

use tvm_ffi::prelude::*;

tvm_ffi::import! {
    /// A class of C++.
    #[type_key = "testing.TestObjectBase"]
    type TestBase {
        mut v_i64: i64,
        v_f64: f64,
        mut v_str: String,
        fn add_i64(&self, other: i64) -> Result<i64>;
        #[init]
        fn new(v_i64: i64, v_f64: f64, v_str: &str) -> Result<Self>;
    }

    /// A class that a test registers in Python.
    #[type_key = "e2e.PythonPoint"]
    type PythonPoint {
        mut x: i64,
        mut y: f64,
        #[init]
        fn new(x: i64, y: f64) -> Result<Self>;
    }
}

/// Doubles a field, and then calls a method.
#[tvm_ffi::export]
fn double_base(base: TestBase) -> Result<i64> {
    base.set_v_i64(base.v_i64()? * 2)?;
    base.set_v_str(format!("{} of {}", base.v_str()?, base.v_f64()?))?;
    base.add_i64(1)
}

/// Makes one.
#[tvm_ffi::export]
fn make_base(v_i64: i64) -> Result<TestBase> {
    TestBase::new(v_i64, 2.5, "made in Rust")
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
