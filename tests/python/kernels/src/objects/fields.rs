//! Fields of every type, and every option of `#[field]`.

use std::collections::{BTreeMap, HashMap};

use half::{bf16, f16};
use tvm_ffi::prelude::*;

/// A field of each type.
#[tvm_ffi::object("e2e.EveryField", init, mutable)]
struct EveryField {
    /// The smallest integer.
    #[field(set)]
    i8: i8,
    #[field(set)]
    i16: i16,
    #[field(set)]
    i32: i32,
    #[field(set)]
    i64: i64,
    #[field(set)]
    u8: u8,
    #[field(set)]
    u16: u16,
    #[field(set)]
    u32: u32,
    #[field(set)]
    u64: u64,
    #[field(set)]
    i128: i128,
    #[field(set)]
    usize: usize,
    #[field(set)]
    boolean: bool,
    #[field(set)]
    f16: f16,
    #[field(set)]
    bf16: bf16,
    #[field(set)]
    f32: f32,
    #[field(set)]
    f64: f64,
    #[field(set)]
    string: String,
    #[field(set)]
    text: Str,
    #[field(set)]
    bytes: Bytes,
    #[field(set)]
    dtype: DType,
    #[field(set)]
    device: Device,
    #[field(set)]
    shape: Shape,
    #[field(set)]
    tensor: Tensor,
    #[field(set)]
    function: Function,
    #[field(set)]
    object: ObjectRef,
    #[field(set)]
    any: Any,
    #[field(set)]
    option: Option<i64>,
    #[field(set)]
    option_text: Option<String>,
    #[field(set)]
    vector: Vec<i64>,
    #[field(set)]
    array: [f64; 2],
    #[field(set)]
    hash_map: HashMap<String, i64>,
    #[field(set)]
    tree_map: BTreeMap<i64, Vec<bool>>,
    #[field(set)]
    tuple: (i64, String),
    #[field(set)]
    reference: Ref<Leaf>,
    #[field(set)]
    option_reference: Option<Ref<Leaf>>,
}

/// A class to refer to.
#[tvm_ffi::object("e2e.Leaf", init, mutable)]
struct Leaf {
    #[field]
    value: i64,
}

/// Every option of a field.
#[tvm_ffi::object("e2e.Options", init, mutable, repr, eq, hash)]
#[derive(Debug, PartialEq, Eq, Hash)]
struct Options {
    #[doc = concat!("Documentation from ", "the comment.")]
    #[field]
    required: i64,
    #[field(default = 7)]
    default: i64,
    #[field(default = "text")]
    default_text: String,
    #[field(default_factory = || vec![1, 2])]
    factory: Vec<i64>,
    /// This comment is replaced.
    #[field(doc = "from the option", set, default = 0)]
    documented: i64,
    #[field(kw_only)]
    keyword: i64,
    #[field(kw_only, default = Some(1.5f32.to_bits()))]
    optional_keyword: Option<u32>,
    #[field(rename = "type_", default = 3)]
    renamed: i64,
    #[field(init = false, default = 11)]
    not_init: i64,
    /// A hidden field, which starts as its `Default`.
    hidden: Vec<u8>,
}

/// The length of a field that only Rust sees.
#[tvm_ffi::export]
fn hidden_len(options: &Options) -> usize {
    options.hidden.len()
}

/// Fields that `repr`, `compare`, and `hash` of the runtime omit.
#[tvm_ffi::object("e2e.LeftOut", init)]
struct LeftOut {
    #[field]
    seen: i64,
    #[field(repr = false)]
    not_in_repr: i64,
    #[field(compare = false, hash = false)]
    not_compared: i64,
}

/// Fields with and without `set`.
#[tvm_ffi::object("e2e.HalfSettable", init, mutable)]
struct HalfSettable {
    #[field]
    fixed: i64,
    #[field(set)]
    free: i64,
    #[field(set)]
    text: String,
}
