//! What the guide of PyO3 has, and no other file here. `test_coming_from.py` goes through that guide.

use std::collections::HashMap;

use tvm_ffi::PyObject;
use tvm_ffi::prelude::*;

/// A module of Python, for example this one.
#[tvm_ffi::export]
fn import_module(name: &str) -> Result<PyObject> {
    PyObject::import(name)
}

/// Some attributes of an object.
#[tvm_ffi::export]
fn attributes(object: PyObject, names: Vec<&str>) -> Result<Vec<PyObject>> {
    names.into_iter().map(|name| object.get(name)).collect()
}

/// Raises an exception of a class that Python has.
#[tvm_ffi::export]
fn raise_of_class(module: &str, class: &str, argument: PyObject) -> Result<()> {
    let exception = PyObject::import(module)?.get(class)?.call(&[argument])?;
    Err(exception.cast::<Error>()?)
}

/// Whether a function raises an exception of a class, or of one that extends it.
#[tvm_ffi::export]
fn raises(f: Function, class: PyObject) -> Result<bool> {
    let Err(error) = f.call(()) else { return Ok(false) };
    PyObject::import("builtins")?.get("isinstance")?.call(&[PyObject::new(error)?, class])?.cast()
}

/// Doubles a number on another thread, and gives the result to a callback.
#[tvm_ffi::export]
fn double_later(x: i64, done: Function) {
    std::thread::spawn(move || done.call((2 * x,)));
}

/// Numeric methods whose results are integers.
macro_rules! numeric {
    ($($name:ident($self:ident $(, $other:ident: $type:ty)?) $result:expr;)* { $($more:tt)* }) => {
        #[tvm_ffi::methods]
        impl Whole {
            $(fn $name(&$self $(, $other: $type)?) -> i64 {
                $result
            })*

            $($more)*
        }
    };
}

/// A number with the numeric methods.
#[tvm_ffi::object("e2e.Whole", init)]
struct Whole {
    #[field]
    value: i64,
}

numeric! {
    __sub__(self, other: &Self) self.value - other.value;
    __rsub__(self, other: i64) other - self.value;
    __mul__(self, other: &Self) self.value * other.value;
    __matmul__(self, other: &Self) self.value * other.value;
    __truediv__(self, other: &Self) self.value / other.value;
    __floordiv__(self, other: &Self) self.value / other.value;
    __mod__(self, other: &Self) self.value % other.value;
    __lshift__(self, other: &Self) self.value << other.value;
    __rshift__(self, other: &Self) self.value >> other.value;
    __and__(self, other: &Self) self.value & other.value;
    __or__(self, other: &Self) self.value | other.value;
    __xor__(self, other: &Self) self.value ^ other.value;
    __pos__(self) self.value;
    __abs__(self) self.value.abs();
    __invert__(self) !self.value;
    __trunc__(self) self.value;
    __floor__(self) self.value;
    __ceil__(self) self.value;
    {
        fn __divmod__(&self, other: &Self) -> (i64, i64) {
            (self.value / other.value, self.value % other.value)
        }

        fn __pow__(&self, by: u32, #[default(None)] modulo: Option<i64>) -> i64 {
            let power = self.value.pow(by);
            modulo.map_or(power, |modulo| power % modulo)
        }

        fn __round__(&self, #[default(0)] digits: i64) -> i64 {
            self.value + digits
        }

        fn __complex__(&self) -> Result<PyObject> {
            PyObject::import("builtins")?.get("complex")?.call(&[PyObject::new(self.value)?])
        }
    }
}

/// An object of which Python asks everything, and whose attributes are what was set.
#[tvm_ffi::object("e2e.Customized", mutable)]
struct Customized {
    items: Vec<i64>,
    attributes: HashMap<String, PyObject>,
}

#[tvm_ffi::methods]
impl Customized {
    #[init]
    fn new(#[args] items: Vec<i64>) -> Self {
        Self { items, attributes: HashMap::new() }
    }

    fn __repr__(&self) -> String {
        format!("Customized{:?}", self.items)
    }

    fn __str__(&self) -> String {
        format!("{:?}", self.items)
    }

    fn __bytes__(&self) -> Bytes {
        Bytes::from(format!("{:?}", self.items).as_bytes())
    }

    fn __dir__(&self) -> Vec<String> {
        self.attributes.keys().cloned().collect()
    }

    fn __getattr__(&self, name: &str) -> Result<PyObject> {
        let Some(value) = self.attributes.get(name) else { bail!(AttributeError, "{name}") };
        Ok(value.clone())
    }

    fn __setattr__(&mut self, name: String, value: PyObject) {
        self.attributes.insert(name, value);
    }

    fn __delattr__(&mut self, name: &str) -> Result<()> {
        ensure!(self.attributes.remove(name).is_some(), AttributeError, "{name}");
        Ok(())
    }

    /// Slices too.
    fn __getitem__(&self, index: PyObject) -> Result<PyObject> {
        PyObject::new(self.items.clone())?.call_method("__getitem__", &[index])
    }

    fn __reversed__(&self) -> Vec<i64> {
        self.items.iter().rev().copied().collect()
    }

    /// Says that a copy is made of the number of items.
    fn __reduce__(&self) -> Result<(PyObject, (usize,))> {
        Ok((PyObject::import("e2e_kernels")?.get("Customized")?, (self.items.len(),)))
    }

    fn __deepcopy__(&self, _memo: PyObject) -> Self {
        Self::new(self.items.iter().map(|item| item + 1).collect())
    }
}

/// A descriptor, whose objects have one value in common.
#[tvm_ffi::object("e2e.Descriptor", mutable)]
struct Descriptor {
    value: i64,
}

#[tvm_ffi::methods]
impl Descriptor {
    #[init]
    fn new(value: i64) -> Self {
        Self { value }
    }

    fn __get__(&self, _object: PyObject, _class: PyObject) -> i64 {
        self.value
    }

    fn __set__(&mut self, _object: PyObject, value: i64) {
        self.value = value;
    }

    fn __delete__(&mut self, _object: PyObject) {
        self.value = 0;
    }
}

/// Counts down. It is an iterator that returns something at its end, and an asynchronous one.
#[tvm_ffi::object("e2e.Steps", init, mutable)]
struct Steps {
    #[field]
    left: i64,
}

#[tvm_ffi::methods]
impl Steps {
    fn __iter__(&self) {}

    fn __next__(&mut self) -> Result<i64> {
        if self.left == 0 {
            raise_of_class("builtins", "StopIteration", PyObject::new("done")?)?;
        }
        self.left -= 1;
        Ok(self.left)
    }

    fn __await__(&self) -> Self {
        Self { left: 0 }
    }

    fn __aiter__(this: Ref<Self>) -> Ref<Self> {
        this
    }

    fn __anext__(&mut self) -> Result<Self> {
        ensure!(self.left > 0, StopAsyncIteration, "");
        self.left -= 1;
        Ok(Self { left: 0 })
    }
}
