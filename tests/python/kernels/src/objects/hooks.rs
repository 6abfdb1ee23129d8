//! Representation, comparison, and copies by Rust's derives, alone and together; structural comparison.

use std::hash::{Hash, Hasher};

use tvm_ffi::prelude::*;

/// All hooks. The tag is neither compared nor hashed.
#[tvm_ffi::object("e2e.Point", init, repr, eq, hash, ord, copy)]
#[derive(Debug, Clone)]
struct Point {
    #[field]
    x: i64,
    #[field]
    y: i64,
    #[field(default = String::new())]
    tag: String,
}

impl PartialEq for Point {
    fn eq(&self, other: &Self) -> bool {
        (self.x, self.y) == (other.x, other.y)
    }
}

impl Eq for Point {}

impl Hash for Point {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.x, self.y).hash(state);
    }
}

impl PartialOrd for Point {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some((self.x, self.y).cmp(&(other.x, other.y)))
    }
}

/// The same for a mutable class.
#[tvm_ffi::object("e2e.MutablePoint", init, mutable, repr, eq, hash, ord, copy)]
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd)]
struct MutablePoint {
    #[field(set)]
    x: i64,
    #[field(set)]
    y: i64,
}

/// Has no order if it is NaN.
#[tvm_ffi::object("e2e.Ordered", init, ord, eq, hash)]
#[derive(PartialEq, PartialOrd)]
struct Ordered {
    #[field]
    value: f64,
}

impl Hash for Ordered {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.to_bits().hash(state);
    }
}

/// A representation only.
#[tvm_ffi::object("e2e.OnlyRepr", init, repr)]
#[derive(Debug)]
struct OnlyRepr {
    #[field]
    value: i64,
}

/// Copies only, with hidden state.
#[tvm_ffi::object("e2e.OnlyCopy", copy)]
#[derive(Clone)]
struct OnlyCopy {
    #[field]
    items: Vec<Any>,
    hidden: Vec<i64>,
}

#[tvm_ffi::methods]
impl OnlyCopy {
    #[init]
    fn new(items: Vec<Any>, hidden: Vec<i64>) -> Self {
        Self { items, hidden }
    }

    fn hidden(&self) -> Vec<i64> {
        self.hidden.clone()
    }
}

/// No hook.
#[tvm_ffi::object("e2e.Bare", init)]
struct Bare {
    #[field]
    x: i64,
    #[field]
    y: i64,
}

/// A parent, whose hooks subclasses do not inherit.
#[tvm_ffi::object("e2e.Base", init, repr, eq, hash, copy)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Base {
    #[field]
    value: i64,
}

/// A subclass, without the hooks of its parent.
#[tvm_ffi::object("e2e.Derived", init, extends = Base)]
struct Derived {
    #[base]
    base: Base,
    #[field]
    more: i64,
}

/// A node whose fields are compared.
#[tvm_ffi::object("e2e.Sum", init, structural(tree_node))]
struct Sum {
    #[field]
    left: Any,
    #[field]
    right: Any,
    #[field(structural(ignore), default = String::new())]
    span: String,
}

/// A variable: equal to a variable in the same position.
#[tvm_ffi::object("e2e.Variable", init, structural(free_var))]
struct Variable {
    #[field(structural(ignore))]
    name: String,
}

/// A function, whose parameters are defined by it.
#[tvm_ffi::object("e2e.Lambda", init, structural(tree_node))]
struct Lambda {
    #[field(structural(def))]
    parameters: Vec<Ref<Variable>>,
    #[field]
    body: Any,
}

/// Shared nodes are different from equal ones.
#[tvm_ffi::object("e2e.Shared", init, structural(dag_node))]
struct Shared {
    #[field]
    value: i64,
}

/// Compared by identity.
#[tvm_ffi::object("e2e.Unique", init, structural(unique_instance))]
struct Unique {
    #[field]
    value: i64,
}

/// Compared by fields, or by identity first.
#[tvm_ffi::object("e2e.ConstTree", init, structural(const_tree_node))]
struct ConstTree {
    #[field]
    value: i64,
}
