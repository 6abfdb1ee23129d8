//! Expansions draw no warning, even with all lints.

#![forbid(unsafe_code)]

pub mod cuda;

use core::num::ParseIntError;

use tvm_ffi::{AnyView, ArrayRef, CpuCells, CpuView, CpuViewD, CpuViewMut, Element, Strided, TensorView};

/// Does nothing.
#[tvm_ffi::export]
pub const fn nothing() {}

/// Adds.
#[tvm_ffi::export(name = "math.add")]
#[must_use]
pub const fn add(
    /// The first one.
    x: i64,
    #[default(1)] y: i64,
) -> i64 {
    x.wrapping_add(y)
}

/// Takes what can be borrowed.
#[tvm_ffi::export]
#[must_use]
pub fn longest<'call>(
    tensor: TensorView<'call>,
    words: ArrayRef<'call, &str>,
    #[default(None)] text: Option<&'call str>,
    #[default(b"")] bytes: &[u8],
) -> &'call [i64] {
    if words.is_empty() || text.is_some() || bytes.is_empty() { tensor.shape() } else { &[] }
}

/// Reads a number.
///
/// # Errors
///
/// If the text is none.
#[tvm_ffi::export(global, system_lib)]
pub fn parse(text: &str) -> Result<i64, ParseIntError> {
    text.parse()
}

/// Makes a closure.
#[tvm_ffi::export]
#[deprecated = "make one yourself"]
pub fn adder(by: i64) -> impl Fn(i64) -> i64 + Send + Sync + 'static {
    move |x| x.wrapping_add(by)
}

/// Takes any arguments.
#[tvm_ffi::export]
#[must_use]
pub const fn count(args: &[AnyView<'_>]) -> usize {
    args.len()
}

/// Heads of a model.
const HEADS: u8 = 4;

/// Another name for a view.
type Image<'view> = CpuView<'view, f32, 2, Strided>;

/// Has every kind of entry.
///
/// # Panics
///
/// If the shapes are not as they have to be.
#[tvm_ffi::export]
#[must_use]
pub fn contract<'call>(
    n: usize,
    #[shape(n, Depth % 16, 3, {HEADS}, (Depth % 2) * n - 1, rest..)]
    #[align({ HEADS * 2 })]
    mut x: CpuViewD<'call, f32>,
    #[shape(rest.., _)]
    #[strides(.., ld)]
    #[dtype(f32, bf16)]
    #[device(cpu)]
    y: Option<TensorView<'_>>,
    #[shape(n, _)]
    #[strides(ld, -1)]
    image: Image<'_>,
    #[align(4)]
    #[strides(1)]
    all: Vec<TensorView<'_>>,
    #[default(None)] other: Option<CpuViewD<'call, f32>>,
) -> &'call [i64] {
    if let Some(last) = other {
        x = last;
    }
    if y.is_some() || image.numel() > n || !all.is_empty() { x.shape() } else { &[] }
}

/// Writes.
#[tvm_ffi::export]
#[expect(clippy::needless_pass_by_value, reason = "a view is what it views")]
pub fn write(
    #[shape(n)] x: CpuCells<'_, f32, 1>,
    #[alias(x)]
    #[shape(n)]
    y: CpuCells<'_, f32, 1>,
    #[out(zero)]
    #[shape(n)]
    mut z: CpuViewMut<'_, f32, 1>,
) {
    z.iter_mut().zip(x.as_cells()).for_each(|(out, cell)| *out = cell.get());
    y.as_cells().iter().for_each(|cell| cell.set(1.0));
}

/// Is called by dtype.
#[tvm_ffi::export(dispatch(T = [f32, f64], U = [i8, i64]))]
#[must_use]
pub fn dispatched<'call, T, U: Element>(
    #[shape(n)] x: CpuView<'call, T, 1>,
    #[shape(n)] y: Option<CpuView<'_, U, 1>>,
    #[default(Vec::new())] images: Vec<CpuView<'_, T, 2>>,
) -> &'call [i64]
where
    T: Element,
    for<'element> &'element T: PartialEq,
{
    if y.is_some() || images.is_empty() { x.shape() } else { &[] }
}

/// A class of which every hook is made.
#[tvm_ffi::object("lints.Value", repr, eq, hash, ord, copy, init, structural(dag_node))]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(clippy::exhaustive_structs, reason = "all fields are public, and stay what they are")]
pub struct Value {
    /// A number.
    #[field]
    pub number: i64,
    /// A text.
    #[field(default = String::new(), kw_only)]
    pub text: String,
    /// A list.
    #[field(default_factory = || vec![1, 2], structural(ignore))]
    pub list: Vec<i64>,
    /// Not visible outside Rust.
    pub hidden: Option<bool>,
}

/// A class that can be changed.
#[tvm_ffi::object("lints.Base", mutable)]
#[derive(Debug)]
pub struct Base {
    /// A number.
    #[field(set)]
    x: f64,
    /// Not visible outside Rust.
    scratch: Vec<u8>,
}

/// A class that extends another.
#[tvm_ffi::object("lints.Derived", extends = Base, final, mutable)]
#[derive(Debug)]
pub struct Derived {
    /// The parent.
    #[base]
    base: Base,
    /// A reference.
    #[field(set)]
    other: Option<tvm_ffi::Ref<Base>>,
}

/// A class without fields.
#[tvm_ffi::object("lints.Empty")]
#[derive(Debug, Clone, Copy)]
#[deprecated = "make one yourself"]
#[expect(clippy::exhaustive_structs, reason = "there is nothing to it")]
pub struct Empty;

/// A module.
mod private {
    /// Private in Rust, and visible in Python.
    #[tvm_ffi::export]
    fn hidden(mut values: Vec<i64>, #[default(0)] last: i64) -> Vec<i64> {
        values.push(last);
        values
    }
}

/// A class.
#[tvm_ffi::object("lints.Mean", repr, mutable)]
#[derive(Debug)]
pub struct Mean {
    /// How many values there are.
    #[field]
    count: i64,
    /// Their mean.
    #[field(set)]
    average: f64,
    /// Values.
    values: Vec<f64>,
}

#[tvm_ffi::methods]
impl Mean {
    /// Starts.
    #[init]
    #[must_use]
    pub const fn new(mean: f64, #[default(0)] count: i64) -> Self {
        Self { count, average: mean, values: Vec::new() }
    }

    /// The larger one.
    #[staticmethod]
    #[must_use]
    pub const fn larger(x: f64, y: f64) -> f64 {
        x.max(y)
    }

    /// Reads.
    #[must_use]
    pub const fn mean(&self) -> f64 {
        self.average
    }

    /// Moves values.
    pub const fn take(&mut self, other: &mut Self) {
        self.count = self.count.wrapping_add(other.count);
        other.count = 0;
    }

    /// Fills.
    #[expect(clippy::needless_pass_by_value, reason = "a view is what it views")]
    pub fn fill(&self, #[shape(n, n)] mut x: CpuViewMut<'_, f64, 2>) {
        x.as_mut_slice().fill(self.average);
    }

    /// Not visible in Rust.
    fn hidden(&self, other: &Self) -> bool {
        self.values == other.values
    }
}

tvm_ffi::python_module!(lints);
