//! Unions and names.

use std::collections::HashMap;

use tvm_ffi::{Any, CpuView, DType, FfiType, Function, Map, Result, Tensor, TensorView};

/// Everything that a variant can hold.
#[derive(tvm_ffi::Union, Clone, Debug)]
pub(crate) enum Everything {
    /// Nothing.
    Nothing,
    /// A number.
    Float(f64),
    /// Any value.
    Any(Any),
    /// Text or nothing.
    Text(Option<String>),
    /// Itself.
    Several(Vec<Self>),
    /// Itself too.
    Table(HashMap<String, Everything>),
    /// Several values.
    Pair((i64, DType)),
    /// A function.
    Call(Function),
    /// A tensor.
    Dense(Tensor),
    /// Another union.
    Other(Order),
}

#[derive(tvm_ffi::Union, Clone, Copy, Debug)]
pub(crate) enum Order {
    Named(Rounding),
    Number(i64),
}

#[derive(tvm_ffi::Union)]
enum Source<'call> {
    View(CpuView<'call, f32, 1>),
    Any(TensorView<'call>),
    Bytes(&'call [u8]),
    Number(f32),
}

#[derive(tvm_ffi::Union)]
enum OnlyNone {
    None,
}

/// Names.
#[derive(tvm_ffi::StrEnum, Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(crate) enum Rounding {
    /// The default.
    #[default]
    Nearest = 1,
    /// Renamed.
    #[rename = "to-zero"]
    TowardZero = 2,
    r#Loop,
}

macro_rules! made {
    ($name:ident, $variant:ident, $ty:ty) => {
        #[derive(tvm_ffi::Union)]
        enum $name {
            $variant($ty),
        }
    };
}

made!(ByMacro, Value, i64);

#[tvm_ffi::export(name = "forms.everything")]
fn everything(value: Everything, #[default(Rounding::Nearest)] mode: Rounding) -> Option<Everything> {
    let _ = (value, mode, OnlyNone::None, ByMacro::Value(1), Order::Named(mode), Order::Number(1));
    None
}

#[tvm_ffi::export(name = "forms.source")]
fn source(
    source: Source<'_>,
    orders: Vec<Order>,
    #[default(None)] second: Option<Source<'_>>,
) -> Result<usize> {
    let _ = (second, orders);
    Ok(match source {
        Source::View(view) => view.as_slice().len(),
        Source::Any(view) => view.ndim(),
        Source::Bytes(bytes) => bytes.len(),
        Source::Number(number) => number as usize,
    })
}

#[tvm_ffi::export(name = "forms.rounding")]
fn rounding(modes: Map<String, Rounding>) -> Vec<Rounding> {
    let _ = Function::new(|mode: Rounding, source: Source<'_>| (mode, matches!(source, Source::Number(_))));
    modes.to_vec().into_iter().flatten().map(|(_, mode)| mode).collect()
}

fn described<T: FfiType>() {}

fn generic() {
    described::<Everything>();
    described::<Source<'_>>();
    let _ = (everything, source, rounding);
}

const _: fn() = generic;
