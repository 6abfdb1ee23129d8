//! Functions and classes of Python and C++, and objects by reflection.

use tvm_ffi::prelude::*;
use tvm_ffi::reflect::TypeInfo;

tvm_ffi::import! {
    /// A function that a test registers in Python.
    #[global = "e2e.from_python"]
    fn from_python(x: i64, text: &str) -> Result<String>;

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

/// Calls the function of Python.
#[tvm_ffi::export]
fn call_imported(x: i64, text: &str) -> Result<String> {
    from_python(x, text)
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

/// The type keys of an object and its ancestors, and the names of its fields.
#[tvm_ffi::export]
fn reflect(object: ObjectRef) -> Result<(Vec<&'static str>, Vec<&'static str>)> {
    let about = TypeInfo::of_object(&object)?;
    let mut keys: Vec<_> = about.ancestors().iter().map(TypeInfo::key).collect();
    keys.push(about.key());
    Ok((keys, about.fields().iter().map(|field| field.name()).collect()))
}

/// A field by name.
#[tvm_ffi::export]
fn get_by_name(object: ObjectRef, name: &str) -> Result<Any> {
    object.field(name)
}

/// Sets a field by name.
#[tvm_ffi::export]
fn set_by_name(object: ObjectRef, name: &str, value: Any) -> Result<()> {
    match TypeInfo::of_object(&object)?.field(name) {
        Some(field) => field.set(&object, &value),
        None => bail!(AttributeError, "no field `{name}`"),
    }
}

/// A method by name, with one argument.
#[tvm_ffi::export]
fn call_by_name(object: ObjectRef, name: &str, argument: Any) -> Result<Any> {
    object.call_method(name, (argument,))
}
