//! Where the result is missing, it is suggested behind the parameters.

use tvm_ffi::prelude::*;

#[tvm_ffi::export]
fn parse(#[shape(n)] x: CpuView<'_, f32, 1>, text: &str) {
    let n: usize = text.parse()?;
    _ = x.get([n]);
}

fn main() {}
