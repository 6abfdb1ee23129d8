//! Objects of Python that nothing converts.

use std::collections::HashMap;

use tvm_ffi::PyObject;
use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn same_object(x: PyObject) -> PyObject {
    x
}

#[tvm_ffi::export]
fn same_objects(
    xs: Vec<PyObject>,
    #[default(None)] pair: Option<(PyObject, i64)>,
    #[kwargs] named: HashMap<String, PyObject>,
) -> (Vec<PyObject>, Option<PyObject>, HashMap<String, PyObject>) {
    (xs, pair.map(|pair| pair.0), named)
}

/// The first object that is equal to another one.
#[tvm_ffi::export]
fn find_equal(objects: Vec<PyObject>, wanted: PyObject) -> Result<Option<PyObject>> {
    let eq = PyObject::import("operator")?.get("eq")?;
    for object in objects {
        if eq.call(&[object.clone(), wanted.clone()])?.cast::<bool>()? {
            return Ok(Some(object));
        }
    }
    Ok(None)
}

/// Calls a method with a text, on a thread of its own if `apart`.
#[tvm_ffi::export]
fn call_method(object: PyObject, name: &str, text: &str, #[default(false)] apart: bool) -> Result<PyObject> {
    let call = || object.call_method(name, &[PyObject::new(text)?]);
    if !apart {
        return call();
    }
    std::thread::scope(|scope| scope.spawn(call).join()).expect("the thread does not panic")
}

/// Calls what it was given with all other arguments.
#[tvm_ffi::export]
fn call_with(
    callable: PyObject,
    #[args] arguments: Vec<PyObject>,
    #[kwargs] named: HashMap<String, PyObject>,
) -> Result<PyObject> {
    callable.call_named(&arguments, named)
}

#[tvm_ffi::export]
fn cast_to_numbers(object: PyObject) -> Result<Vec<i64>> {
    object.cast()
}

/// Objects as Python shows them, made of values of Rust.
#[tvm_ffi::export]
fn shown_by_python() -> Result<Vec<String>> {
    let objects = [
        PyObject::new((1, "a"))?,
        PyObject::new(vec![1.5])?,
        PyObject::new(HashMap::from([("k", true)]))?,
        PyObject::new(std::collections::HashSet::from([7]))?,
        PyObject::default(),
    ];
    let repr = PyObject::import("builtins")?.get("repr")?;
    objects.into_iter().map(|object| repr.call(&[object])?.cast()).collect()
}

/// Keeps objects, of which Python compares some.
#[tvm_ffi::object("e2e.Kept", mutable)]
pub struct Kept {
    #[field(set)]
    object: PyObject,
    others: Vec<PyObject>,
}

#[tvm_ffi::methods]
impl Kept {
    #[init]
    fn new(object: PyObject, #[args] others: Vec<PyObject>) -> Self {
        Self { object, others }
    }

    fn __len__(&self) -> usize {
        self.others.len()
    }

    fn __getitem__(&self, key: (PyObject, usize)) -> Result<PyObject> {
        ensure!(key.1 < self.others.len(), IndexError, "{}", key.1);
        Ok(self.others[key.1].clone())
    }

    fn __contains__(&self, object: PyObject) -> Result<bool> {
        Ok(find_equal(self.others.clone(), object)?.is_some())
    }

    /// Of any other object. There is no `__ne__`, which is the opposite.
    fn __eq__(&self, other: PyObject) -> Result<bool> {
        Ok(find_equal(vec![self.object.clone()], other)?.is_some())
    }
}
