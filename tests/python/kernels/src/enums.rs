//! `Union` and `StrEnum`.

use std::collections::BTreeMap;

use tvm_ffi::prelude::*;

/// A JSON value.
#[derive(tvm_ffi::Union)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Table(BTreeMap<String, Json>),
}

/// The number of values in a value, including itself.
#[tvm_ffi::export]
fn json_count(json: Json) -> usize {
    match json {
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) => 1,
        Json::List(list) => 1 + list.into_iter().map(json_count).sum::<usize>(),
        Json::Table(table) => 1 + table.into_values().map(json_count).sum::<usize>(),
    }
}

/// A list may be either of two variants, and both contain the union.
#[derive(tvm_ffi::Union)]
enum Tree {
    Leaf(f64),
    Pair((f64, Vec<Tree>)),
    Many(Vec<Tree>),
    Named(BTreeMap<String, Tree>),
}

/// The number of leaves.
#[tvm_ffi::export]
fn tree_leaves(tree: Tree) -> usize {
    match tree {
        Tree::Leaf(_) => 1,
        Tree::Pair((_, trees)) => 1 + trees.into_iter().map(tree_leaves).sum::<usize>(),
        Tree::Many(trees) => trees.into_iter().map(tree_leaves).sum(),
        Tree::Named(trees) => trees.into_values().map(tree_leaves).sum(),
    }
}

/// Tensors in several forms.
#[derive(tvm_ffi::Union)]
enum Source<'a> {
    Floats(CpuView<'a, f32, 1>),
    Tensor(TensorView<'a>),
    Tensors(Vec<TensorView<'a>>),
    Number(f32),
}

/// Fills the memory with the first element of the source.
#[tvm_ffi::export]
fn fill_from(source: Source<'_>, mut out: CpuViewMut<'_, f32, 1>) -> String {
    let (value, what) = match source {
        Source::Floats(view) => (view.as_slice().first().copied().unwrap_or(0.0), "floats".to_owned()),
        Source::Tensor(view) => (view.ndim() as f32, format!("tensor of {}", view.dtype())),
        Source::Tensors(views) => (views.len() as f32, "tensors".to_owned()),
        Source::Number(number) => (number, "number".to_owned()),
    };
    out.as_mut_slice().fill(value);
    what
}

/// The rounding mode.
#[derive(tvm_ffi::StrEnum, Clone, Copy)]
enum Rounding {
    Nearest,
    TowardZero,
    #[rename = "up"]
    AwayFromZero,
}

/// Rounds.
#[tvm_ffi::export]
fn round(x: f64, #[default(Rounding::Nearest)] mode: Rounding) -> f64 {
    match mode {
        Rounding::Nearest => x.round(),
        Rounding::TowardZero => x.trunc(),
        Rounding::AwayFromZero => x.abs().ceil().copysign(x),
    }
}

/// All modes but one.
#[tvm_ffi::export]
fn other_modes(mode: Rounding) -> Vec<Rounding> {
    match mode {
        Rounding::Nearest => vec![Rounding::TowardZero, Rounding::AwayFromZero],
        Rounding::TowardZero => vec![Rounding::Nearest, Rounding::AwayFromZero],
        Rounding::AwayFromZero => vec![Rounding::Nearest, Rounding::TowardZero],
    }
}
