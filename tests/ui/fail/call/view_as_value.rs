#![forbid(unsafe_code)]

use tvm_ffi::prelude::*;

tvm_ffi::import! {
    #[global = "my_ext.sum"]
    fn sum(x: CpuView<'_, f32, 1>) -> Result<f32>;
}

fn value(x: TensorView<'_>) -> Any {
    Any::new(x)
}

fn keeps() -> Function {
    Function::new(|x: TensorView<'_>| x)
}

fn forwards(f: Function, args: &[AnyView<'_>]) -> Result<Any> {
    f.call((args[0].lend(),))
}

fn main() {}
