//! Classes whose fields and methods are called one after another.
//!
//! `../../cpp/sweep_classes.cc` has the same classes under the same names.

use tvm_ffi::{Array, Ref, Str};

/// Fields of several types, which never change.
#[tvm_ffi::object("bench_rust.Fields")]
struct Fields {
    #[field]
    int: i64,
    #[field]
    float: f64,
    #[field]
    flag: bool,
    #[field]
    maybe: Option<i64>,
    #[field]
    text: Str,
    #[field]
    numbers: Array<i64>,
}

#[tvm_ffi::methods]
impl Fields {
    /// The number.
    fn count(&self) -> i64 {
        self.int
    }

    /// The text.
    fn name(&self) -> Str {
        self.text.clone()
    }

    /// Two numbers.
    fn sum(&self) -> f64 {
        self.int as f64 + self.float
    }
}

/// The same, in an object that can be changed.
#[tvm_ffi::object("bench_rust.MutableFields", mutable)]
struct MutableFields {
    #[field(set)]
    int: i64,
    #[field(set)]
    float: f64,
    #[field(set)]
    flag: bool,
    #[field(set)]
    maybe: Option<i64>,
    #[field(set)]
    text: Str,
    #[field(set)]
    numbers: Array<i64>,
}

#[tvm_ffi::methods]
impl MutableFields {
    /// The number.
    fn count(&self) -> i64 {
        self.int
    }

    /// The text.
    fn name(&self) -> Str {
        self.text.clone()
    }

    /// Two numbers.
    fn sum(&self) -> f64 {
        self.int as f64 + self.float
    }
}

/// An object to take the fields from.
#[tvm_ffi::export]
fn new_fields() -> Ref<Fields> {
    let numbers = (0..8).collect();
    Ref::new(Fields {
        int: 42,
        float: 0.5,
        flag: true,
        maybe: Some(1),
        text: "a longer text".into(),
        numbers,
    })
}

/// The same of an object that can be changed.
#[tvm_ffi::export]
fn new_mutable_fields() -> Ref<MutableFields> {
    let numbers = (0..8).collect();
    Ref::new(MutableFields {
        int: 42,
        float: 0.5,
        flag: true,
        maybe: Some(1),
        text: "a longer text".into(),
        numbers,
    })
}
