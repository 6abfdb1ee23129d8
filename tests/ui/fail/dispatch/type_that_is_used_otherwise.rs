use tvm_ffi::{FromAnyView, Str};
use tvm_ffi::prelude::*;

trait Label {
    type Text<'a>;
}

impl Label for f32 {
    type Text<'a> = &'a str;
}

impl Label for f64 {
    type Text<'a> = Str;
}

#[tvm_ffi::export(dispatch(T = [f32, f64]))]
fn count<T: Label + Element>(x: CpuView<'_, T, 1>, label: <T as Label>::Text<'_>) -> usize
where
    for<'a> <T as Label>::Text<'a>: FromAnyView<'a>,
{
    drop(label);
    x.numel()
}

fn main() {}
