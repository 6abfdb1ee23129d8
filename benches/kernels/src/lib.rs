//! The benchmark functions, written the way a user of the framework would.
//!
//! `../../c/floor.c` and `../../cpp/headers.cc` have the same functions under the same names.

#[cfg(feature = "python")]
mod python;
mod sweep;
mod sweep_arguments;
mod sweep_classes;

use tvm_ffi::{ArrayRef, CpuView, CpuViewMut, Ref, Result, Str, bail};

/// Nothing: the cost of the call alone.
#[tvm_ffi::export]
fn noop() {}

/// One integer in, one out.
#[tvm_ffi::export]
fn add_one(x: i64) -> i64 {
    x + 1
}

/// Two kinds of scalars.
#[tvm_ffi::export]
fn add3(a: f64, b: f64, c: i64) -> f64 {
    a + b + c as f64
}

/// Borrowed text in, owned text out.
#[tvm_ffi::export]
fn concat(a: &str, b: &str) -> Str {
    Str::concat(&[a, b])
}

/// A vector in, a vector out.
#[tvm_ffi::export]
fn scale(
    #[shape(n)] x: CpuView<'_, f32, 1>,
    #[out]
    #[shape(n)]
    mut out: CpuViewMut<'_, f32, 1>,
    factor: f64,
) {
    for (to, from) in out.as_mut_slice().iter_mut().zip(x.as_slice()) {
        *to = from * factor as f32;
    }
}

/// Three matrices whose shapes depend on each other; nothing is computed.
#[tvm_ffi::export]
fn check3(
    #[shape(m, k)] _a: CpuView<'_, f32, 2>,
    #[shape(k, n)] _b: CpuView<'_, f32, 2>,
    #[shape(m, n)] _c: CpuView<'_, f32, 2>,
) {
}

/// Nine tensors of four dimensions, one of them written; nothing is computed.
#[allow(clippy::too_many_arguments, reason = "as many as attention has")]
#[tvm_ffi::export]
fn attention(
    #[shape(b, h, s, d % 8)] _q: CpuView<'_, f32, 4>,
    #[shape(b, g, t, d)] _k: CpuView<'_, f32, 4>,
    #[shape(b, g, t, d)] _v: CpuView<'_, f32, 4>,
    #[shape(b, h, s, t)] _bias: CpuView<'_, f32, 4>,
    #[shape(b, g, t, 2)] _scales: CpuView<'_, f32, 4>,
    #[shape(b, h, s, d)] _gate: CpuView<'_, f32, 4>,
    #[shape(b, h, s, d)] _residual: CpuView<'_, f32, 4>,
    #[shape(b, h, s, 2)] _norm: CpuView<'_, f32, 4>,
    #[out]
    #[shape(b, h, s, d)]
    _out: CpuViewMut<'_, f32, 4>,
) {
}

/// The elements of an array, read where they are.
#[tvm_ffi::export]
fn sum(values: ArrayRef<'_, i64>) -> i64 {
    values.iter().sum()
}

/// An object that never changes.
#[tvm_ffi::object("bench_rust.Frozen")]
struct Frozen {
    #[field]
    value: i64,
}

#[tvm_ffi::methods]
impl Frozen {
    /// The field.
    fn get(&self) -> i64 {
        self.value
    }
}

/// An object that can be changed, and may be on several threads at once.
#[tvm_ffi::object("bench_rust.Mutable", mutable)]
struct Mutable {
    #[field(set)]
    value: i64,
}

#[tvm_ffi::methods]
impl Mutable {
    /// The field.
    fn get(&self) -> i64 {
        self.value
    }
}

/// What the field and the method are taken from.
#[tvm_ffi::export]
fn new_frozen() -> Ref<Frozen> {
    Ref::new(Frozen { value: 42 })
}

/// The same of an object that can be changed.
#[tvm_ffi::export]
fn new_mutable() -> Ref<Mutable> {
    Ref::new(Mutable { value: 42 })
}

/// An error, always.
#[tvm_ffi::export]
fn fail() -> Result<()> {
    bail!("this always fails")
}

/// Panics, which becomes an error.
#[tvm_ffi::export]
fn fail_panic() {
    panic!("this always fails");
}

#[cfg(feature = "python")]
tvm_ffi::python_module!(bench_kernels);
